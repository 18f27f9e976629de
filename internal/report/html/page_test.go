package html

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// sample is a report of one finding, and of one problem.
func sample() report.Report {
	values := source.NewFile("values.yaml", []byte("limit: 10Gi\r\nżółw: -Xmx9g -Dpassword=hunter2\r\n"))
	limit, size := values.Span(7, 11), values.Span(26, 28)
	f := &lint.Finding{
		Rule: &lint.Rule{ID: "heap-size", Title: "it is large"}, Severity: lint.Warning, Message: "9g, and password=hunter2", Span: size,
		Related: []lint.Related{{Message: "memory limit", Span: limit}}, Workload: &workload.Workload{Identity: workload.Identity{Name: "hazelcast", File: values}},
	}
	f.Suggest(lint.Unsafe, "lower it", source.Edit{Span: size, New: "8g"})
	return report.Of(report.Check{
		Result: &lint.Result{Findings: []*lint.Finding{f}}, Problems: []*source.Problem{{File: values, Span: limit, Message: "<bad> & worse"}},
	})
}

func TestSource(t *testing.T) {
	assert.Equal(t, []line{
		{Number: 1, Pieces: []piece{{Text: "limit: "}, {Text: "10Gi", Kind: "part", Labels: []string{"memory limit"}}}},
		{Number: 2, Pieces: []piece{{Text: "żółw: -Xmx"}, {Text: "9g", Kind: "at"}, {Text: " -Dpassword=*******"}}},
	}, sourceOf(sample().Findings[0]))
}

// A mark without characters underlines the next one, or stands behind the last;
// another file is named.
func TestSourceOfEmptyPlaces(t *testing.T) {
	file, other := source.NewFile("a", []byte("ab\n\n")), source.NewFile("b", []byte("xyz"))
	f := &lint.Finding{Rule: &lint.Rule{}, Workload: &workload.Workload{}, Span: file.Span(3, 3), Related: []lint.Related{
		{Message: "before", Span: file.Span(0, 0)}, {Message: "behind", Span: file.Span(2, 2)}, {Message: "there", Span: other.Span(1, 3)},
	}}
	assert.Equal(t, []line{
		{Number: 1, Pieces: []piece{{Text: "a", Kind: "part", Labels: []string{"before"}}, {Text: "b"}, {Kind: "part", Labels: []string{"behind"}}}},
		{Number: 2, Pieces: []piece{{Kind: "at"}}},
		{File: "b", Number: 1, Pieces: []piece{{Text: "x"}, {Text: "yz", Kind: "part", Labels: []string{"there"}}}},
	}, sourceOf(report.FindingOf(f)))
}

// The bars are to scale: 6 of 8 GiB at start, 10 planned, a limit at 8.
func TestMemory(t *testing.T) {
	const gib = 1 << 30
	c := memoryOf(report.MemoryOf(memory.Budget{Pools: []memory.Pool{
		{Name: "heap", Committed: 6 * gib, Planned: 9 * gib, Ceiling: 9 * gib, Why: "command line"},
		{Name: "GC", Planned: gib, Ceiling: hotspot.Unbounded, Kind: memory.Estimate, Why: "seen"},
	}}, &workload.Workload{Limits: workload.Limits{Memory: source.Value{N: 8 * gib, Origin: source.Configured}}}))
	assert.Equal(t, &memoryChart{
		Alt: "Bars of the memory: 6144 MiB at start, 10240 MiB planned, over a limit of 8192 MiB: 2048 MiB too little",
		Bars: []memoryBar{
			{Label: "at start", Sum: "6144 MiB", Parts: []chartPart{{0, 58.2, 0, "heap 6144 MiB"}}},
			{Label: "planned", Sum: "10240 MiB", Parts: []chartPart{{0, 87.3, 0, "heap 9216 MiB"}, {87.3, 9.7, 1, "GC 1024 MiB"}},
				Over: &chartPart{X: 77.6, Width: 19.4, Title: "over the limit by 2048 MiB"}},
		},
		Limit: &chartMark{X: 77.6, Label: "limit 8192 MiB", Right: true}, Verdict: "2048 MiB too little",
		Largest: []memoryPool{{Name: "heap"}, {Name: "GC", Colour: 1}},
		Pools: []memoryPool{
			{"heap", 0, "6144 MiB", "9216 MiB", "9216 MiB", "exact: command line"},
			{"GC", 1, "0 MiB", "1024 MiB", "no bound", "estimate: seen"},
			{"sum", -1, "6144 MiB", "10240 MiB", "no bound", ""},
		},
	}, c)
	assert.Equal(t, "87.30%", c.Bars[1].Parts[1].X.String())
}

// One time line holds the pause and what the heartbeats allow: of 60 s that
// are drawn, 25 s are safe and from 35 s on the member goes.
func TestPause(t *testing.T) {
	beats := hazelcast.Heartbeats{Timeout: source.Value{N: 30_000, Origin: source.Option}, Interval: source.Value{N: 5000, Origin: source.Default}}
	c := pauseOf(pause.Pause{Bracket: pause.Bracket{Low: 3000, Expected: 12_000, High: 30_000}, Basis: []string{"all of it"}}, beats)
	of := func(seconds float64) percent { return percent(seconds / 60 * 97) }
	assert.InDelta(t, float64(of(25)), float64(c.Safe.Width), 0.02)
	assert.InDelta(t, float64(of(10)), float64(c.Phase.Width), 0.02)
	assert.InDelta(t, float64(of(35)), float64(c.Removed.X), 0.02)
	assert.InDelta(t, float64(of(3)), float64(c.Range.X), 0.02)
	assert.InDelta(t, float64(of(30)), float64(c.Range.X+c.Range.Width), 0.02)
	assert.InDelta(t, float64(of(60)), float64(c.Second.X+c.Second.Width), 0.02)
	assert.Equal(t, "heartbeats allow 25 s, a full GC may take 60 s", c.Verdict)
	assert.False(t, c.Outlasts)
	var ticks []string
	for _, tick := range c.Ticks {
		ticks = append(ticks, tick.Label)
	}
	assert.Equal(t, []string{"0", "25 s", "35 s", "60 s"}, ticks)

	measured := measuredPauseOf(predict.Stop{Kind: gclog.FullCollection, Length: source.Value{N: 12_000, Origin: source.Argument, Why: "--full-gc-pause"}}, beats)
	assert.True(t, measured.Outlasts)
	assert.Nil(t, measured.Second, "what was measured is the longest")
	assert.Equal(t, "the longest stop, a full GC: 12 s, given by --full-gc-pause", measured.Legend[0].Text)
}

// Labels that would stand on each other are left out: the legend has them all.
func TestTimeLineOfCloseTicks(t *testing.T) {
	c, _ := timeLine(1000, gclog.FullCollection, hazelcast.Heartbeats{Timeout: source.Value{N: 120_000, Origin: source.Option}, Interval: source.Value{N: 5000, Origin: source.Default}})
	require.Len(t, c.Ticks, 2)
	assert.Equal(t, "115 s", c.Ticks[1].Label)
}

// What the page holds can be found by its readers, and by nobody else.
func TestPage(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Write(&b, sample()))
	for _, part := range []string{
		`<html lang="en">`, `<meta name="viewport" content="width=device-width, initial-scale=1">`, "default-src &#39;none&#39;",
		"<h3><span class=\"severity\">warning</span> 9g, and password=*******</h3>", `<a href="#rule-heap-size">heap-size</a>`, `<div id="rule-heap-size">`,
		"<li>fix (unsafe): lower it</li>", `<code>values.yaml:1:8</code>: &lt;bad&gt; &amp; worse`,
	} {
		assert.Contains(t, strings.ReplaceAll(b.String(), "default-src 'none'", "default-src &#39;none&#39;"), part)
	}
	assert.NotContains(t, b.String(), "src=")
	assert.NotContains(t, b.String(), "ZgotmplZ", "html/template refused a value")
}
