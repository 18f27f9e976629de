// Package custom makes rules of the conditions that a project writes in its
// configuration. It is the only user of CEL, the Common Expression Language.
package custom

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Definition is a rule as a project writes it.
type Definition struct {
	ID        source.Text
	Condition source.Text // in CEL: true where the rule triggers
	Message   source.Text // with values in braces
	Severity  lint.Severity
	Why       string
	At        source.Text // a variable, a flag or the beginning of an option; empty: what the condition names
	Bad, Good []Example
}

// Example is a JVM that a rule must judge, or let pass.
type Example struct {
	Options source.Text
	Facts   workload.Facts
}

// Rule is a rule that was understood, and its examples.
type Rule struct {
	*lint.Rule
	Bad, Good []Example
}

// Compile makes a rule of a definition, whose id is written as it must be; taken are those that it may not have.
// Every fault stands at its own characters.
func Compile(d Definition, taken []string) (*Rule, []*source.Problem) {
	var faults []*source.Problem
	fault := func(at source.Text, format string, args ...any) {
		span := at.Span()
		faults = append(faults, &source.Problem{File: span.File, Span: span, Message: fmt.Sprintf(format, args...)})
	}
	id := d.ID.String()
	if slices.Contains(taken, id) {
		fault(d.ID, "the name %q is taken", id)
	}
	condition := compile(d.Condition, fault)
	checkMessage(d.Message, fault)
	at := condition.names
	if place := d.At.String(); place != "" {
		at = []string{place} // or the first option that begins so
		if _, is := variableOf(place); !is && !isFlag(place) && !strings.HasPrefix(place, "-") {
			fault(d.At, "%v", spelling.Unknown("variable or flag", place, append(variableNames(), flagNames()...)))
		}
	}
	if faults != nil {
		return nil, faults
	}
	rule := &lint.Rule{
		ID: id, Severity: d.Severity, Confidence: lint.Certain, At: d.ID.Span(),
		Title: d.Message.String(),
		Page: func() lint.Words {
			return lint.Words{What: "Triggers where `" + d.Condition.String() + "`.", Why: d.Why}
		},
	}
	if slices.Contains(condition.names, "budget") {
		rule.Confidence = lint.Likely
	}
	rule.Check = func(p *lint.Pass) {
		if p.Workload.HasJVM() && condition.holds(p) { // a Hazelcast configuration alone says nothing of a JVM
			p.Report(textsOf(p, at), "%s", braced.ReplaceAllStringFunc(d.Message.String(), func(word string) string {
				return valueText(p, strings.Trim(word, "{}"))
			}))
		}
	}
	return &Rule{Rule: rule, Bad: d.Bad, Good: d.Good}, nil
}

// faulty takes what is wrong, and where.
type faulty func(at source.Text, format string, args ...any)

// condition is one that was understood.
type condition struct {
	text  source.Text
	root  *node
	names []string // variables and flags, in the order of the text
	reads []string // of the flags, those whose values it reads
}

func compile(t source.Text, fault faulty) (c condition) {
	c = condition{text: t}
	defer func() {
		if r := recover(); r != nil {
			f, is := r.(syntaxFault)
			if !is {
				panic(r)
			}
			c.root = nil
			fault(f.at, "%s", f.message)
		}
	}()
	c.root = parse(t)
	faults := 0
	e := &evaluation{vars: map[string]any{}, fault: func(at source.Text, format string, args ...any) {
		faults++
		fault(at, format, args...)
	}}
	if k := kindOf(e.of(c.root)); faults == 0 && !k.isOr(kindBool) {
		fault(t, "a condition must be true or false, but this is %s", k)
	}
	c.names, c.reads = e.names, e.reads
	return c
}

// holds judges a workload. A condition that depends on what is not known says
// what it needs; one that cannot be worked out is a problem of the configuration.
func (c *condition) holds(p *lint.Pass) bool {
	vars, needs := c.values(p)
	switch out := truth((&evaluation{vars: vars, reads: c.reads}).of(c.root)).(type) {
	case bool:
		return out
	case unknown:
		if p.Start.Refusal == nil { // a JVM that does not start is told of as such
			p.Needs(needs...)
		}
	case error:
		span := c.text.Span()
		p.Fail(&source.Problem{File: span.File, Span: span,
			Message: fmt.Sprintf("cannot be judged for %s of %s: %v", p.Workload.Name, p.Workload.File.Name, out)})
	}
	return false
}

// values are those of the variables that are known, and what would make the others known that the condition names.
func (c *condition) values(p *lint.Pass) (vars map[string]any, needs []lint.Fact) {
	vars = map[string]any{}
	for _, v := range variables {
		if value := v.value(p); value != nil {
			vars[v.name] = value
		} else if slices.Contains(c.names, v.name) {
			needs = lists.With(needs, v.needs(p)...)
		}
	}
	all, _ := vars["flags"].(map[string]any)
	for _, name := range c.reads {
		switch _, is := all[name]; {
		case is:
		case p.JVM == nil || p.JVM.Flag(name).Name != "":
			needs = lists.With(needs, machine(p)...)
		default:
			needs = lists.With(needs, lint.Fact("the value of "+name))
		}
	}
	return vars, needs
}

// braced are the values in a message.
var braced = lazyregexp.New(`\{[^{}]*\}`)

// inMessage are the variables of one value each.
func inMessage() []string {
	several := []string{"options", "set", "flags", "budget"}
	names := slices.DeleteFunc(variableNames(), func(name string) bool { return slices.Contains(several, name) })
	return append(names, "budget.planned", "budget.committed")
}

func checkMessage(t source.Text, fault faulty) {
	for _, at := range braced.FindAllStringIndex(t.String(), -1) {
		name := t.Slice(at[0]+1, at[1]-1)
		switch flag, is := strings.CutPrefix(name.String(), "flags."); {
		case is && !isFlag(flag):
			fault(name.Slice(len("flags."), name.Len()), "%v", spelling.Unknown("flag", flag, flagNames()))
		case !is && !slices.Contains(inMessage(), name.String()):
			fault(name, "%v", spelling.Unknown("value", name.String(), inMessage()))
		}
	}
}

// valueText writes a value: bytes as the JVM's options do, and others as they are.
func valueText(p *lint.Pass, name string) string {
	whole, part, _ := strings.Cut(name, ".")
	v, _ := variableOf(whole)
	value := v.value(p)
	size := v.size
	if all, is := value.(map[string]any); is {
		value, size = all[part], whole == "budget"
	}
	if value == nil {
		return "unknown"
	}
	if n, is := value.(int64); is && size {
		return jvmflag.FormatSize(uint64(n))
	}
	return fmt.Sprint(value)
}
