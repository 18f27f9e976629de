package kube

import (
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// YamlRemarks are the comments of YAML. A scalar is one thing with its key.
func YamlRemarks(f *source.File) reading.Remarks {
	var r reading.Remarks
	documents, comments, _ := yamldoc.ParseCommented(f) // none where it is no YAML
	for _, c := range comments {
		r.Comments = append(r.Comments, reading.Comment{Span: c.Span, OwnLine: c.OwnLine})
	}
	for _, d := range documents {
		scalars(&r, d.Root, source.Span{})
	}
	return r
}

// scalars gathers those below a node. An alias stands for text elsewhere.
func scalars(r *reading.Remarks, n *yamldoc.Node, key source.Span) {
	if !n.Alias().IsZero() {
		return
	}
	switch n.Kind() {
	case yamldoc.Scalar:
		at := n.Span()
		if !key.IsZero() && key.Start < at.Start {
			at.Start = key.Start
		}
		r.Units = append(r.Units, at)
	case yamldoc.Sequence:
		for _, i := range n.Items() {
			scalars(r, i, source.Span{})
		}
	case yamldoc.Mapping:
		for _, p := range n.Pairs() {
			scalars(r, p.Value, p.Key.Span())
		}
	}
}
