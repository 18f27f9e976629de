package config

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/custom"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

const customRules = "custom-rules"

var (
	anID    = form{`the name of a rule such as house-maximum-heap`, `^[a-z][a-z0-9]*(-[a-z0-9]+)*$`, 0, false}
	aPlace  = form{`a variable, a flag or the beginning of an option`, `^\S+$`, 0, false}
	someCEL = form{`a condition in CEL`, `\S`, 0, false}
	words   = form{`a text`, `\S`, 0, false}
)

type definition = custom.Definition

func definitionKeys() keys[definition] {
	examples := keys[definition]{
		row("bad", "the rule triggers on each", many(example()), func(d *definition, v []custom.Example) { d.Bad = v }),
		row("good", "it triggers on none", many(example()), func(d *definition, v []custom.Example) { d.Good = v }),
	}
	return keys[definition]{
		must(row("id", "its name; those of jvmlint's own rules are taken", exact(anID), func(d *definition, v source.Text) { d.ID = v })),
		must(row("condition", "in CEL, over the workload and the prediction: true where the rule triggers", exact(someCEL), func(d *definition, v source.Text) { d.Condition = v })),
		must(row("message", "message of a finding, with values in braces such as {heap}", exact(words), func(d *definition, v source.Text) { d.Message = v })),
		must(row("severity", "of its findings", word("severity", lint.Severities()), func(d *definition, v Word) {
			d.Severity = lint.Severity(slices.Index(lint.Severities(), v.Value))
		})),
		row("why", "what happens otherwise, for jvmlint explain", exact(words), func(d *definition, v source.Text) { d.Why = v.String() }),
		row("at", "where the finding points: a variable, a flag or the beginning of an option", exact(aPlace), func(d *definition, v source.Text) { d.At = v }),
		row("examples", "JVMs on which it triggers and JVMs on which it does not, for jvmlint rules test", mapping(examples), func(d *definition, v definition) {
			d.Bad, d.Good = v.Bad, v.Good
		}),
	}
}

// example is a line of options, or that and facts.
func example() kind[custom.Example] {
	line := exact(someText)
	whole := mapping(append(keys[custom.Example]{
		must(row("options", "JVM options, on one line", line, func(e *custom.Example, v source.Text) { e.Options = v })),
	}, within(factKeys(), func(e *custom.Example) *workload.Facts { return &e.Facts })...))
	return kind[custom.Example]{
		read: func(r *reader, n *yamldoc.Node) (custom.Example, bool) {
			if n.Kind() == yamldoc.Mapping {
				return whole.read(r, n)
			}
			t, ok := line.read(r, n)
			return custom.Example{Options: t}, ok
		},
		schema: func() object { return anyOf(line.schema(), whole.schema()) },
	}
}

// exact is a text with the place of its every character.
func exact(f form) kind[source.Text] {
	k := plain(f)
	return kind[source.Text]{schema: k.schema, read: func(r *reader, n *yamldoc.Node) (source.Text, bool) {
		_, ok := k.read(r, n)
		return n.Text(), ok
	}}
}

func readCustom(r *reader, root *yamldoc.Node, rules []*lint.Rule) []*custom.Rule {
	n := root.Get(customRules)
	if n == nil || n.IsNull() {
		return nil
	}
	taken := append(lint.Groups(), lint.IDs(rules)...)
	before := len(r.faults)
	definitions, _ := many(mapping(definitionKeys())).read(r, n)
	if len(r.faults) > before {
		return nil
	}
	var all []*custom.Rule
	for _, d := range definitions {
		rule, faults := custom.Compile(d, taken)
		taken = append(taken, d.ID.String())
		r.faults = append(r.faults, faults...)
		if rule != nil {
			all = append(all, rule)
		}
	}
	slices.SortStableFunc(r.faults, func(a, b *source.Problem) int { return a.Span.Start - b.Span.Start })
	return all
}
