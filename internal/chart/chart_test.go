package chart_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
)

// unpack writes the files of an archive as text into a folder.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	unpackTo(t, dir, archive)
	return dir
}

func unpackTo(t testing.TB, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, f.Data, 0o644))
	}
}

func render(t *testing.T, dir string, r chart.Release) *chart.Rendered {
	t.Helper()
	c, err := chart.Load(filesystem.OS{}, dir, budget.NewRun())
	require.NoError(t, err)
	out := c.Render(r)
	assert.Empty(t, out.Untraced())
	return out
}

// say tells where a piece of rendered text comes from: file:line:column and
// the characters there; a ~ where it is only computed from them.
func say(dir string, t source.Text) string {
	var parts []string
	for _, p := range t.Pieces() {
		at := p.Foremost()
		if at.IsZero() {
			parts = append(parts, "nowhere")
			continue
		}
		how := ""
		if !p.Exact() {
			how = "~"
		}
		pos := at.File.Position(at.Start)
		name := strings.TrimPrefix(at.File.Name, filepath.ToSlash(dir)+"/")
		parts = append(parts, how+name+":"+itoa(pos.Line)+":"+itoa(pos.Column)+" "+at.String())
	}
	return strings.Join(parts, " | ")
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// placed is where a piece of what a chart renders to was written.
func placed(t *testing.T, dir string, r *chart.Rendered, piece string) string {
	t.Helper()
	if i := strings.LastIndex(string(r.File.Data), piece); i >= 0 {
		return say(dir, r.File.Span(i, i+len(piece)).Written())
	}
	t.Fatalf("nothing renders to %s", piece)
	return ""
}

const chartYAML = "-- Chart.yaml --\napiVersion: v2\nname: app\nversion: 1.2.3\nappVersion: \"5.3.1\"\n"

// TestPlaces follows values and template text through what templates do with
// them.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ name, values, template, piece, want string }{
		{"printed", "opts: -Xmx1g\n", "a: {{ .Values.opts }}", "-Xmx1g", "values.yaml:1:7 -Xmx1g"},
		{"quoted", "opts: -Xmx1g\n", "a: {{ .Values.opts | quote }}", "1g", "values.yaml:1:11 1g"},
		{"single quoted", "opts: \"-Xmx1g\"\n", "a: {{ .Values.opts | squote }}", "-Xmx1g", "values.yaml:1:8 -Xmx1g"},
		{"an escape", `opts: '-Da="b" -Xmx1g'` + "\n", "a: {{ .Values.opts | quote }}", `\" -Xmx1g`, `values.yaml:1:14 " | values.yaml:1:15  -Xmx1g`},
		{"a number", "size: 512\n", "a: {{ .Values.size }}", "512", "values.yaml:1:7 512"},
		{"a large number", "size: 1000000\n", "a: {{ int .Values.size }}", "1000000", "values.yaml:1:7 1000000"},
		{"a large number, printed as a float", "size: 1000000\n", "a: {{ .Values.size }}", "1e+06", "~values.yaml:1:7 1000000"},
		{"false", "size: false\n", "a: {{ .Values.size }}", "false", "values.yaml:1:7 false"},
		{"zero is false", "size: 0\n", "{{ if .Values.size }}a: x{{ else }}b: {{ .Values.size }}{{ end }}", "0", "values.yaml:1:7 0"},
		{"text of a template", "size: 5\n", "a: -Xmx{{ .Values.size }}g", "-Xmx5g", "templates/x.yaml:1:4 -Xmx | values.yaml:1:7 5 | templates/x.yaml:1:26 g"},
		{"printf", "size: 5\n", `a: {{ printf "-Xmx%dg -Xms1g" (int .Values.size) }}`, "-Xmx5g -X", "templates/x.yaml:1:15 -Xmx | values.yaml:1:7 5 | templates/x.yaml:1:21 g -X"},
		{"a default of the template", "size: 5\n", `a: {{ .Values.opts | default "-Xmx1g" }}`, "-Xmx1g", "templates/x.yaml:1:31 -Xmx1g"},
		{"a default that is not taken", "opts: -Xmx2g\n", `a: {{ default "-Xmx1g" .Values.opts }}`, "-Xmx2g", "values.yaml:1:7 -Xmx2g"},
		{"or", "opts: -Xmx2g\nno: \"\"\n", `a: {{ or .Values.no .Values.opts }}`, "-Xmx2g", "values.yaml:1:7 -Xmx2g"},
		{"join", "opts: [-Xmx2g, -Xms2g]\n", `a: {{ join " " .Values.opts }}`, "-Xmx2g -Xms2g", "values.yaml:1:8 -Xmx2g | templates/x.yaml:1:13   | values.yaml:1:16 -Xms2g"},
		{"range", "opts: [-Xmx2g, -Xms2g]\n", `a: "{{ range .Values.opts }}{{ . }} {{ end }}"`, "-Xms2g", "values.yaml:1:16 -Xms2g"},
		{"keys of a range", "env: {LIMIT: 5}\n", "{{ range $k, $v := .Values.env }}{{ $k }}: {{ $v }}{{ end }}", "LIMIT", "values.yaml:1:7 LIMIT"},
		{"toYaml", "jvm:\n  env:\n  - name: OPTS\n    value: \"-Xmx1g\"\n", "a:\n{{ toYaml .Values.jvm | indent 2 }}", "-Xmx1g", "values.yaml:4:13 -Xmx1g"},
		{"toYaml, a key", "jvm:\n  limits: {memory: 1Gi}\n", "a:{{ .Values.jvm | toYaml | nindent 2 }}", "limits", "values.yaml:2:3 limits"},
		{"toYaml, a block", "opts: |\n  -Xmx1g\n  -Xms1g\n", "a:\n  {{- dict \"o\" .Values.opts | toYaml | nindent 2 }}", "-Xms1g", "values.yaml:3:3 -Xms1g"},
		{"indent", "conf: |\n  a: 1\n  b: 2\n", "a: |\n{{ .Values.conf | indent 4 }}", "b: 2", "values.yaml:3:3 b: 2"},
		{"tpl", "heap: 3g\nopts: -Xmx{{ .Values.heap }} -Xms1g\n", "a: {{ tpl .Values.opts . }}", "-Xmx3g -Xms1g", "values.yaml:2:7 -Xmx | values.yaml:1:7 3g | values.yaml:2:29  -Xms1g"},
		{"tpl of toYaml", "heap: 3g\nenv:\n  OPTS: -Xmx{{ .Values.heap }}\n", "a: {{ tpl (toYaml .Values.env) . | nindent 2 }}", "-Xmx3g", "values.yaml:3:9 -Xmx | values.yaml:1:7 3g"},
		{"fromYaml", "conf: |\n  a: {b: -Xmx1g}\n", "a: {{ (fromYaml .Values.conf).a.b }}", "-Xmx1g", "values.yaml:2:10 -Xmx1g"},
		{"include", "opts: -Xmx1g\n", "{{ define \"o\" }}{{ .opts }} -Xms1g{{ end }}a: {{ include \"o\" .Values }}", "-Xmx1g -Xms1g", "values.yaml:1:7 -Xmx1g | templates/x.yaml:1:28  -Xms1g"},
		{"include of nothing but a value", "enabled: true\nopts: -Xmx1g\n", "{{ define \"on\" }}{{ .enabled }}{{ end }}{{ if eq (include \"on\" .Values) \"true\" }}a: {{ .Values.opts }}{{ end }}", "-Xmx1g", "values.yaml:2:7 -Xmx1g"},
		{"tpl of nothing but a value", "heap: 5\nopts: -Xmx1g\n", `{{ if hasPrefix "5" (tpl "{{ .Values.heap }}" .) }}a: {{ .Values.opts }}{{ end }}`, "-Xmx1g", "values.yaml:2:7 -Xmx1g"},
		{"replace", "opts: -Xmx1g,-Xms1g\n", `a: {{ replace "," " " .Values.opts }}`, "-Xms1g", "values.yaml:1:14 -Xms1g"},
		{"trunc", "opts: 16Gi\n", `a: -Xmx{{ trunc 2 .Values.opts }}g`, "16g", "values.yaml:1:7 16 | templates/x.yaml:1:34 g"},
		{"lower leaves it as it is", "opts: -xmx1g\n", `a: {{ lower .Values.opts }}`, "-xmx1g", "values.yaml:1:7 -xmx1g"},
		{"upper computes", "opts: abc\n", `a: {{ upper .Values.opts }}`, "ABC", "~values.yaml:1:7 abc"},
		{"arithmetic computes", "size: 5\n", `a: -Xmx{{ mul .Values.size 2 }}g`, "10", "~values.yaml:1:7 5"},
		{"merge", "a: {x: -Xmx1g}\nb: {x: -Xmx2g}\n", `a: {{ (merge (dict) .Values.b .Values.a).x }}`, "-Xmx2g", "values.yaml:2:8 -Xmx2g"},
		{"set", "size: 5\n", `{{ $d := dict }}{{ $_ := set $d "k" .Values.size }}a: {{ $d.k }}`, "5", "values.yaml:1:7 5"},
		{"ternary", "b: true\nx: -Xmx1g\n", `a: {{ ternary .Values.x "-Xmx2g" .Values.b }}`, "-Xmx1g", "values.yaml:2:4 -Xmx1g"},
		{"the chart's own version", "size: 1\n", "image: hz:{{ .Chart.AppVersion }}", "5.3.1", "Chart.yaml:4:14 5.3.1"},
		{"the release", "size: 1\n", "a: {{ .Release.Name }}", "release-name", "~templates/x.yaml:1:4 {{ .Release.Name }}"},
		{"an alias", "x: &x -Xmx1g\nopts: *x\n", "a: {{ .Values.opts }}", "-Xmx1g", "~values.yaml:2:7 *x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := unpack(t, chartYAML+"-- values.yaml --\n"+c.values+"-- templates/x.yaml --\n"+c.template+"\n")
			r := render(t, dir, chart.Release{})
			require.Empty(t, r.Problems)
			assert.Equal(t, c.want, placed(t, dir, r, c.piece))
			mutate(t, dir, at(t, r, c.piece))
		})
	}
}

// mutate changes each exactly known part of a text in the values that it comes
// from: what is rendered must change there and nowhere else.
func mutate(t *testing.T, dir string, text source.Text) {
	t.Helper()
	c, err := chart.Load(filesystem.OS{}, dir, budget.NewRun())
	require.NoError(t, err)
	c.Render(chart.Release{})
	for _, p := range text.Pieces() {
		values := c.Values(chart.Release{})[0]
		span := p.Foremost()
		if span.File == nil || span.File.Name != values.Name || !p.Exact() || other(p.String()) == p.String() || p.String() == "false" {
			continue
		}
		edits := []source.Edit{{Span: values.Span(span.Start, span.End), New: other(p.String())}}
		data, err := values.Apply(edits)
		require.NoError(t, err)
		assert.NoError(t, proves(c, values, edits, source.NewFile(values.Name, data)), "%s in place of %s", edits[0].New, p)
	}
}

// other is another text of the same kind.
func other(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '1' && r <= '9':
			return '1' + (r-'1'+1)%9
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+1)%26
		}
		return r
	}, s)
}

// proves renders a chart with its values before and after edits, and holds one
// against the other.
func proves(c *chart.Chart, before *source.File, edits []source.Edit, after *source.File) error {
	return chart.Prove(c.Render(chart.Release{}).File, edits, c.With(before, after).Render(chart.Release{}).File)
}
