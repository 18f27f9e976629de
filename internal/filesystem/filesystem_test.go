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
	files := filesystem.Over(filesystem.OS{}, on)
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

// Texts bring files and folders, and take files away.
func TestOverlayOfOtherFiles(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, name := range []string{"chart/gone.yaml", "chart/kept.yaml", "gone"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755), name)
		require.NoError(t, os.WriteFile(name, []byte("on disk\n"), 0o644), name)
	}
	files := filesystem.Over(filesystem.OS{}, map[string][]byte{
		"gone": nil, "chart/gone.yaml": nil, "chart/new.yaml": []byte("a\n"), "chart/templates/b.yaml": []byte("b\n"),
		"other/deep/c.yaml": []byte("c\n"), "nothing/in/it": nil, "../beside": []byte("d\n"), "empty": {},
	})
	assert.Equal(t, []string{"chart/", "empty", "other/"}, listed(t, files, "."))
	assert.Equal(t, []string{"chart/", "empty", "other/"}, listed(t, files, folder))
	assert.Equal(t, []string{"kept.yaml", "new.yaml", "templates/"}, listed(t, files, "chart"))
	assert.Equal(t, []string{"b.yaml"}, listed(t, files, "./chart/templates"))
	assert.Equal(t, []string{"deep/"}, listed(t, files, whole(t, files, "other")))
	for _, missing := range []string{"gone", "chart/gone.yaml", "nothing", "nothing/in", "nothing/in/it", whole(t, files, "gone")} {
		for _, look := range []func(string) error{
			func(name string) error { _, err := files.Open(name); return err },
			func(name string) error { _, err := files.Stat(name); return err },
			func(name string) error { _, err := files.Lstat(name); return err },
		} {
			assert.ErrorIs(t, look(missing), fs.ErrNotExist, missing)
		}
	}
	_, err := files.ReadDir("nothing")
	require.ErrorIs(t, err, fs.ErrNotExist)
	for name, text := range map[string]string{"chart/kept.yaml": "on disk\n", "other/deep/c.yaml": "c\n", "../beside": "d\n", "empty": ""} {
		data, err := filesystem.ReadFile(files, name, 100)
		require.NoError(t, err, name)
		assert.Equal(t, text, string(data), name)
	}
	info, err := files.Lstat("other/deep")
	require.NoError(t, err)
	assert.Equal(t, []any{"deep", true}, []any{info.Name(), info.IsDir()})
	real, err := files.Real("other/deep")
	require.NoError(t, err)
	folder, err = filepath.EvalSymlinks(folder)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(folder, "other", "deep"), real)
	_, err = files.Real("nothing")
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// A text is found by every name of its file.
func TestOverlayOfLinks(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "real", "app"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "real", "app", "a"), []byte("on disk\n"), 0o644))
	for name, to := range map[string]string{"link": "real", "real/app/to-a": "a"} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Skipf("skipped: %s", err)
		}
	}
	for _, here := range []string{"real", "link", "real/app", "link/app"} {
		t.Chdir(filepath.Join(root, here))
		for _, key := range []string{filepath.Join(root, "real", "app", "a"), filepath.Join(root, "link", "app", "a")} {
			files := filesystem.Over(filesystem.OS{}, map[string][]byte{key: []byte("text\n")})
			for _, folder := range []string{filepath.Join(root, "real", "app"), filepath.Join(root, "link", "app")} {
				way, err := filepath.Rel(filepath.Join(root, here), folder)
				require.NoError(t, err, here)
				for _, spelt := range []string{folder, way} {
					data, err := filesystem.ReadFile(files, filepath.Join(spelt, "a"), 100)
					require.NoError(t, err, "%s in %s", spelt, here)
					assert.Equal(t, "text\n", string(data), "%s in %s", spelt, here)
				}
			}
			data, err := filesystem.ReadFile(files, filepath.Join(root, "real", "app", "to-a"), 100)
			require.NoError(t, err, here)
			assert.Equal(t, "text\n", string(data), here)
		}
	}
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
