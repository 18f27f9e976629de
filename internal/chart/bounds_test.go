package chart_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TestBounds: templates that never end, or take all memory, end with a problem.
// What they ask for is counted before it is done.
func TestBounds(t *testing.T) {
	for _, c := range []struct{ name, values, template, want string }{
		{"include of itself", "", `{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}`, "templates include each other more than 400 deep"},
		{"tpl of itself", "a: '{{ tpl .Values.a . }}'\n", `{{ tpl .Values.a . }}`, "templates include each other more than 400 deep"},
		{"a template of itself", "", `{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}`, "templates include each other more than 400 deep"},
		{"deep actions in templates of themselves", "", `{{ define "a" }}{{ $x := ` + strings.Repeat("(", 200) + `include "a" .` + strings.Repeat(")", 200) + `}}{{ end }}{{ include "a" . }}`, "templates that include each other nest actions more than 20000 deep"},
		{"templates that call two", "", fan(), "takes more than N steps, in templates"},
		{"conditions in each other", "", strings.Repeat("{{if 1}}", 100_000) + strings.Repeat("{{end}}", 100_000), "a template has more than 100000 actions"},
		{"conditions behind each other", "", "{{if 1}}" + strings.Repeat("{{else if 1}}", 100_000) + "{{end}}", "a template has more than 100000 actions"},
		{"conditions made by tpl", "", `{{ tpl (print (repeat 100000 "{{if 1}}") (repeat 100000 "{{end}}")) . }}`, "a template has more than 100000 actions"},
		{"a range over a number", "", `{{ range 100000000000 }}{{ end }}`, "takes more than N steps, in loops"},
		{"a range in a range", "", `{{ range 1000000 }}{{ range 1000000 }}{{ end }}{{ end }}`, "takes more than N steps, in loops"},
		{"a long list", "", `{{ range until 100000000 }}{{ end }}`, "takes more than N steps, in until"},
		{"a list below zero", "", `{{ len (until -2000000000) }}`, "takes more than N steps, in until"},
		{"a list over the largest number", "", `{{ len (untilStep 9223372036854775000 9223372036854775807 1000) }}`, "takes more than N steps, in untilStep"},
		{"a sequence", "", `{{ seq 1 1 -2000000000 }}`, "takes more than N steps, in seq"},
		{"a sequence below zero", "", `{{ seq -2000000000 }}`, "takes more than N steps, in seq"},
		{"a list of lists", "", `{{ $l := list }}{{ $ten := until 10000 }}{{ range until 10000 }}{{ $l = append $l $ten }}{{ end }}`, "takes more than N steps, in append"},
		{"a list that doubles", "", `{{ $l := list 1 2 }}{{ range until 60 }}{{ $l = concat $l $l }}{{ end }}`, "takes more than N steps, in concat"},
		{"the same twice in a list", "", `{{ $l := uniq (until 100000) }}`, "takes more than N steps, in uniq"},
		{"text that doubles", "", `{{ $s := "xxxxxxxx" }}{{ range 60 }}{{ $s = print $s $s }}{{ end }}{{ $s }}`, "takes more than N steps, in print"},
		{"much text", "", `{{ range 10000 }}{{ repeat 10000 "x" }}{{ end }}`, "prints too much for a chart of this size"},
		{"much text is not printed", "", `{{ define "a" }}{{ range 10000 }}{{ repeat 10000 "x" }}{{ end }}{{ end }}{{ $x := include "a" . }}`, "takes more than N steps, in repeat"},
		{"repeat", "", `{{ repeat 1000000000 "xxxxxxxx" }}`, "takes more than N steps, in repeat"},
		{"indent", "", `{{ indent 1000000000 "x" }}`, "takes more than N steps, in indent"},
		{"replace", "", `{{ $s := repeat 1000000 "x" }}{{ $s | replace "x" $s }}`, "takes more than N steps, in replace"},
		{"split", "", `{{ $s := repeat 8000000 "a." }}{{ len (split "." $s) }}`, "takes more than N steps, in split"},
		{"wrap", "", `{{ $s := repeat 1000000 "x " }}{{ len (wrapWith 1 $s $s) }}`, "takes more than N steps, in wrapWith"},
		{"trim by long sets", "", `{{ $s := repeat 100000 "ä" }}{{ trimAll $s $s }}`, "takes more than N steps, in trimAll"},
		{"wide numbers", "", `{{ $f := repeat 1000 "%1000000d" }}{{ printf $f 1 }}`, "takes more than N steps, in printf"},
		{"the same printed often", "", `{{ $s := repeat 1000000 "x" }}{{ printf (repeat 1000 "%[1]s") $s }}`, "takes more than N steps, in printf"},
		{"long numbers", "", `{{ mulf ` + strings.Repeat("1.23456789012345 ", 10_000) + `}}`, "takes more than N steps, in mulf"},
		{"texts that are compared", "", `{{ $a := repeat 1000000 "x" }}{{ $b := repeat 1000000 "x" }}{{ range 1000000 }}{{ if eq $a $b }}{{ end }}{{ end }}`, "takes more than N steps, in comparisons"},
		{"a long layout", "", `{{ $s := repeat 100000 "2006" }}{{ range 1000000 }}{{ $x := now.Format $s }}{{ end }}`, "takes more than N steps, in comparisons"},
		{"a repeated expression", "", `{{ range until 90000 }}{{ $x := regexMatch "(x?){500}y" (repeat 100000 "x") }}{{ end }}`, "takes more than N steps, in a regular expression"},
		{"an expression on long text", "", `{{ $s := repeat 8000000 "ax" }}{{ regexFind "(x?){999}y" $s }}`, "takes more than N steps, in a regular expression"},
		{"an expression that looks to the end each time", "", `{{ $s := repeat 10000 "a" }}{{ regexReplaceAll "(?s:a.*b)|a" $s "c" }}`, "takes more than N steps, in a regular expression"},
		{"a pattern of files", "", `{{ range 10000000 }}{{ $x := $.Files.Glob "` + strings.Repeat("*a", 200) + `" }}{{ end }}`, "takes more than N steps, in a regular expression"},
		{"a map in itself", "", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ toYaml $d }}`, "values are nested too deeply"},
		{"a copy of a map in itself", "", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $e := deepCopy $d }}`, "values are nested too deeply"},
		{"merging a map in itself", "", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $e := merge $d $d }}`, "values are nested too deeply"},
		{"maps in maps twice", "", `{{ $d := dict }}{{ range until 60 }}{{ $d = dict "a" $d "b" $d }}{{ end }}{{ toYaml $d }}`, "takes more than N steps, in values"},
		{"lists in chunks twice", "", `{{ $d := list 1 }}{{ range until 60 }}{{ $d = chunk 2 (list $d $d) }}{{ end }}{{ toYaml $d }}`, "takes more than N steps, in values"},
		{"the same printed", "", `{{ $d := dict }}{{ range until 60 }}{{ $d = dict "a" $d "b" $d }}{{ end }}{{ $d }}`, "takes more than N steps, in values"},
		{"a map in itself printed", "", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $d }}`, "values are nested too deeply"},
		{"a list of much text", "", `{{ $s := repeat 10000000 "x" }}{{ join "," (list $s $s $s $s $s $s $s $s) }}`, "takes more than N steps, in join"},
		{"much text read again and again", "", `{{ $s := repeat 1000000 "x" }}{{ range 1000000 }}{{ $x := toYaml $s }}{{ end }}`, "takes more than N steps, in toYaml"},
		{"files written again and again", "", `{{ range 1000000 }}{{ $x := $.Files.AsConfig }}{{ end }}`, "takes more than N steps, in .Files.AsConfig"},
	} {
		t.Run(c.name, func(t *testing.T) {
			loaded, err := chart.FromFiles(map[string]string{
				"Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.0.0\n", "values.yaml": c.values, "templates/x.yaml": c.template,
				"f/" + strings.Repeat("a", 200): strings.Repeat("line\n", 1000),
			})
			require.NoError(t, err)
			r := loaded.Render(chart.Release{})
			require.Len(t, r.Problems, 1)
			assert.Equal(t, "not rendered: "+c.want, regexp.MustCompile(`\d{9,}`).ReplaceAllString(r.Problems[0].Message, "N"))
			assert.True(t, r.Exceeded)
		})
	}
}

// fan are templates of which each calls the one before it twice.
func fan() string {
	var all strings.Builder
	all.WriteString(`{{ define "a0" }}{{ end }}`)
	for i := range 60 {
		fmt.Fprintf(&all, `{{ define "a%d" }}{{ template "a%d" }}{{ template "a%d" }}{{ end }}`, i+1, i, i)
	}
	return all.String() + `{{ template "a60" }}`
}

// TestFaultIsNoBound: what a template does wrong stops it alone.
func TestFaultIsNoBound(t *testing.T) {
	loaded, err := chart.FromFiles(map[string]string{
		"Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.0.0\n", "templates/x.yaml": `{{ index (list 1) 5 }}`, "templates/y.yaml": "a: 1",
	})
	require.NoError(t, err)
	r := loaded.Render(chart.Release{})
	require.Len(t, r.Problems, 1)
	assert.Equal(t, "not rendered: index out of range: 5", r.Problems[0].Message)
	assert.False(t, r.Exceeded)
	assert.Contains(t, string(r.File.Data), "a: 1")
}

// TestMergingIntoMuch: what is merged into is not gone through, however much it is.
func TestMergingIntoMuch(t *testing.T) {
	loaded, err := chart.FromFiles(map[string]string{
		"Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.0.0\n", "values.yaml": "heap: 1g\n", "f.json": strings.Repeat("line\n", 100_000),
		"templates/x.yaml": `{{ range until 400 }}{{ $x := mustMergeOverwrite $ (dict "Values" (deepCopy $.Values)) }}{{ end }}a: {{ .Values.heap }}`,
	})
	require.NoError(t, err)
	r := loaded.Render(chart.Release{})
	require.Empty(t, r.Problems)
	assert.Contains(t, string(r.File.Data), "a: 1g")
}

// TestNoClock: what is no date stands for one time, so that two renderings are the same, and so are places.
func TestNoClock(t *testing.T) {
	const template = `a: {{ .Values.heap }} {{ date "05.000000000" .Values.none }} {{ ago .Values.none }}` +
		` {{ dateInZone "05.000000000" .Values.none "UTC" }} {{ htmlDate .Values.none }} {{ htmlDateInZone .Values.none "UTC" }}`
	dir := unpack(t, chartYAML+"-- values.yaml --\nheap: 1g\n-- templates/x.yaml --\n"+template+"\n")
	first, second := render(t, dir, chart.Release{}), render(t, dir, chart.Release{})
	assert.Equal(t, string(first.File.Data), string(second.File.Data))
	assert.Equal(t, "values.yaml:1:7 1g", placed(t, dir, second, "1g"))
}

// TestPrices: every function that templates may call has a price.
func TestPrices(t *testing.T) {
	assert.Equal(t, slices.Sorted(maps.Keys(chart.AllFunctions())), slices.Sorted(maps.Keys(chart.Prices())))
}

// TestRestGoesOn: one bad template stops no other.
func TestRestGoesOn(t *testing.T) {
	dir := unpack(t, chartYAML+"-- values.yaml --\nheap: 1g\n-- templates/bad.yaml --\n{{ fail \"no\" }}\n-- templates/worse.yaml --\na: [\n-- templates/good.yaml --\na: {{ .Values.heap }}\n")
	r := render(t, dir, chart.Release{})
	assert.Equal(t, "values.yaml:1:7 1g", placed(t, dir, r, "1g"))
	require.Len(t, r.Problems, 2)
	assert.Equal(t, "not rendered: no", r.Problems[0].Message)
	assert.Equal(t, "templates/bad.yaml:1:4 ", say(dir, source.Verbatim(r.Problems[0].Span)))
	assert.Contains(t, r.Problems[1].Message, "the rendered chart is not valid YAML: ")
}

// TestMarkCharacters: text that looks like marks is text.
func TestMarkCharacters(t *testing.T) {
	dir := unpack(t, chartYAML+"-- values.yaml --\nicon: \"\U000f0000\U00100001x\U0010fffd\"\nheap: 1g\n-- templates/x.yaml --\na: {{ .Values.icon }}\nb: {{ .Values.heap }}\n")
	c, err := chart.Load(filesystem.OS{}, dir, budget.NewRun())
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
		c, err := chart.Load(filesystem.OS{}, dir, budget.NewRun())
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

// TestCopiesOfFiles: what templates see is copied again and again, and its files are not.
func TestCopiesOfFiles(t *testing.T) {
	c, err := chart.FromFiles(map[string]string{
		"Chart.yaml": "name: app\nversion: 1.0.0\n", "conf": strings.Repeat("x", 200_000),
		"templates/x.yaml": `a: {{ range until 100 }}{{ $all := deepCopy $ }}{{ len ($all.Files.Get "conf") }}{{ end }}`,
	})
	require.NoError(t, err)
	r := c.Render(chart.Release{})
	assert.Empty(t, r.Problems)
	assert.Contains(t, string(r.File.Data), "200000200000")
	assert.Empty(t, r.Untraced())
}
