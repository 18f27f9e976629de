package chart_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TestBounds: templates that never end, or take all memory, end with a problem.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ name, values, template, want string }{
		{"include of itself", "", `{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}`, "not rendered: templates include each other more than 400 deep"},
		{"tpl of itself", "a: '{{ tpl .Values.a . }}'\n", `{{ tpl .Values.a . }}`, "not rendered: templates include each other more than 400 deep"},
		{"a template of itself", "", `{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}`, "not rendered: exceeded maximum template depth (100000)"},
		{"a range over a number", "", `{{ range 100000000000 }}{{ end }}`, "not rendered: more than 2000000 steps"},
		{"a long list", "", `{{ range until 100000000 }}{{ end }}`, "not rendered: until of more than 100000"},
		{"text that doubles", "", `{{ $s := "xxxxxxxx" }}{{ range 60 }}{{ $s = print $s $s }}{{ end }}{{ $s }}`, "not rendered: text of more than 16777216 bytes"},
		{"much text", "", `{{ range 10000 }}{{ repeat 10000 "x" }}{{ end }}`, "not rendered: prints more than 16777216 bytes"},
		{"repeat", "", `{{ repeat 1000000000 "xxxxxxxx" }}`, "not rendered: repeat of more than 16777216 bytes"},
		{"indent", "", `{{ indent 1000000000 "x" }}`, "not rendered: indent of more than 16777216 bytes"},
		{"replace", "", `{{ $s := repeat 1000000 "x" }}{{ $s | replace "x" $s }}`, "not rendered: replace of too much text"},
		{"a map in itself", "", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toYaml $d }}`, "not rendered: values are nested too deeply"},
		{"a copy of a map in itself", "", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $e := deepCopy $d }}`, "not rendered: values are nested too deeply"},
		{"merging a map in itself", "", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $e := merge (dict) $d }}`, "not rendered: values are nested too deeply"},
		{"maps in maps twice", "", `{{ $d := dict }}{{ range until 60 }}{{ $d = dict "a" $d "b" $d }}{{ end }}{{ toYaml $d }}`, "not rendered: values of too much text"},
		{"the same printed", "", `{{ $d := dict }}{{ range until 60 }}{{ $d = dict "a" $d "b" $d }}{{ end }}{{ $d }}`, "not rendered: values of too much text"},
		{"a map in itself printed", "", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $d }}`, "not rendered: values are nested too deeply"},
		{"a list of much text", "", `{{ $s := repeat 10000000 "x" }}{{ join "," (list $s $s $s $s $s $s $s $s) }}`, "not rendered: values of too much text"},
		{"much text read again and again", "", `{{ $s := repeat 1000000 "x" }}{{ range 1000000 }}{{ $x := toYaml $s }}{{ end }}`, "not rendered: functions read more than 134217728 bytes"},
		{"a long list read again and again", "", `{{ $l := until 10000 }}{{ range 1000000 }}{{ $x := toJson $l }}{{ end }}`, "not rendered: functions read more than 134217728 bytes"},
		{"a fault in a function", "", `{{ index (list 1) 5 }}`, "not rendered: index out of range: 5"},
		{"no template", "", `{{ if }}`, "not rendered: missing value for if"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := unpack(t, chartYAML+"-- values.yaml --\n"+c.values+"-- templates/good.yaml --\na: b\n-- templates/x.yaml --\n"+c.template+"\n")
			loaded, err := chart.Load(filesystem.OS{}, dir)
			require.NoError(t, err)
			r := loaded.Render(chart.Release{})
			require.Len(t, r.Problems, 1)
			assert.Equal(t, c.want, r.Problems[0].Message)
		})
	}
}

// TestRestGoesOn: one bad template stops no other.
func TestRestGoesOn(t *testing.T) {
	dir := unpack(t, chartYAML+"-- values.yaml --\nheap: 1g\n-- templates/bad.yaml --\n{{ fail \"no\" }}\n-- templates/worse.yaml --\na: [\n-- templates/good.yaml --\na: {{ .Values.heap }}\n")
	r := render(t, dir, chart.Release{})
	assert.Equal(t, "values.yaml:1:7 1g", placed(t, dir, r, "1g"))
	require.Len(t, r.Problems, 2)
	assert.Equal(t, "not rendered: no", r.Problems[0].Message)
	assert.Equal(t, "templates/bad.yaml:1:4 ", say(dir, source.Verbatim(r.Problems[0].Span)))
	assert.Contains(t, r.Problems[1].Message, "what it renders to is no YAML: ")
}

// TestMarkCharacters: text that looks like marks is text.
func TestMarkCharacters(t *testing.T) {
	dir := unpack(t, chartYAML+"-- values.yaml --\nicon: \"\U000f0000\U00100001x\U0010fffd\"\nheap: 1g\n-- templates/x.yaml --\na: {{ .Values.icon }}\nb: {{ .Values.heap }}\n")
	c, err := chart.Load(filesystem.OS{}, dir)
	require.NoError(t, err)
	r := c.Render(chart.Release{})
	require.Empty(t, r.Problems)
	assert.Contains(t, string(r.File.Data), "a: \U000f0000\U00100001x\U0010fffd\nb: 1g\n")
}

// FuzzRender renders anything as a template with anything as values. It must
// not panic, not go on for ever, and every place must hold what it is said to.
func FuzzRender(f *testing.F) {
	f.Add("opts: -Xmx1g\n", "a: {{ .Values.opts | quote }}")
	f.Add("env: {a: 1}\n", "{{ range $k, $v := .Values.env }}{{ $k }}: {{ $v | toString | trunc 3 }}{{ end }}")
	f.Add("a: {b: [1, x, true]}\n", "{{ toYaml .Values.a | nindent 2 }}{{ tpl (toJson .Values.a) . }}")
	f.Add("a: \"{{ .Values.b }}\"\nb: |\n  x\n  y\n", "{{ with .Values.a }}{{ tpl . $ | indent 3 }}{{ end }}{{ printf \"%5s %d %q\" .Values.b 3 .Values.a }}")
	f.Add("n: 0\n", "{{ if and .Values.n (eq .Values.n 0.0) }}x{{ else }}{{ default 3 .Values.n }}{{ end }}")
	dir := f.TempDir()
	require.NoError(f, os.MkdirAll(filepath.Join(dir, "templates"), 0o755))
	require.NoError(f, os.WriteFile(filepath.Join(dir, "Chart.yaml"), []byte("apiVersion: v2\nname: app\nversion: 1.0.0\n"), 0o644))
	f.Fuzz(func(t *testing.T, values, template string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "values.yaml"), []byte(values), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "templates", "x.yaml"), []byte(template), 0o644))
		c, err := chart.Load(filesystem.OS{}, dir)
		if err != nil {
			return
		}
		r := c.Render(chart.Release{})
		for _, p := range r.File.Span(0, len(r.File.Data)).Written().Pieces() {
			if at := p.Foremost(); p.Exact() && at.Len() == p.Len() && !strings.ContainsAny(at.String(), "\\'\"\r\n") {
				require.Equal(t, at.String(), p.String())
			}
		}
	})
}
