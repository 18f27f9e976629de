package chart_test

import (
	"testing"
	gotemplate "text/template"
	"text/template/parse"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/chart"
)

// FuzzNesting: the parser nests control structures no deeper than is counted
// before it runs.
func FuzzNesting(f *testing.F) {
	f.Add("{{if 1}}{{else if 2}}{{with 3}}{{end}}{{end}}{{range 1}}{{end}}")
	f.Add("{{- if 1 -}}{{/* }}{{if}} */}}{{ \"}}{{if 1}}\" }}{{ `{{` }}{{ '\\'' }}{{end}}{{define `a`}}{{block \"b\" .}}{{end}}{{end}}")
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := gotemplate.New("x").Parse(text)
		if err != nil {
			return
		}
		deepest := 0
		for _, one := range parsed.Templates() {
			deepest = max(deepest, nestingOf(one.Root))
		}
		require.LessOrEqual(t, deepest, chart.Nesting(text))
	})
}

// nestingOf is how deep control structures of a parsed template stand within
// each other.
func nestingOf(l *parse.ListNode) int {
	if l == nil {
		return 0
	}
	deepest := 0
	branch := func(b *parse.BranchNode) { deepest = max(deepest, 1+nestingOf(b.List), 1+nestingOf(b.ElseList)) }
	for _, n := range l.Nodes {
		switch n := n.(type) {
		case *parse.IfNode:
			branch(&n.BranchNode)
		case *parse.WithNode:
			branch(&n.BranchNode)
		case *parse.RangeNode:
			branch(&n.BranchNode)
		}
	}
	return deepest
}
