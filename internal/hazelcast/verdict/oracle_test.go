package verdict

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// oracle is the parser of a real jar, running in a JVM of its own.
type oracle struct {
	release hazelcast.Version
	jar     string

	javac, java string
	in          io.Writer
	out         *bufio.Reader
}

// answer is what the real parser made of a document.
type answer struct {
	Thrown     []string
	Violations []struct{ Location, Message string }
	Settings   map[string]string // of a member, as it has read them
}

func (a answer) refused() bool { return len(a.Thrown) > 0 }

// oracles are those of the jars that JVMLINT_HAZELCAST_JARS holds, as
// scripts/hazelcast.sh fetches them. Without, the test is skipped.
func oracles(t *testing.T) []*oracle {
	dir := os.Getenv("JVMLINT_HAZELCAST_JARS")
	if dir == "" {
		t.Skip("JVMLINT_HAZELCAST_JARS names no folder with jars of Hazelcast: bash scripts/hazelcast.sh DIR fetches them")
	}
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("there is no javac")
	}
	java := filepath.Join(filepath.Dir(javac), "java")
	if _, err := os.Stat(java); err != nil {
		java = "java"
	}
	jars, err := filepath.Glob(filepath.Join(dir, "hazelcast-*.jar"))
	require.NoError(t, err)
	require.NotEmpty(t, jars, dir)
	var all []*oracle
	for _, jar := range jars {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(jar), "hazelcast-"), ".jar")
		release, ok := hazelcast.ParseVersion(name)
		require.True(t, ok, jar)
		all = append(all, &oracle{release: release, jar: jar, javac: javac, java: java})
	}
	return all
}

// start compiles the question against the jar, and starts the parser.
func (o *oracle) start(t *testing.T) {
	classes := t.TempDir()
	out, err := exec.Command(o.javac, "-cp", o.jar, "-d", classes, filepath.Join("testdata", "Oracle.java")).CombinedOutput()
	require.NoError(t, err, string(out))
	cmd := exec.Command(o.java, "-Xmx512m", "-XX:+UseSerialGC", "-Dhazelcast.logging.type=none", "-cp", classes+string(os.PathListSeparator)+o.jar, "Oracle")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	answers, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	o.in, o.out = in, bufio.NewReader(answers)
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
}

func (o *oracle) ask(t *testing.T, kind Kind, text []byte) answer {
	return o.askAs(t, map[Kind]byte{Member: 'm', Client: 'c', Failover: 'f'}[kind], text)
}

// askXML asks about a document of XML.
func (o *oracle) askXML(t *testing.T, kind Kind, text []byte) answer {
	return o.askAs(t, map[Kind]byte{Member: 'M', Client: 'C', Failover: 'F'}[kind], text)
}

func (o *oracle) askAs(t *testing.T, letter byte, text []byte) answer {
	question := binary.BigEndian.AppendUint32([]byte{letter}, uint32(len(text)))
	_, err := o.in.Write(append(question, text...))
	require.NoError(t, err)
	line, err := o.out.ReadBytes('\n')
	require.NoError(t, err, "the parser ended")
	var a answer
	require.NoError(t, json.Unmarshal(line, &a), string(line))
	return a
}
