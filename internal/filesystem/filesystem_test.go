package filesystem_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/filesystem"
)

// An overlay answers as the files would.
func TestOverlay(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "chart", "templates"), 0o755))
	texts := map[string]string{"chart/Chart.yaml": "name: a\n", "chart/templates/a.yaml": "a: 1\n", "values.yaml": "b: 2\n"}
	on := map[string][]byte{}
	for name, text := range texts {
		require.NoError(t, os.WriteFile(name, []byte("before\n"), 0o644), name)
		on[name] = []byte(text)
	}
	files := filesystem.Overlay{System: filesystem.OS{}, Texts: on}
	for path, text := range texts {
		for _, spelt := range []string{path, "./" + path, whole(t, files, path)} {
			data, err := filesystem.ReadFile(files, spelt, 100)
			require.NoError(t, err, spelt)
			assert.Equal(t, text, string(data), spelt)
			info, err := files.Stat(spelt)
			require.NoError(t, err, spelt)
			assert.Equal(t, []any{filepath.Base(path), int64(len(text)), false, true}, []any{info.Name(), info.Size(), info.IsDir(), info.Mode().IsRegular()}, spelt)
		}
	}
	assert.Equal(t, []string{"chart/", "values.yaml"}, listed(t, files, "."))
	assert.Equal(t, []string{"Chart.yaml", "templates/"}, listed(t, files, "chart"))
	info, err := files.Stat("chart")
	require.NoError(t, err)
	assert.True(t, info.IsDir())
	assert.False(t, filesystem.IsRegular(files, "chart"))
	for _, missing := range []string{"none.yaml", "chart/none", "char"} {
		_, err := files.Open(missing)
		require.ErrorIs(t, err, fs.ErrNotExist, missing)
		_, err = files.Stat(missing)
		require.ErrorIs(t, err, fs.ErrNotExist, missing)
		_, err = files.ReadDir(missing)
		require.ErrorIs(t, err, fs.ErrNotExist, missing)
	}
	assert.Equal(t, "chart/Chart.yaml", filesystem.Relative(files, whole(t, files, "chart/Chart.yaml")))
}

func whole(t *testing.T, files filesystem.System, name string) string {
	path, err := files.Abs(name)
	require.NoError(t, err)
	return path
}

func listed(t *testing.T, files filesystem.System, folder string) []string {
	entries, err := files.ReadDir(folder)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name()+"/")
		} else {
			names = append(names, e.Name())
		}
	}
	return names
}

// What is written stays in the repository that its words lead to, whatever links there are.
func TestLedAway(t *testing.T) {
	outside := t.TempDir()
	repository := filepath.Join(t.TempDir(), "repository")
	require.NoError(t, os.MkdirAll(filepath.Join(repository, ".git"), 0o755))
	require.NoError(t, os.Mkdir(filepath.Join(repository, "sub"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(outside, "there"), nil, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(repository, "own"), nil, 0o644))
	for name, to := range map[string]string{"away": filepath.Join(outside, "there"), "folder": outside, "within": "own", "nowhere": "none"} {
		if err := os.Symlink(to, filepath.Join(repository, name)); err != nil {
			t.Skipf("skipped: %s", err)
		}
	}
	t.Chdir(filepath.Join(repository, "sub"))
	for name, want := range map[string]bool{
		"new": false, "../own": false, "../within": false, "../nowhere": false, "none/new": false, filepath.Join(outside, "there"): false, filepath.Join(outside, "new"): false,
		os.DevNull: false, "../away": true, "../folder/there": true, "../folder/new": true, filepath.Join(repository, "away"): true,
	} {
		assert.Equal(t, want, filesystem.LedAway(filesystem.OS{}, name), name)
	}
	t.Chdir(outside)
	assert.True(t, filesystem.LedAway(filesystem.OS{}, filepath.Join(repository, "away")))
	assert.False(t, filesystem.LedAway(filesystem.OS{}, filepath.Join(repository, "within")))

	entered := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(repository, entered))
	t.Chdir(entered) // PWD names the link
	for _, name := range []string{"new", "own", "within", "sub/new", filepath.Join(entered, "new")} {
		assert.False(t, filesystem.LedAway(filesystem.OS{}, name), name)
	}
	assert.True(t, filesystem.LedAway(filesystem.OS{}, "away"))
}
