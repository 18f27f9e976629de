package custom

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// variable is what a condition may ask of a workload. A value that is not
// known is nil, and needs says which facts would make it known.
type variable struct {
	name  string
	kind  kind
	size  bool // in bytes
	value func(*lint.Pass) any
	text  func(*lint.Pass) source.Text // where it is written
	needs func(*lint.Pass) []lint.Fact
}

// variables are all of them. docs/configuration.md says what each is.
var variables = []variable{
	{name: "jdk", kind: kindInt, value: func(p *lint.Pass) any { return int64(p.JDK) }, text: func(p *lint.Pass) source.Text { return p.Workload.JDK.At }},
	{name: "name", kind: kindString, value: func(p *lint.Pass) any { return p.Workload.Name }},
	{name: "file", kind: kindString, value: func(p *lint.Pass) any { return p.Workload.File.Name }},
	{name: "image", kind: kindString, value: func(p *lint.Pass) any { return when(p.Workload.Image.Len() > 0, p.Workload.Image.String()) },
		text: func(p *lint.Pass) source.Text { return p.Workload.Image }, needs: fact("the image")},
	{name: "options", kind: kindList, value: options},
	{name: "set", kind: kindList, value: set},
	{name: "flags", kind: kindMap, value: flags, needs: machine},
	number("heap", true, func(p *lint.Pass) source.Value { return predicted(p).Heap }, memoryFirst),
	number("initial_heap", true, func(p *lint.Pass) source.Value { return predicted(p).InitialHeap }, memoryFirst),
	number("memory", true, func(p *lint.Pass) source.Value { return p.Workload.Memory }, fact(lint.FactMemory)),
	number("request", true, func(p *lint.Pass) source.Value { return p.Workload.Request }, fact("the memory request")),
	number("cpus", false, func(p *lint.Pass) source.Value { return p.Workload.CPUs }, fact(lint.FactCPUs)),
	{name: "gc", kind: kindString, value: collector, needs: machine,
		text: func(p *lint.Pass) source.Text { return predicted(p).Collector.Text }},
	{name: "member", kind: kindBool, needs: fact("whether it is a Hazelcast member (--hazelcast)"),
		value: func(p *lint.Pass) any {
			return when(!p.Workload.AnyProgram || p.Workload.IsMember, p.Workload.IsMember)
		}},
	number("members", false, func(p *lint.Pass) source.Value { return p.Workload.Members }, fact(lint.FactMembers)),
	{name: "budget", kind: kindMap, value: budget, needs: machine},
	{name: "starts", kind: kindBool, needs: machine,
		value: func(p *lint.Pass) any { return when(p.JVM != nil || p.Start.Refusal != nil, p.JVM != nil) }},
}

// number is a variable that the model knows with its origin.
func number(name string, size bool, of func(*lint.Pass) source.Value, needs func(*lint.Pass) []lint.Fact) variable {
	return variable{name: name, kind: kindInt, size: size, needs: needs,
		value: func(p *lint.Pass) any {
			v := of(p)
			return when(v.Known(), v.N)
		},
		text: func(p *lint.Pass) source.Text { return of(p).Text },
	}
}

// predicted is the JVM; one of which nothing is known where it is not predicted.
func predicted(p *lint.Pass) *hotspot.JVM { return cmp.Or(p.JVM, &hotspot.JVM{}) }

// fact is one that would make a value known, or what else would, in words.
func fact(f lint.Fact) func(*lint.Pass) []lint.Fact {
	return func(*lint.Pass) []lint.Fact { return []lint.Fact{f} }
}

// machine is what a prediction depends on, in words where no option gives it.
func machine(p *lint.Pass) []lint.Fact {
	var facts []lint.Fact
	if !p.Workload.Memory.Known() {
		facts = append(facts, lint.FactMemory)
	}
	if !p.Workload.CPUs.Known() {
		facts = append(facts, lint.FactCPUs)
	}
	switch {
	case p.JVM == nil:
		return []lint.Fact{"options whose values are known"}
	case facts == nil:
		return []lint.Fact{"values that jvmlint does not predict here"}
	}
	return facts
}

// when is a value that is known under a condition; nil: it is not.
func when(known bool, value any) any {
	if !known {
		return nil
	}
	return value
}

// memoryFirst is what a heap depends on: mostly on the memory alone.
func memoryFirst(p *lint.Pass) []lint.Fact { return machine(p)[:1] }

func options(p *lint.Pass) any { return anyOf(lists.Of(p.Options.Options, jvmflag.Option.String)) }

func set(p *lint.Pass) any { return anyOf(slices.Sorted(maps.Keys(p.Options.Settings))) }

func anyOf(words []string) []any { return lists.Of(words, func(word string) any { return word }) }

// flags are those of the prediction, and beside them what options set. Which
// collector runs is left out where it is assumed.
func flags(p *lint.Pass) any {
	if p.JVM == nil {
		return nil
	}
	all := map[string]any{}
	for name, s := range p.Options.Settings {
		switch s.Flag.Type {
		case jvmflag.Bool:
			all[name] = s.Bool()
		case jvmflag.Unsigned, jvmflag.Signed:
			all[name] = int64(s.Number)
		case jvmflag.Double:
			all[name] = s.Double
		case jvmflag.String:
			all[name] = s.Text
		}
	}
	for f := range p.JVM.Flags() {
		name := f.Name
		delete(all, name)
		if p.JVM.Collector.Origin == source.Assumed && f.Origin != source.Option && strings.HasPrefix(name, "Use") && strings.HasSuffix(name, "GC") {
			continue
		}
		switch v := f.Value.(type) {
		case uint64:
			all[name] = int64(min(v, 1<<63-1))
		case nil:
		default:
			all[name] = v
		}
	}
	return all
}

func collector(p *lint.Pass) any {
	if p.JVM == nil || p.JVM.Collector.Origin == source.Assumed || p.JVM.Collector.Origin == source.Unknown {
		return nil
	}
	return p.JVM.Collector.String()
}

var budgetFields = []string{"planned", "committed"}

// budget is not given for CPUs that are assumed.
func budget(p *lint.Pass) any {
	if !p.Workload.CPUs.Known() {
		return nil
	}
	b, ok := p.Budget()
	if !ok {
		return nil
	}
	return map[string]any{"planned": b.Planned(), "committed": b.Committed()}
}

func variableOf(name string) (variable, bool) {
	return lists.First(variables, func(v variable) bool { return v.name == name })
}

func variableNames() []string { return lists.Of(variables, func(v variable) string { return v.name }) }

// isFlag reports whether any JDK that jvmlint knows has the flag.
func isFlag(name string) bool { return slices.Contains(flagNames(), name) }

var flagNames = sync.OnceValue(func() []string {
	ofJDK := func(jdk int) []*jvmflag.Flag { return slices.Collect(jvmflag.All(jdk)) }
	names := lists.Of(lists.Flat(jvmflag.Supported, ofJDK), func(f *jvmflag.Flag) string { return f.Name })
	slices.Sort(names)
	return slices.Compact(names)
})

// textsOf are the places of names, in their order.
func textsOf(p *lint.Pass, names []string) []source.Text {
	var texts []source.Text
	for _, name := range names {
		v, is := variableOf(name)
		switch {
		case is && v.text != nil:
			texts = append(texts, v.text(p))
		case is:
		case strings.HasPrefix(name, "-"):
			begins := func(o jvmflag.Option) bool { return strings.HasPrefix(o.String(), name) }
			if o, is := lists.First(p.Options.Options, begins); is {
				texts = append(texts, o.Text)
			}
		default:
			texts = append(texts, p.OptionText(name))
		}
	}
	return texts
}
