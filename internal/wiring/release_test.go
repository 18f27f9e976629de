package wiring

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// program is jvmlint as it stands, released as 1.2.3.
var program = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "jvmlint")
	build := exec.Command("go", "build", "-o", name, "-ldflags", "-X github.com/jvmlint/jvmlint/internal/cli.release=1.2.3", "./cmd/jvmlint")
	build.Dir = "../.."
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return os.ReadFile(name)
})

// releases is a folder as the page of releases serves it, with one release of
// the program. It gives its address.
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
	data, err := program()
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

// unsigned is the setting under which scripts/install.sh takes a release of
// these tests, which nobody has signed.
const unsigned = "JVMLINT_VERIFY=checksum"

// install runs scripts/install.sh, and gives what it prints.
func install(t *testing.T, from, version, folder string, environment ...string) (string, error) {
	c := exec.Command("bash", filepath.Join(root(t), "scripts/install.sh"), version, folder)
	c.Env = append(os.Environ(), "JVMLINT_RELEASES="+from, "no_proxy=127.0.0.1", unsigned)
	c.Env = append(c.Env, environment...)
	out, err := c.CombinedOutput()
	return string(out), err
}

func TestInstall(t *testing.T) {
	from := releases(t, "1.2.3")
	folder := filepath.Join(t.TempDir(), "new")
	out, err := install(t, from, "v1.2.3", folder)
	require.NoError(t, err, out)
	assert.Contains(t, out, "1.2.3")

	out, err = install(t, from, "9.9.9", folder)
	assert.Error(t, err, "there is no such release")
	assert.NotContains(t, out, "jvmlint 9.9.9")

	checksums := filepath.Join(from[len("file://"):], "download/v1.2.3/checksums.txt")
	data, err := os.ReadFile(checksums)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(checksums, append([]byte("0000"), data[4:]...), 0o644))
	other := filepath.Join(t.TempDir(), "other")
	out, err = install(t, from, "1.2.3", other)
	assert.Error(t, err, "an archive that somebody changed is not installed")
	assert.NoFileExists(t, filepath.Join(other, "jvmlint"), out)
}

// TestInstallVerifies installs a release with a cosign that writes down what it
// is asked, and accepts or refuses.
func TestInstallVerifies(t *testing.T) {
	from := releases(t, "1.2.3")
	bundle := filepath.Join(from[len("file://"):], "download/v1.2.3", "checksums.txt"+signatureSuffix(t))
	const signer = "https://github.com/jvmlint/jvmlint/.github/workflows/release.yml@refs/tags/v1.2.3"
	require.FileExists(t, filepath.Join(root(t), ".github/workflows/release.yml"))
	for name, c := range map[string]struct {
		verify, cosign string // cosign is what it runs; none where empty
		unsigned       bool
		installed      bool
		want           string
	}{
		"accepted":                  {"auto", "true", false, true, "signed by " + signer},
		"refused":                   {"auto", "echo none of the expected identities matched; false", false, false, "checksums.txt is not signed by " + signer + ": none of the expected identities matched"},
		"no signature":              {"auto", "true", true, false, "v1.2.3 has no signature at " + from},
		"a signature is not wanted": {"checksum", "false", true, true, "the signature is not verified, only the checksum: that takes cosign"},
		"no cosign":                 {"auto", "", false, true, "the signature is not verified, only the checksum: that takes cosign"},
		"no cosign, but demanded":   {"signature", "", false, false, "there is no cosign, and JVMLINT_VERIFY demands a signature"},
		"another word":              {"never", "true", false, false, "JVMLINT_VERIFY is never; it can be auto, signature or checksum"},
	} {
		t.Run(name, func(t *testing.T) {
			programs, asked := t.TempDir(), filepath.Join(t.TempDir(), "asked")
			if c.cosign != "" {
				script := "#!/bin/sh\necho \"$@\" >>" + asked + "\n" + c.cosign + "\n"
				require.NoError(t, os.WriteFile(filepath.Join(programs, "cosign"), []byte(script), 0o755))
			} else if _, err := exec.LookPath("cosign"); err == nil {
				t.Skip("skipped: there is a cosign on the path")
			}
			require.NoError(t, os.RemoveAll(bundle))
			if !c.unsigned {
				require.NoError(t, os.WriteFile(bundle, []byte("{}"), 0o644))
			}
			folder := t.TempDir()
			out, err := install(t, from, "1.2.3", folder, "JVMLINT_VERIFY="+c.verify, "PATH="+programs+":"+os.Getenv("PATH"))
			assert.Equal(t, c.installed, err == nil, out)
			assert.Contains(t, out, "install.sh: "+c.want+"\n")
			if c.installed {
				assert.FileExists(t, filepath.Join(folder, "jvmlint"))
			} else {
				assert.NoFileExists(t, filepath.Join(folder, "jvmlint"))
			}
			if c.want == "signed by "+signer {
				call, err := os.ReadFile(asked)
				require.NoError(t, err)
				assert.Regexp(t, `^verify-blob --bundle \S+/bundle --certificate-identity `+regexp.QuoteMeta(signer)+
					` --certificate-oidc-issuer https://token\.actions\.githubusercontent\.com \S+/checksums\.txt\n$`, string(call))
			}
		})
	}
}

// signatureSuffix is what the name of a signed file gets added, by the
// configuration of goreleaser.
func signatureSuffix(t *testing.T) string {
	var release struct {
		Signs []struct{ Artifacts, Signature string }
	}
	read(t, ".goreleaser.yaml", &release)
	require.Len(t, release.Signs, 1)
	require.Equal(t, "checksum", release.Signs[0].Artifacts)
	suffix, ok := strings.CutPrefix(release.Signs[0].Signature, "${artifact}")
	require.True(t, ok)
	return suffix
}

// The newest release is where the page of releases leads to, and its files are
// on another server, as those of GitHub are. Without a release the page leads
// to itself.
func TestInstallLatest(t *testing.T) {
	files := httptest.NewServer(http.FileServer(http.Dir(strings.TrimPrefix(releases(t, "1.2.3"), "file://"))))
	defer files.Close()
	var mu sync.Mutex
	var asked []string
	newest := "/o/n/releases/tag/v1.2.3"
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.Method+" "+r.URL.Path)
		below, _ := strings.CutPrefix(r.URL.Path, "/o/n/releases")
		switch {
		case below == "/latest":
			http.Redirect(w, r, newest, http.StatusFound)
		case strings.HasPrefix(below, "/download/"):
			http.Redirect(w, r, files.URL+below, http.StatusFound)
		case below != "" && r.URL.Path != newest:
			http.NotFound(w, r)
		}
	}))
	defer page.Close()
	from := page.URL + "/o/n/releases"
	folder := t.TempDir()
	out, err := install(t, from, "latest", folder)
	require.NoError(t, err, out)
	assert.Contains(t, out, "jvmlint 1.2.3")
	assert.FileExists(t, filepath.Join(folder, "jvmlint"))
	archive := fmt.Sprintf("GET /o/n/releases/download/v1.2.3/jvmlint_1.2.3_%s_%s.tar.gz", runtime.GOOS, runtime.GOARCH)
	assert.Equal(t, []string{
		"HEAD /o/n/releases/latest", "HEAD /o/n/releases/tag/v1.2.3", "GET /o/n/releases/download/v1.2.3/checksums.txt", archive,
	}, asked)

	newest = "/o/n/releases"
	out, err = install(t, from, "latest", t.TempDir())
	assert.Error(t, err)
	assert.Equal(t, "install.sh: there is no newest release at "+from+"\n", out)
}

// TestPlaygroundPage copies the page that is installed with the program: where archives, packages and Homebrew put it.
func TestPlaygroundPage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: it makes links")
	}
	data, err := program()
	require.NoError(t, err)
	const page = "jvmlint-playground.html"
	for name, c := range map[string]struct {
		at   string // where the page lies, as seen from the program's folder; empty: nowhere
		into string
		want string // of standard output and of standard error
		code int
	}{
		"beside":         {at: ".", into: "out", want: "out/" + page + "\n"},
		"a share":        {at: "../share/jvmlint", into: "out/", want: "out/" + page + "\n"},
		"current folder": {at: ".", into: ".", want: page + "\n"},
		"nowhere": {into: "out", code: 2, want: "jvmlint: there is no " + page + " in ROOT/bin or ROOT/share/jvmlint: put that of " +
			"https://github.com/jvmlint/jvmlint/releases/download/v1.2.3/" + page + " there, or what bash scripts/playground.sh FILE makes of the source\n"},
		"no folder":             {at: ".", into: "none", code: 2, want: "jvmlint: none/" + page + ": no such file or directory\n"},
		"a link that leads out": {at: ".", into: "led", code: 2, want: "jvmlint: led/" + page + ": a link leads out of the repository, or out of its folder: name the file that it leads to\n"},
	} {
		t.Run(name, func(t *testing.T) {
			installed, err := filepath.EvalSymlinks(t.TempDir())
			require.NoError(t, err)
			bin, work, outside := filepath.Join(installed, "bin"), t.TempDir(), t.TempDir()
			for _, folder := range []string{bin, filepath.Join(bin, c.at), filepath.Join(work, "out"), filepath.Join(work, ".git")} {
				require.NoError(t, os.MkdirAll(folder, 0o755), folder)
			}
			require.NoError(t, os.WriteFile(filepath.Join(bin, "jvmlint"), data, 0o755))
			if c.at != "" {
				require.NoError(t, os.WriteFile(filepath.Join(bin, c.at, page), []byte("<html>"), 0o644))
			}
			linked := filepath.Join(t.TempDir(), "jvmlint") // as Homebrew does
			require.NoError(t, os.Symlink(filepath.Join(bin, "jvmlint"), linked))
			require.NoError(t, os.Symlink(outside, filepath.Join(work, "led")))
			cmd := exec.Command(linked, "playground", c.into)
			cmd.Dir = work
			out, _ := cmd.CombinedOutput()
			assert.Equal(t, strings.ReplaceAll(c.want, "ROOT", installed), string(out))
			assert.Equal(t, c.code, cmd.ProcessState.ExitCode())
			assert.NoFileExists(t, filepath.Join(outside, page))
			if c.code == 0 {
				copied, err := os.ReadFile(filepath.Join(work, strings.TrimSpace(c.want)))
				require.NoError(t, err)
				assert.Equal(t, "<html>", string(copied))
			}
		})
	}
}

// TestPageIsInstalled holds that archives, packages and the formula put the page where the program looks.
func TestPageIsInstalled(t *testing.T) {
	type file struct{ Src, Dst string }
	var release struct {
		Archives []struct{ Files []any }
		NFPMs    []struct{ Contents []file } `yaml:"nfpms"`
		Brews    []struct{ Install string }
	}
	read(t, ".goreleaser.yaml", &release)
	const page = "jvmlint-playground.html"
	assert.Contains(t, release.Archives[0].Files, any(map[string]any{"src": "build/" + page, "dst": page}))
	assert.Contains(t, release.NFPMs[0].Contents, file{"build/" + page, "/usr/share/jvmlint/" + page})
	assert.Contains(t, release.Brews[0].Install, "pkgshare.install \""+page+"\"\n")
}
