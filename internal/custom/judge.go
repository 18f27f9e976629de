package custom

import (
	"fmt"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// holds judges a workload. A condition that depends on what is not known says
// what it needs; one that cannot be worked out is a problem of the configuration.
func (c *condition) holds(p *lint.Pass) bool {
	vars, unknown, needs := c.values(p)
	activation, err := cel.PartialVars(vars, unknown...)
	if err != nil {
		c.fail(p, err)
		return false
	}
	out, _, err := c.program.Eval(activation)
	switch {
	case err != nil:
		c.fail(p, err)
	case types.IsUnknown(out):
		if p.Start.Refusal == nil { // a JVM that does not start is told of as such
			p.Needs(needs...)
		}
	case out.Type() != types.BoolType:
		c.fail(p, fmt.Errorf("a condition must be true or false, but this is %v", out.Value()))
	default:
		return out == types.True
	}
	return false
}

func (c *condition) fail(p *lint.Pass, err error) {
	span := c.text.Span()
	p.Fail(&source.Problem{File: span.File, Span: span, Message: fmt.Sprintf("cannot be judged for %s of %s: %v", p.Workload.Name, p.Workload.File.Name, err)})
}

// values are those of the variables that the condition names, what of them is
// not known, and what would make it known.
func (c *condition) values(p *lint.Pass) (vars map[string]any, unknown []*cel.AttributePatternType, needs []lint.Fact) {
	vars = map[string]any{}
	known := []string{}
	lacking := func(facts ...lint.Fact) {
		for _, f := range facts {
			if !slices.Contains(needs, f) {
				needs = append(needs, f)
			}
		}
	}
	for _, v := range variables {
		value := v.value(p)
		if value != nil {
			vars[v.name], known = value, append(known, v.name)
			continue
		}
		unknown = append(unknown, cel.AttributePattern(v.name))
		if slices.Contains(c.names, v.name) {
			lacking(v.needs(p)...)
		}
	}
	all, _ := vars["flags"].(map[string]any)
	for name := range all {
		known = append(known, "flags."+name)
	}
	for _, name := range c.reads {
		if _, is := all[name]; is {
			continue
		}
		unknown = append(unknown, cel.AttributePattern("flags").QualString(name))
		if p.JVM == nil || p.JVM.Flag(name).Name != "" {
			lacking(machine(p)...)
		} else {
			lacking(lint.Fact("the value of " + name))
		}
	}
	vars[knownNames] = known
	return vars, unknown, needs
}
