// Package html writes one page of what a check came to, and of what was predicted.
package html

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/pages"
	"github.com/jvmlint/jvmlint/internal/source"
)

//go:embed page.html
var pageTemplate string

//go:embed page.js
var pageScript string

//go:embed page.css
var pageStyle string

// page is all that the page shows. It reaches no network: a browser that heeds its policy could not if it tried.
type page struct {
	Style     template.CSS
	Version   string
	Verdict   string
	Findings  []finding
	Script    template.JS
	ScriptSHA string
	Workloads []prediction
	NotJudged []report.Want
	Problems  []report.Problem
	Notes     []report.Problem
	Rules     []rule // of the findings
	Home      string
}

type finding struct {
	report.Finding
	Elsewhere []string // where else the same is said
}

func (f finding) Lines() []line { return sourceOf(f.Finding) }

func (f finding) Chart() *memoryChart {
	if f.Memory == nil {
		return nil
	}
	return memoryOf(f.Memory)
}

type rule struct{ *lint.Rule }

func (r rule) Heading() string { return pages.Capital(r.Title) }

func (r rule) URL() string { return pages.RulePageURL(r.Rule) }

func (r rule) Sections() []pages.Section {
	all := pages.Sections(r.Rule)
	for i := range all {
		all[i].Body = pages.Unwrapped(all[i].Body)
	}
	return all
}

// Write writes one page to look at, keep or print: the findings on the source, and what was predicted, drawn.
func Write(w io.Writer, r report.Report) error {
	p := page{Style: template.CSS(pageStyle), Version: r.Version, Verdict: r.Verdict(), Home: pages.Homepage, NotJudged: r.Wants()}
	p.Findings, p.Workloads = findingsOf(r.Findings), workloadsOf(r.Workloads)
	sum := sha256.Sum256([]byte(pageScript))
	p.Script, p.ScriptSHA = template.JS(pageScript), base64.StdEncoding.EncodeToString(sum[:])
	p.Problems, p.Notes = r.Problems, r.Notes()
	p.Rules = lists.Of(r.Findings, func(f report.Finding) rule { return rule{f.Rule} })
	slices.SortFunc(p.Rules, func(a, b rule) int { return cmp.Compare(a.ID, b.ID) })
	p.Rules = slices.CompactFunc(p.Rules, func(a, b rule) bool { return a.ID == b.ID })
	return template.Must(template.New("page").Parse(pageTemplate)).Execute(w, p)
}

// findingsOf are the findings of a page, with those taken together that say the same of the same JDK, limits and CPUs.
func findingsOf(all []report.Finding) []finding {
	order, of := lists.By(all, func(f report.Finding) string {
		return place.ReplaceAllString(fmt.Sprintln(f.Rule.ID, f.Severity, f.Message, f.Notes, f.Under(), f.Fixes), "")
	})
	return lists.Of(order, func(key string) finding {
		others := of[key][1:]
		return finding{of[key][0], lists.Of(others, func(f report.Finding) string { return f.At.String() })}
	})
}

// place is where a fact stands, behind it.
var place = lazyregexp.New(`\([^()\s]+:\d+(?::\d+)?\)`)

// workloadsOf are the workloads that start a JVM, with those taken together of which the same is predicted.
func workloadsOf(all []*report.Workload) []prediction {
	jvms := lists.Where(all, func(of *report.Workload) bool { return of.Predicted.Workload.HasJVM() })
	order, of := lists.By(lists.Of(jvms, predictionOf), prediction.outcome)
	return lists.Of(order, func(outcome string) prediction {
		p := of[outcome][0]
		p.Alike = lists.Of(of[outcome][1:], func(other prediction) string { return other.Name })
		return p
	})
}

// outcome is all that is predicted, but for where it is from.
func (w prediction) outcome() string {
	key := fmt.Sprintln(w.Verdict, w.Messages, w.MemoryUnknown, w.PauseUnknown)
	for _, f := range w.Facts {
		key += f.What + "=" + f.Value + "\n"
	}
	if w.Memory != nil {
		key += w.Memory.Alt + fmt.Sprintln(w.Memory.Pools)
	}
	if w.Pause != nil {
		key += w.Pause.Alt
	}
	return key
}

// line is a line of a file with its marks. File is set where it is another
// file than that of the line before, or than that of the finding.
type line struct {
	File   string
	Number int
	Pieces []piece
}

// piece is a run of characters. Kind is "at" where the finding stands,
// "part" for a place that has a part in it. Labels stand behind it.
type piece struct {
	Text, Kind string
	Labels     []string
}

// sourceOf are the lines that a finding is about, as in the text output.
func sourceOf(f report.Finding) []line {
	var lines []line
	for i, extract := range f.Source(report.MostCells) {
		for j, shown := range extract.Lines {
			l := line{Number: shown.Number, Pieces: piecesOf(shown)}
			if i > 0 && j == 0 {
				l.File = extract.At.File()
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// piecesOf cuts a line into runs of one kind. The label of a mark stands behind its last character.
func piecesOf(shown report.Line) []piece {
	marks := shown.Marks
	last := make([]int, len(marks)) // character of each mark; -1: it has none, at the end of the line
	for j, m := range marks {
		last[j] = -1
		for i, c := range shown.Chars {
			if m.Covers(c.Offset) {
				last[j] = i
			}
		}
	}
	var pieces []piece
	cut := true
	for i, c := range shown.Chars {
		kind := kindAt(marks, c.Offset)
		if cut || pieces[len(pieces)-1].Kind != kind {
			pieces = append(pieces, piece{Kind: kind})
		}
		p := &pieces[len(pieces)-1]
		p.Text += string(c.Rune)
		p.Labels = labelsOf(marks, last, i)
		cut = len(p.Labels) > 0
	}
	if j := slices.Index(last, -1); j >= 0 {
		pieces = append(pieces, piece{Kind: kindAt(marks, marks[j].Start), Labels: labelsOf(marks, last, -1)})
	}
	return pieces
}

func labelsOf(marks []report.Mark, last []int, at int) []string {
	var labels []string
	for j, m := range marks {
		if last[j] == at && m.Label != "" {
			labels = append(labels, m.Label)
		}
	}
	return labels
}

func kindAt(marks []report.Mark, offset int) string {
	kind := ""
	for _, m := range marks {
		switch {
		case !m.Covers(offset):
		case m.Primary:
			return "at"
		default:
			kind = "part"
		}
	}
	return kind
}

// prediction is what a workload will do, on the newest of its JDKs that it starts on.
type prediction struct {
	Name, Verdict, Context string
	Alike                  []string // others of which the same is predicted

	Starts        bool
	Messages      []string // that the JVM prints
	Memory        *memoryChart
	MemoryUnknown string
	Pause         *pauseChart
	PauseUnknown  string
	Facts         []fact
}

// fact is a thing that options and machine decide.
type fact struct{ What, Value, Because string }

func predictionOf(of *report.Workload) prediction {
	p := figures.Prediction{Prediction: of.Predicted.NewestThatStarts()}
	out := prediction{
		Name: of.String(), Verdict: of.Show(p.Verdict()), Context: of.Show(lint.Context(p.Prediction)), Starts: p.Start.OK,
		Messages: lists.Of(p.Start.Lines(), of.Show),
	}
	if p.JVM == nil {
		return out
	}
	out.Facts = lists.Of(p.Rows(), func(row figures.Row) fact {
		return fact{row.What, of.Show(row.Value), of.Show(row.Because)}
	})
	if sum, ok := p.Memory(); ok {
		out.Memory = memoryOf(sum)
	} else {
		out.MemoryUnknown = memory.Missing(p.JVM)
	}
	out.addPause(p.Prediction)
	return out
}

// addPause draws the full GC of a member against its heartbeats. A member
// alone sends none, and what a configuration imports is not known.
func (w *prediction) addPause(p *predict.Prediction) {
	beats := p.Heartbeats
	if beats == nil || p.Workload.Members.N == 1 || !beats.Timeout.Known() || !beats.Interval.Known() ||
		beats.Timeout.Origin == source.Default && p.Workload.Hazelcast.Imports() {
		return
	}
	stop, ok := p.LongestStop()
	switch {
	case !ok:
		pause, _ := p.FullGCPause()
		w.PauseUnknown = report.Show(strings.Join(pause.Basis, ", "))
	case stop.Estimate != nil:
		w.Pause = pauseOf(*stop.Estimate, *beats)
	default:
		w.Pause = measuredPauseOf(stop, *beats)
	}
}

// pauseChart draws how long a full GC may take over what the heartbeats of a member allow, on one time line.
type pauseChart struct {
	Alt      string
	Verdict  string
	Outlasts bool // the heartbeats outlast the longest pause

	Safe, Phase, Removed chartPart // stays, perhaps, is removed
	Range, Second        *chartPart
	Expected             chartMark
	Ticks                []chartMark
	Legend               []chartLegend
	Basis                []string
}

// chartLegend explains a part of a chart; Kind is its class.
type chartLegend struct{ Kind, Text string }

// leastGap is how far apart labels on the time line must be, in percent.
const leastGap = 14

// pauseOf draws an estimated pause: one full GC, and a second behind it.
func pauseOf(full pause.Pause, h hazelcast.Heartbeats) *pauseChart {
	longest := full.BackToBack()
	c, scale := timeLine(longest, gclog.FullCollection, h)
	c.Range = &chartPart{X: scale(full.Low), Width: scale(full.High) - scale(full.Low), Title: "one full GC"}
	c.Second = &chartPart{X: scale(full.High), Width: scale(longest) - scale(full.High), Title: "two back to back"}
	c.Expected = chartMark{X: scale(full.Expected)}
	c.Legend = append([]chartLegend{
		{"range", fmt.Sprintf("one full GC: %s expected, %s to %s: an estimate", lint.Seconds(full.Expected), lint.Seconds(full.Low), lint.Seconds(full.High))},
		{"second", "two back to back: up to " + lint.Seconds(longest)},
	}, c.Legend...)
	c.Basis = append(c.Basis, lists.Of(full.Basis, report.Show)...)
	c.Alt = c.Legend[0].Text + "; " + c.Legend[1].Text + "; " + c.Alt
	return c
}

// measuredPauseOf draws a pause that the user gives, or that a log measured.
func measuredPauseOf(stop predict.Stop, h hazelcast.Heartbeats) *pauseChart {
	given := stop.Length
	c, scale := timeLine(given.N, stop.Kind, h)
	c.Range = &chartPart{Width: scale(given.N), Title: "the longest stop"}
	c.Expected = chartMark{X: scale(given.N)}
	by := either.Of(given.Origin == source.Measured, "measured:", "given by")
	text := fmt.Sprintf("the longest stop, %s: %s, %s %s", stop.Kind, lint.Seconds(given.N), by, given.Why)
	c.Legend = append([]chartLegend{{"range", report.Show(text)}}, c.Legend...)
	c.Alt = report.Show(text) + "; " + c.Alt
	return c
}

// timeLine draws what the heartbeats allow, long enough for a pause.
func timeLine(longest int64, kind gclog.Kind, h hazelcast.Heartbeats) (*pauseChart, func(int64) percent) {
	safe, removed := max(h.SafePause(), 0), max(h.CertainRemoval(), 0)
	end := max(longest, removed, 1)
	scale := func(ms int64) percent { return along(ms, end) }
	c := &pauseChart{
		Safe:    chartPart{Width: scale(safe), Title: "the member stays"},
		Phase:   chartPart{X: scale(safe), Width: scale(removed) - scale(safe), Title: "the phase of the heartbeats decides"},
		Removed: chartPart{X: scale(removed), Width: 100 - scale(removed), Title: "the member is removed"},
		Legend: []chartLegend{
			{"safe", "up to " + lint.Seconds(safe) + " the member stays"},
			{"phase", "between, the phase of its heartbeats decides"},
			{"removed", "from " + lint.Seconds(removed) + " it is removed"},
		},
		Outlasts: safe > longest,
	}
	c.Verdict = fmt.Sprintf("heartbeats allow %s, %s may take %s", lint.Seconds(safe), kind, lint.Seconds(longest))
	c.Alt = fmt.Sprintf("%s, %s", c.Legend[0].Text, c.Legend[2].Text)
	last := percent(0)
	c.Ticks = []chartMark{{Label: "0"}}
	for _, ms := range []int64{safe, removed, end} {
		if x := scale(ms); x-last >= leastGap {
			c.Ticks = append(c.Ticks, chartMark{X: x, Label: lint.Seconds(ms), Right: x > 90})
			last = x
		}
	}
	return c, scale
}
