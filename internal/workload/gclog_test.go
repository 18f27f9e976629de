package workload

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/source"
)

func logOf(t *testing.T, lines ...string) *gclog.Log {
	t.Helper()
	log, err := gclog.ReadFiles([]gclog.File{{Name: "gc.log", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(strings.Join(lines, "\n"))), nil }}}, nil)
	require.NoError(t, err)
	return log
}

func TestMeasure(t *testing.T) {
	log := logOf(t,
		"[0.005s] Version: 17.0.9+9 (release)",
		"[100.000s] GC(5) Pause Full (System.gc()) 92M->70M(96M) 2380.600ms",
		"[200.000s] GC(6) Pause Full (System.gc()) 92M->72M(96M) 0.100ms")
	var f Facts
	f.Measure(log)
	at := func(v source.Value) source.Position {
		span := v.Text.Span()
		return span.File.Position(span.Start)
	}
	assert.Equal(t, []any{int64(2381), source.Measured, "gc.log:2"}, []any{f.FullGCPause.N, f.FullGCPause.Origin, f.FullGCPause.Why})
	assert.Equal(t, source.Position{Offset: 37 + 17, Line: 2, Column: 18}, at(f.FullGCPause))
	assert.Equal(t, []any{int64(72 << 20), source.Measured, "gc.log:3"}, []any{f.Live.N, f.Live.Origin, f.Live.Why})

	w := Workload{Identity: Identity{JDK: OpenJDK()}, Launch: Launch{Known: AllOptions}}
	f.Apply(&w)
	assert.Same(t, log, w.GCLog)
	build := release.Build{Release: 17, Update: release.Update{Number: 9}, Bound: release.Exactly}
	assert.Equal(t, []any{"17.0.9", build, "gc.log", "17.0.9+9"}, []any{w.JDK.Names(), w.JDK.Build(17), w.JDK.Why, w.JDK.At.String()})

	image := Workload{Identity: Identity{JDK: JDK{Candidates: []int{11}, Why: "image"}}, Launch: Launch{Known: AllOptions}}
	f.Apply(&image)
	assert.Equal(t, []int{11}, image.JDK.Candidates, "what names the JDK overrides the log")

	floating := Workload{Identity: Identity{JDK: On(release.Build{Release: 17, Bound: release.Newest}, "image", source.Text{})}, Launch: Launch{Known: AllOptions}}
	f.Apply(&floating)
	assert.Equal(t, []any{build, "image, gc.log"}, []any{floating.JDK.Build(17), floating.JDK.Why}, "the log names the update")
}

// What a user states stays, and what no log says stays open.
func TestMeasureOverStated(t *testing.T) {
	f := Facts{FullGCPause: argument(5), Live: argument(6)}
	f.Measure(logOf(t, "GC(5) Pause Full (System.gc()) 92M->70M(96M) 2380.600ms"))
	assert.Equal(t, []source.Value{argument(5), argument(6)}, []source.Value{f.FullGCPause, f.Live})

	f = Facts{}
	f.Measure(logOf(t, "GC(5) Pause Young (Normal) (G1 Evacuation Pause) 92M->70M(96M) 2.600ms",
		"GC(6) Pause Full (Metadata GC Threshold) 92M->10M(96M) 0.100ms"))
	assert.Equal(t, []any{false, false}, []any{f.FullGCPause.Known(), f.Live.Known()}, "a collection for classes, when a program begins, says nothing of a full heap")
}

func TestCite(t *testing.T) {
	l := gclog.Line{File: "gc.log", Number: 7, Offset: 99, Text: "[1.0s] GC(5) Pause Full " + strings.Repeat("x", 100)}
	assert.Equal(t, "Pause Full "+strings.Repeat("x", 69), Cite(l, "Pause").String())
	assert.Equal(t, l.Text[:80], Cite(l, "nothing").String())
	l.Text = strings.Repeat("x", 79) + "żółw"
	assert.Equal(t, l.Text[:79], Cite(l, "x").String(), "characters stay whole")
	assert.Equal(t, "", Cite(gclog.Line{File: "gc.log", Number: 7}, "Pause").String())
}
