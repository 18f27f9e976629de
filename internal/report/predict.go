package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// prediction is one workload under one JDK.
type prediction struct {
	workload *workload.Workload
	jdk      int
	pass     *lint.Pass
}

func predictions(workloads []*workload.Workload) []prediction {
	var all []prediction
	for _, w := range workloads {
		for _, jdk := range w.JDK.Candidates {
			all = append(all, prediction{workload: w, jdk: jdk, pass: lint.NewPass(w, jdk)})
		}
	}
	return all
}

// PredictText writes for people what each workload will do.
func PredictText(w io.Writer, workloads []*workload.Workload, colour bool) error {
	style := style(colour)
	var b strings.Builder
	for i, p := range predictions(workloads) {
		if i > 0 {
			b.WriteByte('\n')
		}
		p.writeText(&b, style)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (p prediction) writeText(b *strings.Builder, style style) {
	fmt.Fprintf(b, "%s\n", style.bold(fmt.Sprintf("%s of %s", p.workload.Name, p.workload.File.Name)))
	jvm := p.pass.JVM
	verdict := "starts"
	switch {
	case !p.pass.Start.OK:
		verdict = "does not start"
	case jvm == nil:
		verdict = "prints what " + p.pass.Options.Program.Name + " asks for and ends"
	}
	fmt.Fprintf(b, "%s: %s\n", style.bold(verdict), lint.Context(p.pass))
	for _, line := range p.pass.Start.Lines() {
		fmt.Fprintf(b, "  %s\n", maskSecrets(Plain(line)))
	}
	if jvm == nil {
		return
	}
	b.WriteByte('\n')
	rows := [][]string{{"what", "comes to", "because"}}
	add := func(what string, v source.Value, text string) {
		if !v.Known() {
			text = "not known"
		}
		rows = append(rows, []string{what, text, because(v)})
	}
	add("initial heap", jvm.InitialHeap, bytesText(jvm.InitialHeap))
	add("maximum heap", jvm.Heap, bytesText(jvm.Heap))
	if g1 := jvm.G1; g1 != nil {
		add("G1 region", g1.RegionSize, bytesText(g1.RegionSize))
		add("regions", g1.Regions, fmt.Sprint(g1.Regions.N))
		add("humongous over", g1.HumongousOver, bytesText(g1.HumongousOver))
	}
	add("GC threads", jvm.ParallelGCThreads, fmt.Sprint(jvm.ParallelGCThreads.N))
	b.WriteString(renderTable(rows) + "\n")
	p.writePause(b)
	p.writeBudget(b)
}

func (p prediction) writePause(b *strings.Builder) {
	pause, ok := p.pass.JVM.FullGCPause(p.pass.LiveData())
	if !ok {
		return
	}
	fmt.Fprintf(b, "\nfull GC: %s, %d ms expected, %d to %d ms\n", lint.Count(pause.Workers, "worker"), pause.Expected, pause.Low, pause.High)
	for _, line := range pause.Basis {
		fmt.Fprintf(b, "  %s\n", line)
	}
}

func (p prediction) writeBudget(b *strings.Builder) {
	budget, ok := p.pass.Budget()
	if !ok {
		b.WriteString("\nmemory: not known without the memory limit (--memory) or a heap size\n")
		return
	}
	b.WriteString("\n" + renderTable(budgetTable(budget)) + "\n")
	if limit := p.workload.Memory; limit.Known() {
		left := limit.N - budget.Planned()
		if left >= 0 {
			fmt.Fprintf(b, "limit %s: %s to spare\n", lint.MiB(limit.N), lint.MiB(left))
		} else {
			fmt.Fprintf(b, "limit %s: %s too little\n", lint.MiB(limit.N), lint.MiB(-left))
		}
	}
}

func because(v source.Value) string {
	if span := v.Text.Span(); !span.IsZero() {
		at := span.File.Position(span.Start)
		return fmt.Sprintf("%s (%s:%d:%d)", v.Why, span.File.Name, at.Line, at.Column)
	}
	if origin := v.Text.Origin(); origin != "" {
		return fmt.Sprintf("%s (%s)", v.Why, origin)
	}
	return v.Why
}

func bytesText(v source.Value) string { return jvmflag.FormatSize(uint64(v.N)) }

// budgetTable lays out a budget: a header, a row for each pool, the sum.
func budgetTable(b hotspot.Budget) [][]string {
	table := [][]string{{"pool", "at start", "planned", "at most", "kind", "why"}}
	for _, pool := range b.Pools {
		table = append(table, []string{pool.Name, lint.MiB(pool.Committed), lint.MiB(pool.Planned), lint.MiB(pool.Ceiling), pool.Kind.String(), pool.Why})
	}
	return append(table, []string{"sum", lint.MiB(b.Committed()), lint.MiB(b.Planned()), lint.MiB(b.Ceiling()), "", ""})
}

type jsonPredictions struct {
	Schema    int              `json:"schema"`
	Workloads []jsonPrediction `json:"workloads"`
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
	Memory *jsonMemory         `json:"memory,omitempty"`
}

type jsonStart struct {
	OK       bool     `json:"ok"`
	Messages []string `json:"messages"`
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
}

type jsonPause struct {
	Low      int64 `json:"low"`
	Expected int64 `json:"expected"`
	High     int64 `json:"high"`
}

// jsonMemory gives sizes in bytes; a ceiling of null is none.
type jsonMemory struct {
	Limit     *int64     `json:"limit"`
	Committed int64      `json:"committed"`
	Planned   int64      `json:"planned"`
	Ceiling   *int64     `json:"ceiling"`
	Pools     []jsonPool `json:"pools"`
}

type jsonPool struct {
	Name      string `json:"name"`
	Committed int64  `json:"committed"`
	Planned   int64  `json:"planned"`
	Ceiling   *int64 `json:"ceiling"`
	Kind      string `json:"kind"`
	Why       string `json:"why"`
}

// PredictJSON writes for machines what each workload will do. What is not
// known is null or left out.
func PredictJSON(w io.Writer, workloads []*workload.Workload) error {
	out := jsonPredictions{Schema: Schema, Workloads: []jsonPrediction{}}
	for _, p := range predictions(workloads) {
		out.Workloads = append(out.Workloads, p.json())
	}
	return encode(w, out)
}

func (p prediction) json() jsonPrediction {
	out := jsonPrediction{Name: p.workload.Name, JDK: p.jdk, Start: startJSON(p.pass.Start)}
	if table := p.pass.Options.Table; table != p.jdk {
		out.Facts = table
	}
	jvm := p.pass.JVM
	if jvm == nil {
		return out
	}
	out.GC = jvm.Collector.String()
	out.Flags = map[string]jsonFlag{}
	for name, f := range jvm.Flags {
		out.Flags[name] = jsonFlag{Value: f.Value, Origin: f.Origin.String()}
	}
	if g1 := jvm.G1; g1 != nil {
		out.G1 = &jsonG1{RegionSize: known(g1.RegionSize), Regions: known(g1.Regions), HumongousOver: known(g1.HumongousOver)}
	}
	if pause, ok := jvm.FullGCPause(p.pass.LiveData()); ok {
		out.FullGC = &jsonFullGC{Workers: pause.Workers, Basis: strings.Join(pause.Basis, "; "),
			PauseMS: jsonPause{Low: pause.Low, Expected: pause.Expected, High: pause.High}}
	}
	if budget, ok := p.pass.Budget(); ok {
		out.Memory = memoryJSON(budget, p.workload.Memory)
	}
	return out
}

func memoryJSON(budget hotspot.Budget, limit source.Value) *jsonMemory {
	memory := &jsonMemory{Limit: known(limit), Committed: budget.Committed(), Planned: budget.Planned(), Ceiling: bounded(budget.Ceiling())}
	for _, pool := range budget.Pools {
		memory.Pools = append(memory.Pools, jsonPool{Name: pool.Name, Committed: pool.Committed, Planned: pool.Planned,
			Ceiling: bounded(pool.Ceiling), Kind: pool.Kind.String(), Why: pool.Why})
	}
	return memory
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
