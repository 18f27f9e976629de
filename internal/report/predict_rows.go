package report

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// entry is a thing that the options and the machine decide: what was set, and
// what comes of it.
type entry struct {
	what, set, value, because string
	of                        source.Text // the option that decides; empty where none does
}

// rows are the main things first, then whatever else an option sets.
func (p prediction) rows() []entry {
	jvm := p.JVM
	rows := []entry{{"collector", optionOf(jvm.Collector.Text), jvm.Collector.String(), jvm.Collector.Why, jvm.Collector.Text}}
	told := []string{}
	add := func(what string, v source.Value, text func(source.Value) string, flags ...string) {
		r := entry{what: what, value: "not known", because: because(v)}
		if v.Known() {
			r.value = text(v)
		}
		for _, flag := range flags {
			told = append(told, flag)
			if s, ok := p.Options.Set(flag); ok && r.set == "" {
				r.set, r.of = optionOf(s.Option.Text), s.Option.Text
			}
		}
		rows = append(rows, r)
	}
	add("initial heap", jvm.InitialHeap, bytesText, "InitialHeapSize")
	add("maximum heap", jvm.Heap, bytesText, "MaxHeapSize")
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
func (p prediction) furtherRows(told []string) []entry {
	var rows []entry
	for _, s := range p.Options.History {
		name := s.Flag.Name
		last, _ := p.Options.Set(name)
		if name == "" || slices.Contains(told, name) || last.Option.Text.Span() != s.Option.Text.Span() || optionOf(s.Option.Text) == optionOf(p.JVM.Collector.Text) {
			continue
		}
		told = append(told, name)
		value, changed := p.final(last)
		r := entry{name, optionOf(s.Option.Text), value, because(source.Value{Text: s.Option.Text, Why: s.Option.Channel.String()}), s.Option.Text}
		if changed {
			r.because = "changed by the JVM"
		}
		rows = append(rows, r)
	}
	return rows
}

// final is what a flag comes to, and whether that is another value than the
// one that was set.
func (p prediction) final(s jvmflag.Setting) (text string, changed bool) {
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

// optionOf is an option as it was written, fit to be shown.
func optionOf(t source.Text) string { return maskSecrets(Plain(t.String())) }

func countText(v source.Value) string { return fmt.Sprint(v.N) }
