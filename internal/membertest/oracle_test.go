package membertest

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// onEach runs a test against each release whose jar is there. Members keep to
// 127.0.0.1 and to ports from 5760 on.
func onEach(t *testing.T, test func(t *testing.T, jar string)) {
	dir := os.Getenv("JVMLINT_HAZELCAST_JARS")
	if dir == "" {
		t.Skip("set JVMLINT_HAZELCAST_JARS to a folder with hazelcast-5.3.1.jar, hazelcast-5.7.0.jar and so on")
	}
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no javac: it compiles the program that asks the members")
	}
	jars, err := filepath.Glob(filepath.Join(dir, "hazelcast-[0-9]*[0-9].jar"))
	require.NoError(t, err)
	require.NotEmpty(t, jars, "no hazelcast-5.3.1.jar or the like in %s", dir)
	for _, jar := range jars {
		release := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(jar), "hazelcast-"), ".jar")
		of := t.Name()
		t.Run(release, func(t *testing.T) {
			t.Cleanup(func() {
				if !t.Skipped() {
					record(of, release, map[bool]string{true: "differs", false: today()}[t.Failed()])
				}
			})
			absolute, err := filepath.Abs(jar)
			require.NoError(t, err)
			test(t, absolute)
		})
	}
}

// member is a JVM that starts members and answers questions about them.
type member struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
}

// classes compiles the program for a release.
func classes(t *testing.T, jar string) string {
	dir := t.TempDir()
	out, err := exec.Command("javac", "--release", "11", "-cp", jar, "-d", dir, "testdata/MemberOracle.java").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return dir
}

// launch starts a JVM with these options.
func launch(t *testing.T, jar, classes string, options ...string) *member {
	return launchOn(t, "java", jar, classes, options...)
}

// launchOn starts the JVM of a java command.
func launchOn(t *testing.T, java, jar, classes string, options ...string) *member {
	return launchAt(t, 5760+10*int(checksum(t.Name())%20), java, jar, classes, options...) // tests of two packages may run at once
}

// launchAt starts the JVM of a java command, whose members listen at a port and those above.
func launchAt(t *testing.T, port int, java, jar, classes string, options ...string) *member {
	return launchIn(t, nil, port, java, jar, classes, options...)
}

// launchIn starts it with variables beside those of the test.
func launchIn(t *testing.T, environment []string, port int, java, jar, classes string, options ...string) *member {
	args := append(append([]string{"-Xmx512m"}, options...), "-cp", jar+string(os.PathListSeparator)+classes, "MemberOracle", strconv.Itoa(port))
	cmd := exec.Command(java, args...)
	cmd.Env = append(os.Environ(), environment...)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	m := &member{t: t, cmd: cmd, in: in, lines: bufio.NewScanner(out)}
	m.lines.Buffer(nil, 1<<20)
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return m
}

// ask sends a command and gives the words of the answer.
func (m *member) ask(words ...any) []string {
	m.t.Helper()
	m.send(words...)
	return m.answer()
}

func (m *member) send(words ...any) {
	text := make([]string, len(words))
	for i, w := range words {
		text[i] = fmt.Sprint(w)
	}
	_, err := io.WriteString(m.in, strings.Join(text, "\t")+"\n")
	require.NoError(m.t, err)
}

func (m *member) answer() []string {
	m.t.Helper()
	require.True(m.t, m.lines.Scan(), "the JVM ended")
	return strings.Split(m.lines.Text(), "\t")
}

// must sends a command that succeeds.
func (m *member) must(words ...any) []string {
	m.t.Helper()
	answer := m.ask(words...)
	require.NotEqual(m.t, "error", answer[0], "%v: %v", words[0], answer)
	return answer
}

// start starts members with a configuration.
func (m *member) start(count int, yaml string) {
	m.t.Helper()
	m.must("start", count, encoded(yaml))
}

// usage is what one member keeps of a map.
type usage struct{ owned, backup, cost int64 }

// stats asks what each member keeps of a map.
func (m *member) stats(name string) []usage {
	m.t.Helper()
	var all []usage
	for _, word := range m.must("stats", name) {
		var u usage
		_, err := fmt.Sscanf(word, "%d,%d,%d", &u.owned, &u.backup, &u.cost)
		require.NoError(m.t, err, word)
		all = append(all, u)
	}
	return all
}

// number is an answer of one number.
func (m *member) number(words ...any) int64 {
	m.t.Helper()
	n, err := strconv.ParseInt(m.must(words...)[0], 10, 64)
	require.NoError(m.t, err)
	return n
}

func encoded(yaml string) string { return base64.StdEncoding.EncodeToString([]byte(yaml)) }

func checksum(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s))
	return h.Sum32()
}

// read reads a configuration as jvmlint does.
func read(t *testing.T, yaml string) *hazelcast.Config {
	docs, err := yamldoc.Parse(source.NewFile("hazelcast.yaml", []byte(yaml)))
	require.NoError(t, err, "%s", yaml)
	e, ok := docs[0].Root.Entry("hazelcast")
	require.True(t, ok)
	return &hazelcast.Config{Root: e.Value, Key: e.Key}
}

// named is what a map of that name gets, as jvmlint sees it.
func named(t *testing.T, c *hazelcast.Config, name string) hazelcast.MapConfig {
	m, err := c.MapNamed(name)
	require.NoError(t, err)
	return m.Config()
}

// seed repeats a run of random cases: JVMLINT_SEED.
func seed(t *testing.T) int64 {
	n := int64(20261121)
	if s := os.Getenv("JVMLINT_SEED"); s != "" {
		var err error
		n, err = strconv.ParseInt(s, 10, 64)
		require.NoError(t, err)
	}
	t.Logf("JVMLINT_SEED=%d", n)
	return n
}

// slow skips a test that takes minutes with each release, and gives the folder of JVMs.
func slow(t *testing.T) string {
	dir := os.Getenv("JVMLINT_JDKS")
	if dir == "" || os.Getenv("JVMLINT_SLOW_MEMBERS") == "" {
		t.Skip("set JVMLINT_SLOW_MEMBERS, and JVMLINT_JDKS to a folder with 17/bin/java and so on: it takes minutes with each release")
	}
	return dir
}
