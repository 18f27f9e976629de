//go:build unix

package filesystem_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/filesystem"
)

// What is not a regular file is not opened: it may never end, or never begin.
func TestReadFile(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.WriteFile(at("file"), []byte("12345678"), 0o644))
	require.NoError(t, os.Symlink("file", at("link")))
	require.NoError(t, os.Symlink("/dev/zero", at("endless")))
	require.NoError(t, os.Symlink("nothing", at("dangling")))
	require.NoError(t, os.Mkdir(at("folder"), 0o755))
	require.NoError(t, syscall.Mkfifo(at("pipe"), 0o644))
	for _, c := range []struct{ name, want, err string }{
		{"file", "12345678", ""},
		{"link", "12345678", ""},
		{"endless", "", "open endless: is not a regular file"},
		{"dangling", "", "stat dangling: no such file or directory"},
		{"folder", "", "open folder: is not a regular file"},
		{"pipe", "", "open pipe: is not a regular file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, err := filesystem.ReadFile(filesystem.OS{}, at(c.name), 8)
			if c.err != "" {
				require.Error(t, err)
				assert.Equal(t, c.err, strings.ReplaceAll(err.Error(), folder+"/", ""))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, string(data))
		})
	}
	_, err := filesystem.ReadFile(filesystem.OS{}, at("file"), 7)
	assert.ErrorContains(t, err, "8 bytes, over the limit of 7")
	_, err = filesystem.ReadAtMost(strings.NewReader("12345678"), 0, 7)
	assert.EqualError(t, err, "over the limit of 7 bytes")
}

// A pipe is read where a person has named it.
func TestReadNamed(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o644))
	go func() { _ = os.WriteFile(pipe, []byte("text"), 0o644) }()
	data, err := filesystem.ReadNamed(filesystem.OS{}, pipe, 8)
	require.NoError(t, err)
	assert.Equal(t, "text", string(data))
}

func TestLeadsOut(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	repository := filepath.Join(folder, "repository")
	at := func(name string) string { return filepath.Join(repository, name) }
	require.NoError(t, os.MkdirAll(at(".git"), 0o755))
	require.NoError(t, os.MkdirAll(at("below"), 0o755))
	require.NoError(t, os.WriteFile(at("file"), nil, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "outside"), nil, 0o644))
	for name, target := range map[string]string{"in": "../file", "out": "../../outside", "whole": folder + "/outside", "nowhere": "nothing"} {
		require.NoError(t, os.Symlink(target, at("below/"+name)), name)
	}
	assert.Equal(t, repository, filesystem.Root(filesystem.OS{}, at("below")))
	for name, want := range map[string]bool{"in": false, "out": true, "whole": true, "nowhere": false, "../file": false} {
		assert.Equal(t, want, filesystem.LeadsOut(filesystem.OS{}, at("below/"+name), repository), name)
	}
}
