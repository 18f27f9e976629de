package fix

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func change(path, before, after string) Change {
	return Change{Before: source.NewFile(path, []byte(before)), After: source.NewFile(path, []byte(after))}
}

// entries lists a folder: names, modes and, of plain files, contents.
func entries(t *testing.T, dir string) map[string]string {
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := map[string]string{}
	for _, e := range list {
		info, err := e.Info()
		require.NoError(t, err)
		content := ""
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			require.NoError(t, err)
			content = string(data)
		}
		all[e.Name()] = info.Mode().String() + " " + content
	}
	return all
}

func TestWriteKeepsMode(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{0o644: "-rw-r--r-- new", 0o600: "-rw------- new", 0o755: "-rwxr-xr-x new"} {
		path := filepath.Join(t.TempDir(), "values.yaml")
		require.NoError(t, os.WriteFile(path, []byte("old"), 0o600), mode)
		require.NoError(t, os.Chmod(path, mode), mode)
		require.NoError(t, Write(change(path, "old", "new"), false), mode)
		assert.Equal(t, map[string]string{"values.yaml": want}, entries(t, filepath.Dir(path)), mode)
	}
}

// The file that a link names is changed, and the link stays one.
func TestWriteFollowsLinks(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	target := filepath.Join(elsewhere, "target.yaml")
	require.NoError(t, os.WriteFile(target, []byte("old"), 0o640))
	require.NoError(t, os.Chmod(target, 0o640))
	path := filepath.Join(dir, "values.yaml")
	require.NoError(t, os.Symlink(target, path))
	require.NoError(t, Write(change(path, "old", "new"), false))
	assert.Equal(t, map[string]string{"target.yaml": "-rw-r----- new"}, entries(t, elsewhere))
	at, err := os.Readlink(path)
	require.NoError(t, err)
	assert.Equal(t, target, at)
	assert.Len(t, entries(t, dir), 1)
}

func TestWriteRefusesWhatChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "values.yaml")
	require.NoError(t, os.WriteFile(path, []byte("newer"), 0o644))
	assert.EqualError(t, Write(change(path, "old", "new"), false), "write "+path+": it was changed in the meantime, nothing was written")
	assert.Equal(t, map[string]string{"values.yaml": "-rw-r--r-- newer"}, entries(t, filepath.Dir(path)))
}

func TestWriteGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "values.yaml")
	assert.ErrorIs(t, Write(change(path, "old", "new"), false), fs.ErrNotExist)
	assert.Empty(t, entries(t, filepath.Dir(path)))
}
