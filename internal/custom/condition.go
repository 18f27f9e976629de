package custom

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

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

// confidence is that of what the condition asks for.
func (c *condition) confidence() lint.Confidence {
	if slices.Contains(c.names, "budget") {
		return lint.Likely
	}
	return lint.Certain
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

// values are those of the variables that are known, and what would make the others known that the
// condition names.
func (c *condition) values(p *lint.Pass) (vars map[string]any, needs []lint.Fact) {
	vars = map[string]any{}
	lacking := func(facts ...lint.Fact) {
		for _, f := range facts {
			if !slices.Contains(needs, f) {
				needs = append(needs, f)
			}
		}
	}
	for _, v := range variables {
		if value := v.value(p); value != nil {
			vars[v.name] = value
		} else if slices.Contains(c.names, v.name) {
			lacking(v.needs(p)...)
		}
	}
	all, _ := vars["flags"].(map[string]any)
	for _, name := range c.reads {
		switch _, is := all[name]; {
		case is:
		case p.JVM == nil || p.JVM.Flag(name).Name != "":
			lacking(machine(p)...)
		default:
			lacking(lint.Fact("the value of " + name))
		}
	}
	return vars, needs
}
