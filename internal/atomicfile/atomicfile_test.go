package atomicfile_test

import (
	"os"
	"path/filepath"
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
