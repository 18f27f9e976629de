// Package custom makes rules of the conditions that a project writes in its
// configuration. It is the only user of CEL, the Common Expression Language.
package custom

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
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

// named is how an id is written: as those of jvmlint's own rules.
var named = lazyregexp.New(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Compile makes a rule of a definition; taken are the ids that it may not have.
// Every fault stands at its own characters.
func Compile(d Definition, taken []string) (*Rule, []*source.Problem) {
	var faults []*source.Problem
	fault := func(at source.Text, format string, args ...any) {
		span := at.Span()
		faults = append(faults, &source.Problem{File: span.File, Span: span, Message: fmt.Sprintf(format, args...)})
	}
	id := d.ID.String()
	switch {
	case !named.MatchString(id):
		fault(d.ID, "%q is not an id such as house-maximum-heap", id)
	case slices.Contains(taken, id):
		fault(d.ID, "the name %q is taken", id)
	}
	condition := compile(d.Condition, fault)
	message := readMessage(d.Message, fault)
	at := condition.names
	if place := d.At.String(); place != "" {
		if at = []string{place}; !isPlace(place) {
			fault(d.At, "%v", spelling.Unknown("variable or flag", place, places()))
		}
	}
	if faults != nil {
		return nil, faults
	}
	rule := &lint.Rule{
		ID: id, Severity: d.Severity, Confidence: condition.confidence(), At: d.ID.Span(),
		Title: d.Message.String(), What: "Triggers where `" + d.Condition.String() + "`.", Why: d.Why,
	}
	rule.Check = func(p *lint.Pass) {
		if !p.Workload.HasJVM() {
			return // a Hazelcast configuration alone says nothing of a JVM
		}
		if condition.holds(p) {
			p.Report(textsOf(p, at), "%s", message.on(p))
		}
	}
	return &Rule{Rule: rule, Bad: d.Bad, Good: d.Good}, nil
}
