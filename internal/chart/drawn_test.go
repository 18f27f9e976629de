package chart_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"sigs.k8s.io/yaml"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/source"
)

// lines are what drawn templates are made of.
var lines = []string{
	`values: {{ toJson .Values }}`,
	`chart: {{ .Chart | toJson }} {{ .Chart.IsRoot }} {{ .Chart.Type | default "none" }}`,
	`here: {{ .Template.Name }} {{ .Template.BasePath }} {{ .Release.Name }} {{ .Release.Service }}`,
	`below: {{ range $name, $c := .Subcharts }}{{ $name }} {{ $c.Values | toJson }} {{ $c.Chart.Name }}; {{ end }}`,
	`a: {{ .Values.a | quote }} {{ .Values.a | default "none" | squote }} {{ .Values.missing }}`,
	"b:{{ .Values.b | toYaml | nindent 2 }}",
	`c: {{ with .Values.c }}{{ toJson . }}{{ else }}none{{ end }}`,
	`d: {{ if .Values.d }}{{ printf "%v|%s" .Values.d (toString .Values.d) }}{{ end }}`,
	"e:\n{{- range $k, $v := .Values }}\n  {{ $k | quote }}: {{ kindOf $v }}\n{{- end }}",
	`g: {{ tpl "{{ .Values.a | toJson }} {{ .Chart.Name }} {{ include \"name\" . }}" . }}`,
	`j: {{ .Files.Get "conf/a.txt" | quote }} {{ .Files.Get "none" }} {{ len (.Files.GetBytes "conf/b.bin") }}`,
	"k:\n{{ (.Files.Glob \"conf/*\").AsConfig | indent 2 }}\n{{ (.Files.Glob \"conf/*.bin\").AsSecrets | indent 2 }}",
	"l:{{ range .Files.Lines \"conf/a.txt\" }}\n  - {{ . | quote }}{{ end }}",
	"m: {{ range $name, $data := .Files.Glob \"**.txt\" }}{{ $name }}={{ $data | toString | trim }},{{ end }}",
	`n: {{ lookup "v1" "Secret" "" "x" | toJson }} {{ (lookup "v1" "Pod" "a" "").items | default "none" }}`,
	`o: {{ .Capabilities.APIVersions.Has "batch/v1" }} {{ .Capabilities.APIVersions.Has "x/v1" }} {{ .Capabilities.KubeVersion.Minor }} {{ .Capabilities.KubeVersion }} {{ .Capabilities.HelmVersion.Version }}`,
	`p: {{ if semverCompare ">=1.20-0" .Capabilities.KubeVersion.GitVersion }}new{{ end }}`,
	`q: {{ .Values.AsMap | toJson }}`,
	`v: {{ mergeOverwrite (deepCopy .Values) (dict "a" 1) | toJson }} {{ .Values.a | toJson }}`,
	`w: {{ $c := deepCopy .Values }}{{ $_ := set $c "added" .Chart.Name }}{{ $c.added }}`,
	`x: {{ toToml .Values | quote }}`,
	`y: {{ fromYaml (toYaml .Values.a) | toJson }} {{ fromJson (toJson .Values.b) | toJson }} {{ fromYamlArray "[a, b]" }} {{ fromToml "a = 1" | toJson }}`,
	`{{- define "own" }}{{ .Chart.Name }}{{ end -}}`,
	`{{- /* nothing */ -}}`,
	`{{ range $i, $e := until 3 }}{{ if eq $i 1 }}{{ continue }}{{ end }}{{ $i }}{{ end }}`,
	`{{ $x := 1 }}{{ if .Values.enabled }}{{ $x = 2 }}{{ end }}n{{ $x }}: {{ add $x 1 }}`,
	"t{{- \"  x\" -}}  \n  trimmed: yes",
}

// failing are lines that fail with many values.
var failing = []string{
	`f: {{ include "name" . }} {{ include "own" . | upper }} {{ template "name" . }}`,
	`g: {{ tpl (.Values.a | toString) . }}`,
	`h: {{ required "d is needed" .Values.d | toJson }}`,
	`i: {{ .Values.global.a | toJson }} {{ .Values.global | toJson }}`,
	`r: {{ (.Values.Table "a").AsMap | toJson }}`,
	`s: {{ .Values.PathValue "enabled" | toJson }}`,
	`t: {{ dig "b" "c" "none" (.Values.AsMap) | toJson }} {{ get .Values "a" | toJson }} {{ hasKey .Values "a" }}`,
	`u: {{ merge (dict) (deepCopy .Values.a) (deepCopy .Values.b) | toJson }}`,
	`z: {{ .Values.a | fail }}`,
	`dep: {{ .Values.worker | toJson }} {{ .Values.db.global | toJson }} {{ .Chart.Dependencies | toJson }}`,
	`{{ .Values.a.b.c }}`,
	`{{ .Nothing.At.All }}`,
	`no: {{ end }}`,
}

// templates adds templates to a chart.
func templates(d draw) func(string, drawnFiles) {
	return func(below string, files drawnFiles) {
		files[below+"conf/a.txt"] = "first\n\nthird: {{ .Values.a }}\n"
		files[below+"conf/b.bin"] = "\x00\xff\ufeffx"
		files[below+"templates/_helpers.tpl"] = `{{ define "name" }}` + below + `{{ .Chart.Name }}{{ end }}{{ define "own" }}o{{ end }}`
		for i := range d.IntN(4) {
			var text []string
			for range 1 + d.IntN(8) {
				from := lines
				if d.IntN(30) == 0 {
					from = failing
				}
				text = append(text, from[d.IntN(len(from))])
			}
			name := []string{"x%d.yaml", "sub/x%d.yaml", "_x%d.yaml", "x%d.txt"}[d.IntN(4)]
			files[below+"templates/"+fmt.Sprintf(name, i)] = strings.Join(text, "\n") + "\n"
		}
	}
}

// TestDrawnChartsAsHelm draws charts with templates, and values to install them
// with. All must render to what Helm makes of them, or be refused as there.
// JVMLINT_SEED and JVMLINT_CHARTS draw others, and more of them.
func TestDrawnChartsAsHelm(t *testing.T) {
	seed, charts := number(t, "JVMLINT_SEED", 1), number(t, "JVMLINT_CHARTS", 300)
	t.Logf("JVMLINT_SEED=%d", seed)
	rendered, refused, texts, untraced := 0, 0, 0, 0
	for i := range charts {
		d := drawn(seed + i)
		ours, theirs := both(t, d.Chart(templates(d)))
		data, err := yaml.Marshal(d.Values())
		assert.NoError(t, err)
		r := chart.Release{Values: []*source.File{source.NewFile("given.yaml", data)}}
		if asHelm(t, ours, theirs, r, seed+i) {
			rendered++
		} else {
			refused++
		}
		out, _, _ := ours.Texts(r)
		texts += len(out)
		untraced += len(ours.Render(r).Untraced())
	}
	t.Logf("%d charts as Helm renders them, %d refused; %d templates, %d of them of unknown place", rendered, refused, texts, untraced)
	assert.Greater(t, rendered, int(charts)/3)
	assert.Less(t, untraced, texts/40)
}
