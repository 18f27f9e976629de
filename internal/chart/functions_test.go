package chart_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/loader/archive"
	helm "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"

	"github.com/jvmlint/jvmlint/internal/chart"
)

// both makes a chart of files, and has Helm do it.
func both(t *testing.T, files map[string]string) (*chart.Chart, func() *helm.Chart) {
	t.Helper()
	ours, err := chart.FromFiles(files)
	require.NoError(t, err)
	return ours, func() *helm.Chart {
		var all []*archive.BufferedFile
		for _, name := range slices.Sorted(maps.Keys(files)) {
			all = append(all, &archive.BufferedFile{Name: name, Data: []byte(strings.TrimPrefix(files[name], "\ufeff"))}) // as it does when it reads
		}
		c, err := loader.LoadFiles(all)
		require.NoError(t, err)
		return c
	}
}

const someValues = `
s: text
empty: ""
blank: "  two words "
lines: "a: 1\nb: 2\n"
number: "42"
version: 1.2.3
template: "{{ .Values.s }}-{{ include \"name\" . }}"
quoted: "it's \"so\""
duration: 90s
date: "2001-02-03"
json: '{"a": [1, null, "x"]}'
regex: "[a-t]+"
int: 3
zero: 0
negative: -2
float: 2.5
large: 1000000
"yes": true
"no": false
nothing: null
list: [b, a, c, a, "", null]
numbers: [3, 1, 2]
maps: [{name: x, value: 1}, {name: y}]
map: {a: 1, b: {c: x, d: null}, e: [1, 2]}
deep: {a: {b: {c: d}}}
none: {}
`

// expression draws a call of a function.
type expression struct{ *rand.Rand }

var (
	fields  = []string{"s", "empty", "blank", "lines", "number", "version", "template", "quoted", "duration", "date", "json", "regex", "int", "zero", "negative", "float", "large", "yes", "no", "nothing", "list", "numbers", "maps", "map", "deep", "none", "missing"}
	known   = append(slices.Sorted(maps.Keys(chart.Functions())), "index", "len", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "slice", "print", "printf", "println", "html", "js", "urlquery", "include", "tpl")
	letters = []string{`"a"`, `"s"`, `"%s-%v %d"`, `"%q|%5.1f"`, `""`, `" "`, `","`, `"name"`, `"2006-01-02"`, `"^1.0.0"`, `"map"`, `"a*"`}
)

func (e expression) of(all []string) string { return all[e.IntN(len(all))] }

func (e expression) argument(depth int) string {
	switch n := e.IntN(10); {
	case n == 0:
		return e.of(letters)
	case n == 1:
		return e.of([]string{"0", "1", "3", "-1", "2.0", "0.5", "true", "nil", "'x'"})
	case n == 2 && depth < 2:
		return "(" + e.call(depth+1) + ")"
	case n == 3:
		return e.of([]string{".", "$", ".Values", ".Chart", ".Release.Name", ".Capabilities.APIVersions", ".Values.map.b", ".Values.deep.a.b.c", ".Chart.Version"})
	}
	return ".Values." + e.of(fields)
}

// call draws a call, mostly with as many arguments as the function takes, and
// of their kinds.
func (e expression) call(depth int) string {
	name := e.of(known)
	if name == "keys" || name == "values" { // in any order
		return "keys .Values | sortAlpha"
	}
	switch name { // the clock goes on between ours and Helm's: what is no time is taken for now
	case "ago":
		return "ago .Values.duration | kindOf"
	case "now":
		return "now | kindOf"
	case "date":
		return `date "2006-01-02 .000" (toDate "2006-01-02" .Values.date)`
	case "htmlDate":
		return `htmlDate (toDate "2006-01-02" .Values.date)`
	case "dateInZone", "date_in_zone":
		return name + ` "2006-01-02 .000" (toDate "2006-01-02" .Values.date) "UTC"`
	case "htmlDateInZone":
		return name + ` (toDate "2006-01-02" .Values.date) "UTC"`
	}
	words := []string{name}
	f, ours := chart.Functions()[name]
	if of := reflect.TypeOf(f); ours && e.IntN(8) > 0 {
		for i := range of.NumIn() {
			if last := i == of.NumIn()-1; last && of.IsVariadic() {
				for range e.IntN(4) {
					words = append(words, e.argument(depth))
				}
				break
			}
			words = append(words, e.fitting(of.In(i).Kind(), depth))
		}
	} else {
		for range e.IntN(4) {
			words = append(words, e.argument(depth))
		}
	}
	if last := len(words) - 1; last > 0 && e.IntN(3) == 0 {
		return words[last] + " | " + strings.Join(words[:last], " ")
	}
	return strings.Join(words, " ")
}

func (e expression) fitting(kind reflect.Kind, depth int) string {
	if e.IntN(10) == 0 {
		return e.argument(depth)
	}
	switch kind {
	case reflect.String:
		return e.of(append([]string{".Values.s", ".Values.lines", ".Values.version", ".Values.template", ".Values.quoted", ".Values.duration", ".Values.json", ".Values.regex", ".Values.blank", ".Chart.Name"}, letters...))
	case reflect.Int, reflect.Int64:
		return e.of([]string{"0", "1", "2", "5", "-1", "(int .Values.int)"})
	case reflect.Map:
		return e.of([]string{".Values.map", ".Values.none", ".Values", ".Values.deep", ".Chart"})
	case reflect.Slice:
		return e.of([]string{".Values.list", ".Values.numbers", ".Values.maps", "(list 1 2)"})
	case reflect.Bool:
		return e.of([]string{"true", "false", ".Values.yes"})
	}
	return e.argument(depth)
}

// TestFunctionsAsHelm draws calls of all functions that templates have, with
// all kinds of values. Each prints what it does in Helm, or fails as there.
// JVMLINT_SEED and JVMLINT_CALLS draw others, and more of them.
func TestFunctionsAsHelm(t *testing.T) {
	seed, calls := number(t, "JVMLINT_SEED", 1), number(t, "JVMLINT_CALLS", 1500)
	t.Logf("JVMLINT_SEED=%d", seed)
	e := expression{rand.New(rand.NewPCG(seed, seed))}
	printed, failed, untraced := 0, 0, 0
	for i := range calls {
		action := "{{ " + e.call(0) + " }}"
		if i%3 == 0 {
			action = fmt.Sprintf(e.of([]string{"{{ if %[1]s }}yes{{ else }}no{{ end }}", "{{ with %[1]s }}{{ . }}{{ end }}", "{{ range %[1]s }}({{ . }}){{ end }}", "{{ range $k, $v := %[1]s }}{{ $k }}:{{ $v | quote }},{{ end }}", "{{ $x := %[1]s }}{{ $x | toJson }}{{ kindOf $x }}"}), e.call(0))
		}
		ours, theirs := both(t, map[string]string{
			"Chart.yaml": "name: app\nversion: 1.2.3\n", "values.yaml": someValues,
			"templates/_n.tpl": `{{ define "name" }}{{ typeOf . }}{{ end }}`, "templates/x.txt": "<" + action + ">",
		})
		if asHelm(t, ours, theirs, chart.Release{}, action) {
			printed++
			untraced += len(ours.Render(chart.Release{}).Untraced())
		} else {
			failed++
		}
	}
	t.Logf("%d calls print what they do in Helm, %d of them of unknown place; %d fail as in Helm", printed, untraced, failed)
	assert.Greater(t, printed, int(calls)/4)
	assert.Less(t, untraced, printed/10)
}
