// Package figures writes numbers: what a JVM will do, what is advised, what a
// plan comes to, and what was measured beside it.
package figures

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// PredictText writes for people what each workload will do: in full where one
// JDK may run it, and side by side where several may.
func PredictText(w io.Writer, workloads []*predict.Predictions, colour bool) error {
	style := report.Style(colour)
	of := func(p *predict.Predictions) *workload.Workload { return p.Workload }
	err := writeEach(w, workloads, of, func(b *strings.Builder, of *predict.Predictions, _ report.Secrets) {
		fmt.Fprintf(b, "%s\n", style.Bold(titleOf(of.Workload)))
		all := Predictions(of)
		if len(all) == 1 {
			all[0].writeText(b, style)
		} else {
			writeSideBySide(b, all, style)
		}
	})
	if err != nil {
		return err
	}
	return report.Print(w, comparedLogs(workloads))
}

func (p Prediction) writeText(b *strings.Builder, style report.Style) {
	fmt.Fprintf(b, "%s: %s\n", style.Verdict(p.Start.OK, p.Verdict()), lint.Context(p.Prediction))
	p.writeMessages(b)
	if p.JVM == nil {
		return
	}
	b.WriteString(report.Table(p.answerTable()) + "\n\n" + report.Table(p.table(), 1) + "\n")
	p.writePause(b)
	p.writeGCLog(b)
	p.writeBudget(b, style)
}

// answerTable is what a reader looks for first, but for the verdict.
func (p Prediction) answerTable() [][]string {
	return lists.Of(p.answer()[1:], func(r Row) []string { return []string{r.What, r.Value} })
}

func (p Prediction) table() [][]string {
	cells := func(r Row) []string { return []string{r.What, r.Set, r.Value, r.Because} }
	return report.Rows([]string{"what", "set", "value", "because"}, p.Rows(), cells)
}

// writeMessages says what the JVM prints before it starts, or does not.
func (p Prediction) writeMessages(b *strings.Builder) {
	for _, line := range p.Start.Lines() {
		fmt.Fprintf(b, "  %s\n", report.Show(line))
	}
}

func (p Prediction) writePause(b *strings.Builder) {
	full, ok := p.FullGCPause()
	if !ok {
		return
	}
	fmt.Fprintf(b, "\nfull GC: %s, ", plural.Of(full.Workers, "worker"))
	if given := p.Workload.FullGCPause; given.Known() {
		fmt.Fprintf(b, "%s (%s)\n  the estimate was ", givenPause(given), given.Why)
	}
	fmt.Fprintf(b, "%d ms expected, %d to %d ms\n", full.Expected, full.Low, full.High)
	for _, line := range full.Basis {
		fmt.Fprintf(b, "  %s\n", line)
	}
}

func (p Prediction) writeBudget(b *strings.Builder, style report.Style) {
	sum, ok := p.Memory()
	if !ok {
		b.WriteString("\nmemory: " + memory.Missing(p.JVM) + "\n")
		if m := p.Workload.NativeMemory; m != nil {
			b.WriteString(measuredTotal(m) + ", and not compared\n")
		}
		return
	}
	b.WriteString("\n" + sum.Table() + "\n")
	b.WriteString("\n" + Bar(sum, style))
	if sum.Compared != nil {
		b.WriteString("\n" + measuredText(sum.Compared))
	}
}

// Because is why a value is what it is, and where that stands.
func Because(v source.Value) string {
	if span := v.Text.Written().Foremost(); !span.IsZero() {
		at := span.File.Position(span.Start)
		if v.Why == fmt.Sprintf("%s:%d", span.File.Name, at.Line) {
			return v.Why
		}
		return fmt.Sprintf("%s (%s:%d:%d)", v.Why, span.File.Name, at.Line, at.Column)
	}
	if origin := v.Text.Origin(); origin != "" && origin != v.Why {
		return fmt.Sprintf("%s (%s)", v.Why, origin)
	}
	return v.Why
}

type jsonPredictions struct {
	Schema    int                     `json:"schema"`
	Workloads []shown[jsonPrediction] `json:"workloads"`
}

type jsonPrediction struct {
	Name   string              `json:"name"`
	JDK    int                 `json:"jdk"`
	Facts  int                 `json:"facts_of_jdk,omitempty"` // the release whose facts answer, where it is another
	Start  jsonStart           `json:"start"`
	GC     string              `json:"gc,omitempty"`
	Flags  map[string]jsonFlag `json:"flags,omitempty"`
	G1     *jsonG1             `json:"g1,omitempty"`
	FullGC *jsonFullGC         `json:"full_gc,omitempty"`
	GCLog  *jsonGCLog          `json:"gc_log,omitempty"`
	Memory *Memory             `json:"memory,omitempty"`
}

type jsonStart struct {
	OK       bool            `json:"ok"`
	Messages []report.Masked `json:"messages"`
}

type jsonFlag struct {
	Value  any    `json:"value"`
	Origin string `json:"origin"`
}

type jsonG1 struct {
	RegionSize    *int64 `json:"region_size"`
	Regions       *int64 `json:"regions"`
	HumongousOver *int64 `json:"humongous_over"`
}

type jsonFullGC struct {
	Workers int       `json:"workers"`
	PauseMS jsonPause `json:"pause_ms"`
	Basis   string    `json:"basis"`

	MeasuredMS *jsonMeasured `json:"measured_ms,omitempty"` // the longest of the GC log
	AllowedMS  *int64        `json:"heartbeats_allow_ms,omitempty"`
}

type jsonPause struct {
	Low      int64 `json:"low"`
	Expected int64 `json:"expected"`
	High     int64 `json:"high"`
}

// Memory gives sizes in bytes; a ceiling of null is none.
type Memory struct {
	Limit     *int64     `json:"limit"`
	Beside    int64      `json:"beside,omitempty"` // of the limit, for other JVMs of the container
	Committed int64      `json:"committed"`
	Planned   int64      `json:"planned"`
	Ceiling   *int64     `json:"ceiling"`
	Pools     []jsonPool `json:"pools"`

	Measured *jsonNativeMemory `json:"measured,omitempty"`
}

type jsonPool struct {
	Name      string `json:"name"`
	Committed int64  `json:"committed"`
	Planned   int64  `json:"planned"`
	Ceiling   *int64 `json:"ceiling"`
	Kind      string `json:"kind"`
	Why       string `json:"why"`
}

// PredictJSON writes for machines what each workload will do. What is not known is null or left out.
func PredictJSON(w io.Writer, workloads []*predict.Predictions) error {
	return report.Encode(w, jsonPredictions{report.Schema, lists.Of(predictions(workloads), func(p Prediction) shown[jsonPrediction] {
		return shown[jsonPrediction]{p.Workload, p.json()}
	})})
}

func (p Prediction) json() jsonPrediction {
	out := jsonPrediction{Name: p.Workload.Name, JDK: p.JDK, Start: startJSON(p.Start)}
	if table := p.Options.Table; table != p.JDK {
		out.Facts = table
	}
	jvm := p.JVM
	if jvm == nil {
		return out
	}
	out.GCLog = gcLogJSON(p.Workload.GCLog)
	out.GC = jvm.Collector.String()
	out.Flags = map[string]jsonFlag{}
	for f := range jvm.Flags() {
		out.Flags[f.Name] = jsonFlag{Value: f.Value, Origin: f.Origin.String()}
	}
	if g1 := jvm.G1; g1 != nil {
		out.G1 = &jsonG1{RegionSize: known(g1.RegionSize), Regions: known(g1.Regions), HumongousOver: known(g1.HumongousOver)}
	}
	if pause, ok := p.FullGCPause(); ok {
		out.FullGC = &jsonFullGC{Workers: pause.Workers, Basis: strings.Join(pause.Basis, "; "),
			PauseMS: jsonPause{Low: pause.Low, Expected: pause.Expected, High: pause.High}}
		if h := p.Heartbeats; h != nil && h.Timeout.Known() && h.Interval.Known() {
			out.FullGC.AllowedMS = new(h.SafePause())
		}
		if v := p.Workload.FullGCPause; v.Origin == source.Measured {
			out.FullGC.MeasuredMS = &jsonMeasured{v.N, v.Origin.String(), v.Why}
		}
	}
	if memory, ok := p.Memory(); ok {
		out.Memory = MemoryOf(memory)
	}
	return out
}

func MemoryOf(m *report.Memory) *Memory {
	pools := lists.Of(m.Pools, func(p memory.Pool) jsonPool {
		return jsonPool{p.Name, p.Committed, p.Planned, bounded(p.Ceiling), p.Kind.String(), p.Why}
	})
	return &Memory{Limit: known(m.Limit), Beside: m.Beside, Committed: m.Committed(), Planned: m.Planned(),
		Ceiling: bounded(m.Ceiling()), Pools: pools, Measured: nativeMemoryJSON(m.Compared)}
}

func known(v source.Value) *int64 {
	if !v.Known() {
		return nil
	}
	return &v.N
}

func bounded(n int64) *int64 {
	if n == hotspot.Unbounded {
		return nil
	}
	return &n
}

// Row is a thing that the options and the machine decide: what was set, and what comes of it.
type Row struct {
	What, Set, Value, Because string
	Of                        source.Text // the option that decides; empty where none does
}

// Rows are the main things first, then whatever else an option sets.
func (p Prediction) Rows() []Row {
	jvm := p.JVM
	rows := []Row{{"collector", OptionText(jvm.Collector.Text), jvm.Collector.String(), jvm.Collector.Why, jvm.Collector.Text}}
	told := []string{}
	add := func(what string, v source.Value, text func(source.Value) string, flags ...string) {
		r := Row{What: what, Value: "not known", Because: Because(v)}
		if v.Known() {
			r.Value = text(v)
		}
		for _, flag := range flags {
			told = append(told, flag)
			if s, ok := p.Options.Set(flag); ok && r.Set == "" {
				r.Set, r.Of = OptionText(s.Option.Text), s.Option.Text
			}
		}
		rows = append(rows, r)
	}
	add("initial heap", jvm.InitialHeap, lint.Size, "InitialHeapSize")
	add("maximum heap", jvm.Heap, lint.Size, "MaxHeapSize")
	if soft := jvm.SoftMaxHeap; soft.Known() && soft.N != jvm.Heap.N {
		add("soft maximum heap", soft, lint.Size, "SoftMaxHeapSize")
	}
	if u := jvm.Uncommit; u != nil && u.Never != "" {
		rows = append(rows, Row{What: "gives back", Value: "nothing", Because: u.Never})
	} else if u != nil {
		add("gives back", u.Above, func(least source.Value) string { return "above " + lint.Size(least) }, u.Flag, "MinHeapSize")
		rows[len(rows)-1].Because = fmt.Sprintf("what is unused for %d s (%sDelay)", u.Delay.N, u.Flag)
	}
	if kept := jvm.RelocationHeadroom; kept.Known() || kept.Why != "" {
		add("kept free", jvm.RelocationHeadroom, lint.Size)
	}
	if jvm.MaxNew.Known() {
		add("young generation up to", jvm.MaxNew, lint.Size, "MaxNewSize")
	}
	if g1 := jvm.G1; g1 != nil {
		add("G1 region", g1.RegionSize, lint.Size, "G1HeapRegionSize")
		add("regions", g1.Regions, countText)
		add("humongous over", g1.HumongousOver, lint.Size)
	}
	if n := jvm.ParallelGCThreads; !n.Known() || n.N > 0 {
		add("GC threads", n, countText, "ParallelGCThreads")
	}
	if n := jvm.ConcGCThreads; n.Known() && n.N > 0 {
		add("concurrent GC threads", n, countText, "ConcGCThreads")
	}
	return append(rows, p.furtherRows(told)...)
}

// furtherRows are the other flags that options set, in their order.
func (p Prediction) furtherRows(told []string) []Row {
	var rows []Row
	for _, s := range p.Options.History {
		name := s.Flag.Name
		last, _ := p.Options.Set(name)
		if name == "" || slices.Contains(told, name) || last.Option.Text.Span() != s.Option.Text.Span() || OptionText(s.Option.Text) == OptionText(p.JVM.Collector.Text) {
			continue
		}
		told = append(told, name)
		value, changed := p.final(last)
		r := Row{name, OptionText(s.Option.Text), value, Because(source.Value{Text: s.Option.Text, Why: s.Option.Channel.String()}), s.Option.Text}
		if changed {
			r.Because = "changed by the JVM"
		}
		rows = append(rows, r)
	}
	return rows
}

// final is what a flag comes to, and whether that is another value than the one that was set.
func (p Prediction) final(s jvmflag.Setting) (text string, changed bool) {
	flag := p.JVM.Flag(s.Flag.Name)
	switch value := flag.Value.(type) {
	case bool:
		return onOff[value], value != s.Bool()
	case uint64:
		return numberLike(s, value), value != s.Number
	case int64:
		return fmt.Sprint(value), uint64(value) != s.Number
	case float64:
		return fmt.Sprint(value), value != s.Double
	}
	switch {
	case flag.Name != "":
		return "not known", false
	case s.Flag.Type == jvmflag.Bool:
		return onOff[s.Bool()], false
	case s.Flag.Type == jvmflag.Unsigned:
		return numberLike(s, s.Number), false
	}
	return s.Value.String(), false
}

var onOff = map[bool]string{true: "on", false: "off"}

// numberLike writes a number as the user does: with a unit or without.
func numberLike(s jvmflag.Setting, n uint64) string {
	written := s.Value.String()
	if written != "" && (written[len(written)-1] < '0' || written[len(written)-1] > '9') {
		return jvmflag.FormatSize(n)
	}
	return fmt.Sprint(n)
}

// OptionText is an option as it was written, fit to be shown.
func OptionText(t source.Text) string { return report.Show(t.String()) }

func countText(v source.Value) string { return fmt.Sprint(v.N) }

// writeSideBySide sets what several JDKs make of one workload in columns. Rows
// that come out alike everywhere say so once.
func writeSideBySide(b *strings.Builder, all []Prediction, style report.Style) {
	fmt.Fprintf(b, "%s\n", lint.ContextOfAll(all[0].Workload))
	for _, p := range all {
		facts := fmt.Sprintf(", judged by the facts of JDK %d, the nearest that is known", p.Options.Table)
		fmt.Fprintf(b, "JDK %d %s%s%s\n", p.JDK, style.Verdict(p.Start.OK, p.Verdict()),
			lint.If(p.Options.Table != p.JDK, facts), lint.If(p.JDK == jvmflag.EarlyAccess, ", early access"))
		p.writeMessages(b)
	}
	if rows := sideBySide(all); len(rows) > 1 {
		b.WriteString("\n" + report.Table(rows) + "\n")
	}
	if full, ok := all[0].FullGCPause(); ok {
		fmt.Fprintf(b, "\nfull GC: estimated for %s\n", full.Machine)
	}
	for _, p := range all {
		if budget, ok := p.Budget(); ok && budget.Compared != nil {
			fmt.Fprintf(b, "\nJDK %d, %s", p.JDK, measuredText(budget.Compared))
		}
	}
}

// sideBySide has a column for each JDK, and one for what was set.
func sideBySide(all []Prediction) [][]string {
	jdks := lists.Of(all, func(p Prediction) string { return fmt.Sprintf("JDK %d", p.JDK) })
	return columns(slices.Concat([]string{"what"}, jdks, []string{"set"}), all, Prediction.summary)
}

// columns has a row for each thing, and a column for each prediction; where the header has one more, for what was set.
func columns(header []string, all []Prediction, rows func(Prediction) []Row) [][]string {
	table := [][]string{header}
	for i, p := range all {
		for _, r := range rows(p) {
			at := slices.IndexFunc(table, func(row []string) bool { return row[0] == r.What })
			if at < 0 {
				at, table = len(table), append(table, append([]string{r.What}, make([]string, len(header)-1)...))
			}
			table[at][1+i] = r.Value
			if set := len(all) + 1; set < len(header) {
				table[at][set] = cmp.Or(table[at][set], r.Set)
			}
		}
	}
	return table
}

// summary are the rows with the full GC and the memory; none where the JVM does not start.
func (p Prediction) summary() []Row {
	if p.JVM == nil {
		return nil
	}
	rows := p.Rows()
	if pause, ok := p.FullGCPause(); ok {
		rows = append(rows,
			Row{What: "full-GC workers", Value: fmt.Sprint(pause.Workers)},
			Row{What: "full GC", Value: fmt.Sprintf("%d ms", pause.Expected)},
			Row{What: "at worst", Value: fmt.Sprintf("%d ms", pause.High)})
	}
	if budget, ok := p.Budget(); ok {
		rows = append(rows,
			Row{What: "memory at start", Value: lint.MiB(budget.Committed())},
			Row{What: "memory planned", Value: lint.MiB(budget.Planned())},
			Row{What: "memory at most", Value: lint.MiB(budget.Ceiling())})
	}
	return rows
}
