package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Actions are taken out of a template, and their lines stay: what stands in it
// keeps its place.
func TestTemplateTexts(t *testing.T) {
	for _, c := range []struct {
		name, template string
		want           []string
	}{
		{"an action in its line", "a: {{ .Values.a }}-{{ .b }}\n", []string{"a: ￼-￼\n"}},
		{"an action of several lines", "a:\n  {{- toYaml .a | nindent 2 }}\nb: {{- include \"b\" . | nindent 2 }}\n  c: d\n", []string{"a:\n  \nb: \n  c: d\n"}},
		{"branches", "{{ if .a }}a{{ else if .b }}b{{ else }}c{{ end }}", []string{"a", "c"}},
		{"branches without else", "{{- if .a }}\na: 1\n{{- end }}\n", []string{"\na: 1\n\n"}},
		{"branches in a value", "a: b {{ if .c }}-Xss1m{{ end }} {{ with .d }}{{ . }}{{ end }}\n", []string{"a: b ￼ ￼\n"}},
		{"rounds", "{{ range .a }}\n- a: {{ . }}\n{{ end }}", []string{"\n- a: ￼\n"}},
		{"a string in a variable", "{{ $a := \"-Xmx1g\" }}\na: {{ $a }} {{ $b }}\n", []string{"\na: -Xmx1g ￼\n"}},
		{"a variable that is set again", "{{ $a := \"x\" }}{{ $a = .b }}\na: {{ $a }}\n", []string{"\na: ￼\n"}},
		{"a format", "a: {{ printf \"-Xms%s -Xmx%dm 5%%\" .a .b }}\n", []string{"a: -Xms￼ -Xmx￼m 5%\n"}},
		{"in quotes", "a: {{ \"x: y\" | quote }}\nb: {{ .x | quote }}\n", []string{"a: \"x: y\"\nb: ￼\n"}},
		{"comments", "{{/* }} */}}a{{- /* b */ -}}\n", []string{"a\n"}},
		{"braces in a string", "a: {{ \"}}\" }}\n", []string{"a: }}\n"}},
		{"definitions", "{{ define \"a\" }}a: 1{{ end }}b: 2\n", []string{"b: 2\n"}},
		{"a brace that stays open", "a: {{ .b\n", nil},
		{"a branch that stays open", "{{ if .a }}b\n", nil},
		{"an end too many", "a{{ end }}b", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.NewFile("t", []byte(c.template))
			var got []string
			for _, text := range templateTexts(source.Verbatim(f.Span(0, len(f.Data)))) {
				got = append(got, text.String())
			}
			assert.Equal(t, c.want, got)
		})
	}
}
