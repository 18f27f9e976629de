package template_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/source"
)

// What comes out of a template, with * for what nobody knows.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		about, text string
		want        []string
		leftOut     int
	}{
		{about: "nothing", text: "-Xmx1g\n", want: []string{"-Xmx1g\n"}},
		{about: "values", text: "-Xmx{{ .heap }} {{- .more -}}\n", want: []string{"-Xmx* *\n"}},
		{about: "quotes in an action", text: "a {{ b \"}}\" }} c {{ don't }} d", want: []string{"a * c * d"}},
		{about: "what puts nothing in", text: "{{- /* a */}}\n{{ $b := 1 }}\nc {{ $d := 1 }}\n", want: []string{"c \n"}},
		{about: "another template", text: "{{ include \"b\" . }}\n", want: []string{"*\n"}},
		{about: "a loop", text: "{{ range .opts }}\n-D{{ . }}\n{{ end }}\n", want: []string{"-D*\n"}},
		{about: "a definition", text: "{{ define \"a\" }}\n-Xmx1g\n{{ end }}\nb\n", want: []string{"b\n"}},
		{about: "branches of other things", text: "{{ if .a }}\nb\n{{ end }}\n-Xmx1g\n", want: []string{"*\n-Xmx1g\n"}},
		{about: "branches with options", text: "-ea\n{{ if .a }}\n-Xmx1g\n{{ else if .b }}\n-Xmx2g\n{{ else }}\n-Xmx3g\n{{ end }}\n",
			want: []string{"-ea\n-Xmx1g\n", "-ea\n-Xmx2g\n", "-ea\n-Xmx3g\n"}},
		{about: "one condition twice", text: "{{ if .a }}\n-Xmx1g\n{{ end }}\nb\n{{ if .a }}\n-Xms1g\n{{ end }}\n{{ if .c }}\n-ea\n{{ end }}\n",
			want: []string{"-Xmx1g\nb\n-Xms1g\n*\n", "*\nb\n*\n-ea\n"}},
		{about: "branches within branches", text: "{{ if .a }}\n-Xmx1g\n{{ if .b }}\n-ea\n{{ end }}\n{{ end }}\n", want: []string{"-Xmx1g\n*\n", "-Xmx1g\n-ea\n"}},
		{about: "branches within a line", text: "-Xmx1g {{ if .a }}-ea{{ else }}-esa{{ end }} b\n", want: []string{"-Xmx1g * b\n"}},
		{about: "branches for JDKs", text: "-Xmx1g\n{{ if lt .javaVersion 9 }}\n-Xloggc:a\n{{ end }}\n", want: []string{"-Xmx1g\n*\n"}, leftOut: 1},
		{about: "the other branch of one for JDKs", text: "{{ if .jdk8 }}\nb\n{{ else }}\n-Xlog:gc\n{{ end }}\n", want: []string{"*\n"}, leftOut: 1},
		{about: "a line that goes on", text: "java -Xmx1g \\\n{{ if .a }}\n  b \\\n{{ end }}\n  -jar a\n", want: []string{"java -Xmx1g \\\n  -jar a\n"}},
		{about: "branches that nothing closes", text: "{{ if .a }}\n-Xmx1g\n", want: []string{"-Xmx1g\n"}},
		{about: "what nothing opens", text: "-Xmx1g\n{{ end }}\n-Xms{{ .a }}\n", want: []string{"-Xmx1g\n-Xms*\n"}},
		{about: "a section", text: "{{ with .b }}\n-Da={{ .c }}\n{{ else }}\n-ea\n{{ end }}\n", want: []string{"-Da=*\n", "-ea\n"}},
		{about: "statements of Jinja, which stay", text: "{% if a %}\n-Xmx1g\n{% endif %}\n", want: []string{"{% if a %}\n-Xmx1g\n{% endif %}\n"}},
	} {
		t.Run(c.about, func(t *testing.T) {
			file := source.NewFile("a.yaml", []byte(c.text))
			states, leftOut := template.Parse(source.Verbatim(file.Span(0, len(c.text)))).States()
			var got []string
			for _, s := range states {
				got = append(got, strings.ReplaceAll(s.String(), source.Gap, "*"))
			}
			assert.Equal(t, c.want, got)
			assert.Len(t, leftOut, c.leftOut)
		})
	}
}

// Every byte of what comes out stands in the template, or is a gap.
func FuzzStates(f *testing.F) {
	for _, s := range []string{"{{ if a }}\n-Xmx1g\n{{ else }}\n{{ b }}\n{{ end }}", "{{{a}}} {{ '}}' }}\n{{/* b */}}\n", "{{ range .a }}\n{{ end }}{{ c", "{{\n}}\r\n{{ a }}\r\n-ea"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("a.yaml", []byte(text))
		states, _ := template.Parse(source.Verbatim(file.Span(0, len(text)))).States()
		for _, s := range states {
			last := 0
			for _, p := range s.Pieces() {
				at := p.Foremost()
				assert.LessOrEqual(t, last, at.Start)
				assert.True(t, p.String() == source.Gap || p.String() == at.String())
				last = at.End
			}
		}
	})
}

// What comes out of a template of YAML: what it puts in on lines of their own is left out.
func TestDocuments(t *testing.T) {
	for _, c := range []struct {
		about, text string
		want        []string
	}{
		{"an action in its line", "a: {{ .Values.a }}-{{ .b }}\n", []string{"a: *-*\n"}},
		{"an action of several lines", "a:\n  {{- toYaml .a | nindent 2 }}\nb: {{- include \"b\" . | nindent 2 }}\n  c: d\n", []string{"a:\n  \nb: \n  c: d\n"}},
		{"an action on its line", "a: 1\n{{ include \"a\" . }}{{ .b }}\nb: 2\n", []string{"a: 1\nb: 2\n"}},
		{"branches", "{{ if .a }}\na\n{{ else }}\nb\n{{ end }}\n", []string{"a\n"}},
		{"branches with options", "{{ if .a }}\na\n{{ else if .b }}\n-ea\n{{ else }}\n-Xmx1g\n{{ end }}\n", []string{"a\n", "-ea\n", "-Xmx1g\n"}},
		{"branches in a value", "a: b {{ if .c }}-Xss1m{{ end }} {{ with .d }}{{ . }}{{ end }}\n", []string{"a: b * *\n"}},
		{"rounds", "{{ range .a }}\n- a: {{ . }}\n{{ end }}", []string{"- a: *\n"}},
		{"definitions", "{{ define \"a\" }}a: 1{{ end }}b: 2\n", []string{"b: 2\n"}},
	} {
		t.Run(c.about, func(t *testing.T) {
			f := source.NewFile("t", []byte(c.text))
			var got []string
			for _, text := range template.Parse(source.Verbatim(f.Span(0, len(f.Data)))).Documents() {
				got = append(got, strings.ReplaceAll(text.String(), source.Gap, "*"))
			}
			assert.Equal(t, c.want, got)
		})
	}
}
