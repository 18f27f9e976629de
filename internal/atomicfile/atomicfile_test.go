package atomicfile_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "report.json")
	require.NoError(t, atomicfile.Write(name, []byte("one")))
	require.NoError(t, os.Chmod(name, 0o600))
	link := filepath.Join(dir, "link.json")
	require.NoError(t, os.Symlink(name, link))
	require.NoError(t, atomicfile.Write(link, []byte("two")))

	data, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "two", string(data))
	info, err := os.Lstat(name)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode(), "the mode stays")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "nothing is left beside it")
}

func TestWriteNowhere(t *testing.T) {
	dir := t.TempDir()
	assert.ErrorContains(t, atomicfile.Write(dir, nil), "is a directory")
	missing := filepath.Join(dir, "no", "report.json")
	assert.EqualError(t, atomicfile.Write(missing, nil), "write "+missing+": no such file or directory")
}

// A device is no file to put another in the place of.
func TestWriteToDevice(t *testing.T) {
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Skip("there is no " + os.DevNull)
	}
	require.NoError(t, atomicfile.Write(os.DevNull, []byte("x")))
	info, err := os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular())
}

// texts are the files of a folder; of what is none, the mode.
func texts(t *testing.T, dir string) map[string]string {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := map[string]string{}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			info, err := e.Info()
			require.NoError(t, err)
			all[e.Name()] = info.Mode().String()
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = string(data)
	}
	return all
}

// What a change would break is left as it is, and the reason names the file.
func TestChangeRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T, path string)
		want    string
	}{
		"read-only":  {func(t *testing.T, path string) { require.NoError(t, os.Chmod(path, 0o444)) }, "it is read-only"},
		"hard links": {func(t *testing.T, path string) { require.NoError(t, os.Link(path, path+".also")) }, "it has several hard links, and changing it would part them"},
		"a folder": {func(t *testing.T, path string) {
			require.NoError(t, errors.Join(os.Remove(path), os.Mkdir(path, 0o755)))
		}, "is not a regular file"},
		"nothing": {func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) }, "no such file or directory"},
		"a loose link": {func(t *testing.T, path string) {
			require.NoError(t, errors.Join(os.Remove(path), os.Symlink("gone", path)))
		}, "no such file or directory"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "values.yaml")
			require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
			c.prepare(t, path)
			before := texts(t, dir)
			assert.EqualError(t, atomicfile.Change(path, []byte("new"), false), "write "+path+": "+c.want)
			assert.Equal(t, before, texts(t, dir))
		})
	}
}

func TestChangeReadOnlyToo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "values.yaml")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o444))
	require.NoError(t, atomicfile.Change(path, []byte("new"), true))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o444), info.Mode())
	assert.Equal(t, map[string]string{"values.yaml": "new"}, texts(t, filepath.Dir(path)))
}

// Runs that write the same files at once leave one of their texts, whole, and
// nothing else: none removes what another is writing.
func TestWriteAtOnce(t *testing.T) {
	dir := t.TempDir()
	written := map[string]bool{}
	var runs sync.WaitGroup
	for n := range 20 {
		text := strings.Repeat(fmt.Sprint(n, " "), 5000)
		written[text] = true
		runs.Go(func() {
			for range 10 {
				assert.NoError(t, atomicfile.Write(filepath.Join(dir, "values.yaml"), []byte(text)))
				atomicfile.Forget(dir)
			}
		})
	}
	runs.Wait()
	left := texts(t, dir)
	assert.Len(t, left, 1)
	assert.True(t, written[left["values.yaml"]])
}
