package custom

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// holds judges a workload. A condition that depends on what is not known says
// what it needs; one that cannot be worked out is a problem of the configuration.
func (c *condition) holds(p *lint.Pass) bool {
	vars, needs := c.values(p)
	switch out := (&evaluation{vars: vars, reads: c.reads}).of(c.root).(type) {
	case bool:
		return out
	case unknown:
		if p.Start.Refusal == nil { // a JVM that does not start is told of as such
			p.Needs(needs...)
		}
	case error:
		c.fail(p, out)
	default:
		c.fail(p, noBool(out))
	}
	return false
}

func (c *condition) fail(p *lint.Pass, err error) {
	span := c.text.Span()
	p.Fail(&source.Problem{File: span.File, Span: span, Message: fmt.Sprintf("cannot be judged for %s of %s: %v", p.Workload.Name, p.Workload.File.Name, err)})
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
