package memory

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TestCategoriesOfRealJVMs holds plans against what each JVM counts when it
// ends, by collector: every category that it prints belongs to a pool, the
// parts add up to its total, and the collector's memory, of which JDK 8 keeps a
// part under other names, comes to what is predicted.
func TestCategoriesOfRealJVMs(t *testing.T) {
	dir, m := jvmtest.Folder(t), thisMachine(t)
	for _, jdk := range jvmflag.Supported {
		collectors := []string{"G1", "Parallel", "Serial"}
		if jdk == 8 {
			collectors = append(collectors, "ConcMarkSweep")
		}
		for _, collector := range collectors {
			t.Run(fmt.Sprintf("%d/%s", jdk, collector), func(t *testing.T) {
				m.Stripped = jvmtest.Stripped(dir, jdk)
				options := "-Xms300m -Xmx300m -XX:ActiveProcessorCount=4 -XX:+UnlockDiagnosticVMOptions -XX:+PrintNMTStatistics -XX:NativeMemoryTracking=summary -XX:+Use" + collector + "GC"
				output := jvmtest.Run(t, jvmtest.Java(dir, jdk), strings.Fields(options+" -version")...)
				counted, err := nmt.Read(source.NewFile(strconv.Itoa(jdk), []byte(output)))
				require.NoError(t, err)
				jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, jdk, options), m)
				require.Nil(t, refusal)
				budget, ok := Of(jvm, jvmtest.Resolve(t, jdk, options), Program{Measured: counted})
				require.True(t, ok)
				require.Empty(t, budget.Compared.Strange.Name, "no pool is known for it")
				checkParts(t, budget.Compared)
			})
		}
	}
}

func checkParts(t *testing.T, c *Comparison) {
	sum, names := c.Books.N, 0
	for _, p := range c.Parts {
		sum += p.Measured.N
		for _, name := range p.Categories {
			if _, ok := c.With.Category(name); ok {
				names++
			}
		}
		switch p.Name {
		case "heap":
			assert.Equal(t, p.Planned(), p.Measured.N)
		case "GC":
			assert.InEpsilon(t, p.AtStart(), p.Measured.N, 0.01, p.Categories)
		case "malloc overhead":
			assert.False(t, p.Measured.Known())
		default:
			assert.True(t, p.Measured.Known(), p.Name)
		}
	}
	assert.Equal(t, len(c.With.Categories), names, "each category belongs to one pool")
	assert.InDelta(t, c.With.Total.Committed.N, sum, float64(c.With.Unit)*float64(names))
	assert.Zero(t, c.Heap)
}
