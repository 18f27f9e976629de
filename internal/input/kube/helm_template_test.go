package kube

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// https://helm.sh/docs/chart_template_guide/
func TestIsHelmTemplate(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a value", "a: {{ .Values.a }}\nb: {{ .Values.b }}-{{ .c }}\n- {{ x", true},
		{"an action on a line of its own", "{{- if .Values.a }}\na: b\n{{- end }}\n", true},
		{"a function", "a: {{ include \"b\" . | quote }}\n{{ end", true},
		{"a variable", "{{ $a := 1 }}\na: b\n", true},
		{"a comment", "{{/* a */}}\na: b\n", true},
		{"an action in quotes, which is YAML", "a: \"{{ .Values.a }}\"\n", false},
		{"of Jinja", "{{ a }}\nb: {{ c }}\n{% if x %}\n", false},
		{"of a shell", "echo ${a}\n", false},
	} {
		c2 := reading.NewCandidate(source.NewFile("a.yaml", []byte(c.text)))
		assert.Equal(t, c.want, HelmTemplates.Content(c2), c.name)
	}
}

// The options that stand in a template as they are, of which nothing is known beside them.
func TestReadTemplate(t *testing.T) {
	const head = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    image: eclipse-temurin:17\n"
	for _, c := range []struct {
		name, text string
		want       []described
	}{
		{"a command", head + "    command: [java, -Xmx1g, Main]\n{{ end }}\n", []described{{"Pod/p/c", true, []string{"cmd -Xmx1g", "cmd Main"}}}},
		{"a value that is computed", head + "    env:\n    - name: JAVA_TOOL_OPTIONS\n      value: {{ .Values.opts }} -Xmx1g\n", []described{{"Pod/p/c", true, []string{"tool \ufffc", "tool -Xmx1g"}}}},
		{"documents, of which one is none", "a: [\n{{ .x }}\n---\n" + head + "    command: [java, -Xmx1g, Main]\n", []described{{"Pod/p/c", true, []string{"cmd -Xmx1g", "cmd Main"}}}},
		{"a comment behind the start of a document", "a: [\n{{ .x }}\n--- # the pod\n" + head + "    command: [java, -Xmx1g, Main]\n", []described{{"Pod/p/c", true, []string{"cmd -Xmx1g", "cmd Main"}}}},
		{"no options", head + "    command: [{{ .Values.command }}]\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := inputBeside("templates/a.yaml", c.text, nil)
			ReadTemplate(in, reading.TextOf(in.File))
			assert.Equal(t, c.want, describe(in))
			for _, w := range in.Workloads {
				assert.Equal(t, [2]bool{}, [2]bool{w.Whole, w.Limited})
			}
			said := slices.ContainsFunc(in.Notes, func(n *source.Problem) bool {
				return strings.HasPrefix(n.Message, "a Helm template that is not rendered")
			})
			assert.Equal(t, len(c.want) > 0, said, "where something was read")
		})
	}
}

func TestTemplateRemarks(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a comment", "{{/* a */}}\n", []string{"a"}},
		{"without blanks around", "  {{- /* a b */ -}}  \r\nc: d\n", []string{"a b"}},
		{"two", "{{/* a */}}\n{{/* b */}}", []string{"a", "b"}},
		{"behind something", "a: b {{/* c */}}\n", nil},
		{"one of YAML, which is rendered", "# a\n", nil},
	} {
		var got []string
		for _, r := range TemplateRemarks(source.NewFile("a.yaml", []byte(c.text))).Comments {
			got = append(got, r.Span.String())
		}
		assert.Equal(t, c.want, got, c.name)
	}
}
