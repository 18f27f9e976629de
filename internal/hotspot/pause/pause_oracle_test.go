package pause

import (
	"encoding/csv"
	"fmt"
	"math"
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
// lab/fullgc wrote.
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

// TestScaledPauses holds the bracket that one measured pause narrows against full GCs
// that were measured when it stood, each scaled by the longest of every other JVM on the same
// machine: of the same program, whatever its collector, heap, live data, threads and JDK, and of any.
func TestScaledPauses(t *testing.T) {
	gcs := measuredFullGCs(t, "testdata/fullgcs-scaled.tsv")
	program := func(gc measuredFullGC) string { return fmt.Sprint(gc.shape, gc.order, gc.bytes) }
	run := func(gc measuredFullGC) string { return fmt.Sprint(gc.jdk, gc.options, program(gc)) }
	jvms := make([]*hotspot.JVM, len(gcs))
	longest := map[string]int{} // of each run
	for i, gc := range gcs {
		jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, gc.jdk, gc.options), machine(24<<30, 2))
		require.Nil(t, refusal, gc.options)
		jvms[i] = jvm
		if k, known := longest[run(gc)]; !known || gc.pause > gcs[k].pause {
			longest[run(gc)] = i
		}
	}
	groups := []*brackets{{name: "not scaled"}, {name: "scaled, same program and collector"}, {name: "scaled, same program, other collector"}, {name: "scaled, other program"}}
	for i, gc := range gcs {
		plain, ok := FullGC(jvms[i], gc.liveData())
		require.True(t, ok, gc.options)
		groups[0].add(plain, gc)
		for of, k := range longest {
			other := gcs[k]
			if of == run(gc) {
				continue
			}
			measured, ok := MeasuredOn(jvms[k], other.liveData(), given(int64(math.Round(other.pause))))
			require.True(t, ok, gc.options)
			data := gc.liveData()
			if data.Scale = measured.Scale(other.liveData()); data.Scale.Factor == 0 {
				continue
			}
			scaled, _ := FullGC(jvms[i], data)
			switch alike := data.Scale.in(jvms[i]).low == 0.5; {
			case program(gc) != program(other):
				groups[3].add(scaled, gc)
			case alike:
				groups[1].add(scaled, gc)
			default:
				groups[2].add(scaled, gc)
			}
		}
	}
	for _, b := range groups {
		b.report(t)
	}
	for i, least := range []float64{0.95, 0.95, 0.95, 0.9} {
		assert.GreaterOrEqual(t, groups[i].share(), least, groups[i].name)
	}
}

// brackets are pauses, each held against its bracket.
type brackets struct {
	name           string
	inside         int
	widths, ratios []float64 // of the upper end to the lower one; of the pause to what was expected
}

func (b *brackets) add(p Pause, gc measuredFullGC) {
	if float64(p.Low) <= gc.pause && gc.pause <= float64(p.High) {
		b.inside++
	}
	b.widths = append(b.widths, float64(p.High)/max(float64(p.Low), 1))
	b.ratios = append(b.ratios, gc.pause/max(float64(p.Expected), 1))
}

func (b *brackets) share() float64 { return float64(b.inside) / float64(len(b.ratios)) }

func (b *brackets) report(t *testing.T) {
	slices.Sort(b.widths)
	slices.Sort(b.ratios)
	at := func(all []float64, share float64) float64 { return all[int(share*float64(len(all)-1))] }
	fourfold := 0
	for _, r := range b.ratios {
		if r >= 0.5 && r <= 2 {
			fourfold++
		}
	}
	t.Logf("%s: %d of %d inside (%.1f %%); width %.1f, at most %.1f; of what was expected %.2f to %.2f, 90 %% of them %.2f to %.2f, half over %.2f, %.1f %% of them 0.5 to 2", b.name, b.inside, len(b.ratios),
		100*b.share(), at(b.widths, 0.5), at(b.widths, 1), at(b.ratios, 0), at(b.ratios, 1), at(b.ratios, 0.05), at(b.ratios, 0.95), at(b.ratios, 0.5), 100*float64(fourfold)/float64(len(b.ratios)))
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
// values, or the mean of the objects that lab/fullgc/FullGCs.java makes.
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
