package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// reportResources tells what the API server does not take of resources of the
// Hazelcast operator.
func reportResources(p *lint.Pass) {
	for _, r := range p.Workload.Hazelcast.RefusedFields() {
		at := r.At
		if at.Text().Len() == 0 && at.Key() != nil {
			at = at.Key()
		}
		f := p.Report([]source.Text{at.Text()}, "%s", r.Message)
		f.Note("the API server refuses the resource, by the schema of the Hazelcast operator")
		if r.Meant != "" {
			f.Suggest(lint.Safe, "write "+r.Meant, spell(r))
		}
	}
}

// spell is the edit that writes what is meant in place of a scalar, quotes
// included.
func spell(r hazelcast.RefusedField) source.Edit {
	if at := r.At; at.Exact() && at.Alias().IsZero() {
		return source.Edit{Span: at.Span(), New: r.Meant}
	}
	return source.Edit{}
}
