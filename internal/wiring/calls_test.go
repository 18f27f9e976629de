package wiring

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSystemCalls watches what jvmlint asks the system for: it opens files below
// the folder that it is given and what stands in elsewhere, only to read, talks
// to nobody and starts nothing.
func TestSystemCalls(t *testing.T) {
	if err := exec.Command("strace", "-f", "-o", os.DevNull, "true").Run(); err != nil {
		t.Skipf("skipped: system calls are watched with strace: %s", err)
	}
	top := t.TempDir()
	data, err := program()
	require.NoError(t, err)
	jvmlint := filepath.Join(top, "jvmlint")
	require.NoError(t, os.WriteFile(jvmlint, data, 0o755))
	project := filepath.Join(top, "above", "project")
	require.NoError(t, os.CopyFS(project, os.DirFS(filepath.Join(root(t), "testdata/field-report"))))
	require.NoError(t, os.CopyFS(filepath.Join(project, "chart"), os.DirFS(filepath.Join(root(t), "testdata/gitops/charts/store"))))
	require.NoError(t, os.WriteFile(filepath.Join(top, "outside.yaml"), []byte(bad), 0o644))
	require.NoError(t, os.Symlink("../../outside.yaml", filepath.Join(project, "link.yaml")))
	// settings of a project above it, how much memory the machine has and how
	// large its pages are, the time zone; jvmlint itself, of which a library
	// reads the checksum
	elsewhere := regexp.MustCompile(`/\.jvmlint\.ya?ml$|/\.gitignore$|^/proc/self/|^/sys/|^/etc/localtime$|^/usr/(share|lib)/zoneinfo|^/dev/null$|^` + regexp.QuoteMeta(jvmlint) + `$`)

	for name, line := range map[string]string{
		"check":          "check --exit-zero .",
		"check, patch":   "check --exit-zero --diff --unsafe-fixes .",
		"check, a chart": "check --exit-zero --format sarif chart",
		"predict":        "predict start.yaml",
		"advise":         "advise --jdk 17 --memory 10Gi --cpus 8 --diff .",
	} {
		t.Run(name, func(t *testing.T) {
			calls := filepath.Join(t.TempDir(), "calls")
			c := exec.Command("strace", append([]string{"-f", "-qq", "-e", "signal=none", "-e", "trace=%file,%network,?execveat", "-o", calls, jvmlint}, strings.Fields(line)...)...)
			c.Dir = project
			out, err := c.CombinedOutput()
			require.NoError(t, err, "%s", out)
			text, err := os.ReadFile(calls)
			require.NoError(t, err)
			assert.Empty(t, beyond(string(text), func(name string) bool {
				if !filepath.IsAbs(name) {
					name = filepath.Join(project, name)
				}
				return name == project || strings.HasPrefix(name, project+"/") || elsewhere.MatchString(name)
			}))
			assert.Equal(t, 1, strings.Count(string(text), " execve("), "only jvmlint is started")
			assert.Regexp(t, `"[^"]*(start|values).yaml", O_RDONLY`, string(text), "files are read")
		})
	}
}

var (
	systemCall = regexp.MustCompile(`(?m)^\d+ +(\w+)\((.*)$`)
	opened     = regexp.MustCompile(`"([^"]*)", (O_[A-Z_|]+)`)
	writing    = regexp.MustCompile(`O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)`)
	looking    = regexp.MustCompile(`^(newfstatat|fstatat64|statx|stat|lstat|access|faccessat2?|readlink|readlinkat|getcwd|statfs|chdir|execve)$`)
)

// beyond are the calls of a trace that do more than look at files, and to read
// those that may be opened.
func beyond(trace string, mayOpen func(string) bool) (calls []string) {
	for _, m := range systemCall.FindAllStringSubmatch(trace, -1) {
		file := opened.FindStringSubmatch(m[2])
		reads := strings.HasPrefix(m[1], "open") && file != nil && !writing.MatchString(file[2]) && mayOpen(file[1])
		if !reads && !looking.MatchString(m[1]) {
			calls = append(calls, m[0])
		}
	}
	return calls
}

// What the test above looks for is found.
func TestBeyond(t *testing.T) {
	for name, c := range map[string]struct {
		call string
		is   bool
	}{
		"a file":          {`12 openat(AT_FDCWD, "jvm.options", O_RDONLY|O_CLOEXEC) = 3`, false},
		"looked at":       {`12 newfstatat(AT_FDCWD, "/etc/passwd", 0xc0001, 0) = 0`, false},
		"another file":    {`12 openat(AT_FDCWD, "/etc/passwd", O_RDONLY|O_CLOEXEC <unfinished ...>`, true},
		"written":         {`12 openat(AT_FDCWD, "jvm.options", O_RDWR|O_CREAT|O_CLOEXEC, 0600) = 3`, true},
		"removed":         {`12 unlinkat(AT_FDCWD, "jvm.options", 0) = 0`, true},
		"a socket":        {`12 socket(AF_INET, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 3`, true},
		"another's part":  {`12 <... openat resumed>) = 3`, false},
		"another program": {`12 execveat(3, "git", 0x1, 0x2, 0) = 0`, true},
	} {
		t.Run(name, func(t *testing.T) {
			found := beyond(c.call+"\n", func(name string) bool { return name == "jvm.options" })
			assert.Equal(t, c.is, len(found) > 0)
		})
	}
}
