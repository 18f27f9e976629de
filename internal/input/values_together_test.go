package input

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Whatever stands beside values in a file, of them the same is read: no reader claims a
// document. Values files of all scripts are put below a key each, by themselves and in all pairs.
func TestValuesAreReadWhateverStandsBeside(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob("../../testdata/scripts/*.txtar")
	require.NoError(t, err)
	var all []string
	for _, name := range scripts {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		for _, f := range archive.Files {
			if base := filepath.Base(f.Name); strings.Contains(base, "values") && strings.HasSuffix(base, ".yaml") && isMapping(f.Data) {
				all = append(all, string(f.Data))
			}
		}
	}
	all = append(all, "hazelcast:\n  javaOpts: -Xmx1g\nenv:\n  - {name: JAVA_TOOL_OPTIONS, value: -Xmx2g}\n", "kafka:\n  heapOpts: -Xmx1g\n  controller:\n    resources: {limits: {memory: 2Gi}}\n")
	require.GreaterOrEqual(t, len(all), 30)
	some := 0
	for _, one := range all {
		for _, other := range all {
			first, second := below("first", one), below("second", other)
			alone := append(readOf(first), readOf(second)...)
			some += len(alone)
			assert.ElementsMatch(t, alone, readOf(first+second), "%s\n%s", first, second)
		}
	}
	require.Greater(t, some, 2000)
}

// isMapping reports whether a text is one document, a mapping, that can be put below a key.
func isMapping(text []byte) bool {
	in := Read(source.NewFile("values.yaml", text))
	return len(in.Problems) == 0 && in.Format == kube.ChartValues && !strings.Contains("\n"+string(text), "\n---") && !strings.Contains(string(text), "jvmlint:")
}

// below puts a mapping below a key.
func below(key, text string) string {
	var b strings.Builder
	b.WriteString(key + ":\n")
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if strings.TrimSpace(line) != "" {
			line = "  " + line
		}
		b.WriteString(line)
	}
	return b.String()
}

// readOf is what was read of each JVM, where it stands below which key.
func readOf(text string) (all []string) {
	in := Read(source.NewFile("values.yaml", []byte(text)))
	for _, w := range in.Workloads {
		var options []string
		for _, o := range w.Options {
			options = append(options, o.Text.String())
		}
		all = append(all, fmt.Sprint(w.Name, " ", w.IsMember, " ", w.Image.String(), " ", w.Memory, " ", w.CPUs, " ", w.Known, " ", options))
	}
	for _, u := range in.Unjudged {
		all = append(all, "unjudged: "+u.Why)
	}
	return all
}
