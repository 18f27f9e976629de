package jvmflag

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag/jvmtest"
)

func partings(t *testing.T, jdk int, line string) []string {
	words, err := Words(text(line))
	require.NoError(t, err)
	var all []string
	for _, p := range Resolve(jdk, OnChannel(CommandLine, words)).Partings() {
		all = append(all, p.State.String()+" "+p.At.String()+" "+p.Value.String())
	}
	return all
}

func TestPartings(t *testing.T) {
	for _, c := range []struct {
		jdk  int
		line string
		want []string
	}{
		{17, "-Xmx1g -XX:+UseG1GC", nil},
		{11, "-Xmx1g -XX:MaxPermSize=64m", []string{"obsolete -XX:MaxPermSize=64m 64m"}},
		{8, "-XX:MaxPermSizes=64m -XX:+DefaultMaxRAMFraction", []string{"obsolete -XX:MaxPermSizes=64m 64m"}}, // by its beginning
		{17, "-XX:MaxPermSize=64m", nil}, // refused
		{25, "-XX:-ZGenerational", []string{"obsolete -XX:-ZGenerational -"}},
		{17, "-XX:+PrintGC -XX:-PrintGCDetails", []string{"deprecated -XX:+PrintGC +"}},
		{11, "-XX:-TraceClassLoading", []string{"deprecated -XX:-TraceClassLoading -"}},
		{17, "-XX:MaxRAMFraction=x -XX:MinRAMFraction=3", []string{"deprecated -XX:MinRAMFraction=3 3"}},
		{17, "-XX:+Nonsense -Xprof --illegal-access=deny", []string{"obsolete -Xprof ", "obsolete --illegal-access=deny deny"}},
		{17, "-cs -noverify -Xloggc:f", []string{"obsolete -cs ", "deprecated -noverify ", "deprecated -Xloggc:f f"}},
		{8, "-Xloggc:f -noverify -mx1g", nil},
		{25, "-mx1g -Xnoagent", []string{"deprecated -mx1g 1g"}},
	} {
		assert.Equal(t, c.want, partings(t, c.jdk, c.line), "%d %s", c.jdk, c.line)
	}
}

// Of each word that a real JVM parts with, and of no other, it says so.
func TestPartingWordsReal(t *testing.T) {
	jvmtest.Folder(t)
	for _, jdk := range Tables {
		for _, w := range partingWords() {
			word := w.Name + map[string]string{"-Xloggc:": "gc.log", "--illegal-access=": "deny", "-ss": "1m", "-ms": "8m", "-mx": "64m", "-Xmaxjitcodesize": "64m"}[w.Name]
			java := exec.Command(jvmtest.Java(t, jdk), "-XX:-UsePerfData", word, "-version")
			java.Dir = t.TempDir()
			out, _ := java.CombinedOutput() // some do not start with it
			said := strings.Contains(string(out), "deprecated") || strings.Contains(string(out), "Ignoring") || strings.Contains(string(out), "no longer supported")
			assert.Equal(t, said, len(partings(t, jdk, word)) > 0, "JDK %d %s: %s", jdk, word, out)
		}
	}
}
