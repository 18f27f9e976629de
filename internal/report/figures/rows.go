package figures

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

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
	add("initial heap", jvm.InitialHeap, bytesText, "InitialHeapSize")
	add("maximum heap", jvm.Heap, bytesText, "MaxHeapSize")
	if soft := jvm.SoftMaxHeap; soft.Known() && soft.N != jvm.Heap.N {
		add("soft maximum heap", soft, bytesText, "SoftMaxHeapSize")
	}
	if u := jvm.Uncommit; u != nil && u.Never != "" {
		rows = append(rows, Row{What: "gives back", Value: "nothing", Because: u.Never})
	} else if u != nil {
		add("gives back", u.Above, func(least source.Value) string { return "above " + bytesText(least) }, u.Flag, "MinHeapSize")
		rows[len(rows)-1].Because = fmt.Sprintf("what is unused for %d s (%sDelay)", u.Delay.N, u.Flag)
	}
	if kept := jvm.RelocationHeadroom; kept.Known() || kept.Why != "" {
		add("kept free", jvm.RelocationHeadroom, bytesText)
	}
	if jvm.MaxNew.Known() {
		add("young generation up to", jvm.MaxNew, bytesText, "MaxNewSize")
	}
	if g1 := jvm.G1; g1 != nil {
		add("G1 region", g1.RegionSize, bytesText, "G1HeapRegionSize")
		add("regions", g1.Regions, countText)
		add("humongous over", g1.HumongousOver, bytesText)
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
		return onOff(value), value != s.Bool()
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
		return onOff(s.Bool()), false
	case s.Flag.Type == jvmflag.Unsigned:
		return numberLike(s, s.Number), false
	}
	return s.Value.String(), false
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

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
		verdict := style.Verdict(p.Start.OK, p.Verdict())
		if facts := p.Options.Table; facts != p.JDK {
			verdict += fmt.Sprintf(", judged by the facts of JDK %d, the nearest that is known", facts)
		}
		if p.JDK == jvmflag.EarlyAccess {
			verdict += ", early access"
		}
		fmt.Fprintf(b, "JDK %d %s\n", p.JDK, verdict)
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

// sideBySide has a row for each thing, and a column for each JDK.
func sideBySide(all []Prediction) [][]string {
	header := []string{"what"}
	var rows [][]string
	line := map[string]int{} // of a row, by what it is about
	for i, p := range all {
		header = append(header, fmt.Sprintf("JDK %d", p.JDK))
		for _, r := range p.summary() {
			at, ok := line[r.What]
			if !ok {
				at = len(rows)
				line[r.What] = at
				rows = append(rows, append([]string{r.What}, make([]string, len(all)+1)...))
			}
			rows[at][i+1] = r.Value
			if rows[at][len(all)+1] == "" {
				rows[at][len(all)+1] = r.Set
			}
		}
	}
	return append([][]string{append(header, "set")}, rows...)
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
