package input

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Variables that double each other stay within what a process can be given.
func TestReferencesAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - env:\n    - {name: V0, value: \"-Xmx1g -Da=0123456789012345678901234567890123456789 \"}\n")
	for i := range 30 {
		fmt.Fprintf(&b, "    - {name: V%d, value: \"$(V%d)$(V%d)\"}\n", i+1, i, i)
	}
	in := Read(source.NewFile("pod.yaml", []byte(b.String())))
	longest := 0
	for _, w := range in.Workloads {
		for _, o := range w.Options {
			longest = max(longest, o.Text.Len())
		}
	}
	assert.NotEmpty(t, in.Workloads)
	assert.LessOrEqual(t, longest, 128<<10+64)
}
