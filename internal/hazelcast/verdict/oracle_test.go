package verdict

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// oracle is the parser of a real jar, running in a JVM of its own.
type oracle struct {
	release hazelcast.Version
	jar     string
	in      io.Writer
	out     *bufio.Reader
}

// answer is what the real parser made of a document.
type answer struct {
	Thrown     []string
	Violations []struct{ Location, Message string }
}

func (a answer) refused() bool { return len(a.Thrown) > 0 }

// oracles are those of the jars that JVMLINT_HAZELCAST holds, as
// scripts/hazelcast.sh fetches them. Without, the test is skipped.
func oracles(t *testing.T) []*oracle {
	dir := os.Getenv("JVMLINT_HAZELCAST")
	if dir == "" {
		t.Skip("JVMLINT_HAZELCAST names no folder with jars of Hazelcast: bash scripts/hazelcast.sh DIR fetches them")
	}
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("there is no javac")
	}
	java := filepath.Join(filepath.Dir(javac), "java")
	if _, err := os.Stat(java); err != nil {
		java = "java"
	}
	var all []*oracle
	for _, name := range []string{"5.3.1", "5.7.0"} {
		jar := filepath.Join(dir, "hazelcast-"+name+".jar")
		require.FileExists(t, jar)
		release, _ := hazelcast.ParseVersion(name)
		all = append(all, start(t, javac, java, jar, release))
	}
	return all
}

func start(t *testing.T, javac, java, jar string, release hazelcast.Version) *oracle {
	classes := t.TempDir()
	out, err := exec.Command(javac, "-cp", jar, "-d", classes, filepath.Join("testdata", "Oracle.java")).CombinedOutput()
	require.NoError(t, err, string(out))
	cmd := exec.Command(java, "-Xmx512m", "-XX:+UseSerialGC", "-Dhazelcast.logging.type=none", "-cp", classes+string(os.PathListSeparator)+jar, "Oracle")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	answers, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = nil // the parser logs there
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	return &oracle{release: release, jar: jar, in: in, out: bufio.NewReader(answers)}
}

func (o *oracle) ask(t *testing.T, kind Kind, text []byte) answer {
	letter := map[Kind]byte{Member: 'm', Client: 'c', Failover: 'f'}[kind]
	question := binary.BigEndian.AppendUint32([]byte{letter}, uint32(len(text)))
	_, err := o.in.Write(append(question, text...))
	require.NoError(t, err)
	line, err := o.out.ReadBytes('\n')
	require.NoError(t, err, "the parser ended")
	var a answer
	require.NoError(t, json.Unmarshal(line, &a), string(line))
	return a
}
