package pause

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
)

// measuredFullGC is a full GC of a real JVM: a row of a table that
// scripts/fullgc wrote.
type measuredFullGC struct {
	jdk                   int
	shape, order, options string
	bytes                 int64
	live, pause           float64 // MiB, milliseconds
}

// TestMeasuredPauses holds the bracket against full GCs: those that the model
// was fitted to, and those measured when it stood.
func TestMeasuredPauses(t *testing.T) {
	for _, table := range []string{"fullgcs-fitted.tsv", "fullgcs-heldout.tsv"} {
		t.Run(table, func(t *testing.T) { testPauses(t, measuredFullGCs(t, "testdata/"+table)) })
	}
}

func testPauses(t *testing.T, gcs []measuredFullGC) {
	type share struct{ inside, of int }
	shares := map[string]*share{}
	var ratios []float64 // to what was expected
	for _, gc := range gcs {
		jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, gc.jdk, gc.options), machine(24<<30, 2))
		require.Nil(t, refusal)
		pause, ok := FullGC(jvm, gc.liveData())
		require.True(t, ok, gc.options)
		ratios = append(ratios, gc.pause/float64(pause.Expected))
		inside := float64(pause.Low) <= gc.pause && gc.pause <= float64(pause.High)
		if !inside {
			t.Logf("%.0f ms, predicted %+v: JDK %d %s %s %s %d", gc.pause, pause.Bracket, gc.jdk, gc.options, gc.shape, gc.order, gc.bytes)
		}
		for _, group := range []string{"all", jvm.Collector.String(), fmt.Sprintf("JDK %d", gc.jdk), gc.shape} {
			if shares[group] == nil {
				shares[group] = &share{}
			}
			shares[group].of++
			if inside {
				shares[group].inside++
			}
		}
	}
	slices.Sort(ratios)
	t.Logf("of what was expected: %.2f to %.2f, half of them over %.2f", ratios[0], ratios[len(ratios)-1], ratios[len(ratios)/2])
	const percent = 95
	for group, s := range shares {
		t.Logf("%s: %d of %d inside", group, s.inside, s.of)
		assert.GreaterOrEqual(t, 100*s.inside, percent*s.of, group)
	}
}

func measuredFullGCs(t *testing.T, name string) []measuredFullGC {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	table := csv.NewReader(file)
	table.Comma, table.Comment = '\t', '#'
	rows, err := table.ReadAll()
	require.NoError(t, err)
	require.NotEmpty(t, rows)
	var gcs []measuredFullGC
	for _, row := range rows[1:] {
		column := map[string]string{}
		for i, name := range rows[0] {
			column[name] = row[i]
		}
		number := func(name string) float64 {
			n, err := strconv.ParseFloat(column[name], 64)
			require.NoError(t, err, row)
			return n
		}
		gcs = append(gcs, measuredFullGC{
			jdk: int(number("jdk")), shape: column["shape"], order: column["order"], options: column["options"],
			bytes: int64(number("bytes")), live: number("live"), pause: number("pause"),
		})
	}
	return gcs
}

// liveData is what one would say of the program: the payload of a member's
// values, or the mean of the objects that scripts/fullgc/FullGCs.java makes.
func (gc measuredFullGC) liveData() LiveData {
	const header, word = 16, 8
	array := (gc.bytes + header + word - 1) / word * word
	size := map[string]int64{
		"hazelcast": gc.bytes,
		"arrays":    array,
		"entries":   (array + 192) / 6,
		"records":   (array + 216) / 9,
		"boxed":     26,
	}[gc.shape]
	return LiveData{Live: given(int64(gc.live * (1 << 20))), ValueSize: given(size), Hazelcast: gc.shape == "hazelcast"}
}
