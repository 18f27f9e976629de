package wiring

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// releases is a folder as the page of releases serves it, with one release of
// jvmlint as it stands. It gives its address.
func releases(t *testing.T, version string) string {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: scripts/install.sh is for Linux and macOS")
	}
	for _, program := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("skipped: scripts/install.sh needs %s", program)
		}
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "jvmlint")
	build := exec.Command("go", "build", "-o", program, "-ldflags", "-X github.com/jvmlint/jvmlint/internal/cli.release="+version, "./cmd/jvmlint")
	build.Dir = root(t)
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	data, err := os.ReadFile(program)
	require.NoError(t, err)

	download := filepath.Join(dir, "download", "v"+version)
	require.NoError(t, os.MkdirAll(download, 0o755))
	name := fmt.Sprintf("jvmlint_%s_%s_%s.tar.gz", version, runtime.GOOS, runtime.GOARCH)
	archive, err := os.Create(filepath.Join(download, name))
	require.NoError(t, err)
	zipped := gzip.NewWriter(archive)
	files := tar.NewWriter(zipped)
	require.NoError(t, files.WriteHeader(&tar.Header{Name: "jvmlint", Mode: 0o755, Size: int64(len(data))}))
	_, err = files.Write(data)
	require.NoError(t, err)
	require.NoError(t, files.Close())
	require.NoError(t, zipped.Close())
	require.NoError(t, archive.Close())
	data, err = os.ReadFile(archive.Name())
	require.NoError(t, err)
	sum := fmt.Sprintf("%x  %s\n", sha256.Sum256(data), name)
	require.NoError(t, os.WriteFile(filepath.Join(download, "checksums.txt"), []byte(sum), 0o644))
	return "file://" + dir
}

func TestInstall(t *testing.T) {
	from := releases(t, "1.2.3")
	install := func(version, folder string) (string, error) {
		c := exec.Command("bash", filepath.Join(root(t), "scripts/install.sh"), version, folder)
		c.Env = append(os.Environ(), "JVMLINT_RELEASES="+from)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	folder := filepath.Join(t.TempDir(), "new")
	out, err := install("v1.2.3", folder)
	require.NoError(t, err, out)
	assert.Contains(t, out, "1.2.3")

	out, err = install("9.9.9", folder)
	assert.Error(t, err, "there is no such release")
	assert.NotContains(t, out, "jvmlint 9.9.9")

	checksums := filepath.Join(from[len("file://"):], "download/v1.2.3/checksums.txt")
	data, err := os.ReadFile(checksums)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(checksums, append([]byte("0000"), data[4:]...), 0o644))
	other := filepath.Join(t.TempDir(), "other")
	out, err = install("1.2.3", other)
	assert.Error(t, err, "an archive that somebody changed is not installed")
	assert.NoFileExists(t, filepath.Join(other, "jvmlint"), out)
}
