package chart_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/jvmlint/jvmlint/internal/chart"
)

// TestBehaviourAsHelm: how templates of one chart bear on each other.
func TestBehaviourAsHelm(t *testing.T) {
	const below = "-- charts/sub/Chart.yaml --\nname: sub\nversion: 1.0.0\n"
	for name, c := range map[string]struct {
		files   string
		renders bool
	}{
		"the chart's definition counts":    {below + "-- charts/sub/templates/_a.tpl --\n{{ define \"a\" }}sub{{ end }}\n-- templates/_a.tpl --\n{{ define \"a\" }}app{{ end }}\n-- charts/sub/templates/x.yaml --\n{{ include \"a\" . }}\n", true},
		"of two definitions the first":     {"-- templates/a.yaml --\n{{ define \"a\" }}1{{ end }}\n-- templates/b.yaml --\n{{ define \"a\" }}2{{ end }}{{ include \"a\" . }}\n", true},
		"an empty definition":              {"-- templates/a.yaml --\n{{ define \"a\" }}1{{ end }}\n-- templates/b.yaml --\n{{ define \"a\" }} {{ end }}{{ include \"a\" . }}\n", true},
		"values set for others":            {"-- values.yaml --\na: 1\n-- templates/z.yaml --\n{{ $_ := set .Values \"a\" 2 }}{{ .Values.a }}\n-- templates/a.yaml --\n{{ .Values.a }}\n", true},
		"values set for a dependency":      {below + "-- charts/sub/values.yaml --\na: 1\n-- charts/sub/templates/x.yaml --\n{{ $_ := set .Values \"a\" 2 }}\n-- templates/x.yaml --\n{{ .Values.sub.a }} {{ .Subcharts.sub.Values.a }}\n", true},
		"a library prints nothing":         {below + "type: library\n-- charts/sub/templates/x.yaml --\nx\n-- charts/sub/templates/_y.tpl --\n{{ define \"y\" }}y{{ end }}\n-- templates/x.yaml --\n{{ include \"y\" . }}\n", true},
		"a chart of itself a library":      {"type: library\n-- templates/x.yaml --\nx\n-- templates/_y.tpl --\n{{ define \"y\" }}y{{ end }}\n", true},
		"definitions within tpl":           {"-- templates/x.yaml --\n{{ tpl \"{{ define \\\"n\\\" }}in{{ end }}{{ include \\\"n\\\" . }}\" . }}\n", true},
		"they stay there":                  {"-- templates/x.yaml --\n{{ tpl \"{{ define \\\"n\\\" }}in{{ end }}\" . }}{{ include \"n\" . }}\n", false},
		"tpl of no value":                  {"-- templates/x.yaml --\n{{ tpl \"<no value>{{ .Values.none }}\" . }}<no value>{{ .Values.none }}{{ .Values.none | quote }}\n", true},
		"tpl of tpl":                       {"-- values.yaml --\na: '{{ tpl .Values.b . }}'\nb: '{{ .Chart.Name }}'\n-- templates/x.yaml --\n{{ tpl .Values.a . }}\n", true},
		"tpl of what is no text":           {"-- values.yaml --\na: 5\n-- templates/x.yaml --\n{{ tpl .Values.a . }}\n", false},
		"include of what is no name":       {"-- templates/x.yaml --\n{{ include 5 . }}\n", false},
		"include of nothing":               {"-- templates/x.yaml --\n{{ include \"none\" . }}\n", false},
		"required":                         {"-- values.yaml --\na: \"\"\nb: 0\n-- templates/x.yaml --\n{{ required \"b\" .Values.b }}{{ required \"a\" .Values.a }}\n", false},
		"fail":                             {"-- templates/x.yaml --\n{{ fail \"no\" }}\n", false},
		"a function that there is none of": {"-- templates/x.yaml --\n{{ env \"HOME\" }}\n", false},
		"a number for text":                {"-- values.yaml --\na: 5\n-- templates/x.yaml --\n{{ .Values.a | b64enc }}\n", false},
		"a fraction for a whole number":    {"-- values.yaml --\na: 5\n-- templates/x.yaml --\n{{ \"x\" | repeat .Values.a }}\n", false},
		"text for a mapping":               {"-- values.yaml --\na: x\n-- templates/x.yaml --\n{{ hasKey .Values.a \"b\" }}\n", false},
		"below text":                       {"-- values.yaml --\na: x\n-- templates/x.yaml --\n{{ .Values.a.b }}\n", false},
		"below nothing":                    {"-- templates/x.yaml --\n{{ .Values.a.b }}\n", false},
		"below nothing in brackets":        {"-- templates/x.yaml --\n{{ ((.Values.a).b).c }}\n", true},
		"what cannot be written":           {"-- templates/x.yaml --\n{{ toYaml .Capabilities.APIVersions.Has }}\n", false},
		"the notes":                        {"-- templates/NOTES.txt --\n{{ .Release.Name }} {{ .Release.Revision }} {{ .Release.IsInstall }}\n", true},
		"a folder of templates":            {"-- templates/a/b/c.yaml --\n{{ .Template.BasePath }} {{ .Template.Name }}\n-- templates/a/_d.tpl --\n{{ fail \"never\" }}\n", true},
		"loops":                            {"-- values.yaml --\nm: {b: 1, a: 2}\n-- templates/x.yaml --\n{{ range $i, $v := list 1 2 3 4 }}{{ if eq $v 2 }}{{ continue }}{{ end }}{{ if eq $v 4 }}{{ break }}{{ end }}{{ $i }}{{ end }}{{ range .Values.m }}{{ . }}{{ else }}none{{ end }}{{ range 3 }}{{ . }}{{ end }}{{ range .Values.none }}{{ else }}none{{ end }}\n", true},
		"marks of byte order":              {"-- values.yaml --\n\ufeffa: 1\n-- templates/x.yaml --\n\ufeff{{ .Values.a }}\n-- c --\n\ufeffx\n-- templates/y.yaml --\n{{ .Files.Get \"c\" }}\n", true},
		"lines end as they do":             {"-- values.yaml --\na: |\r\n  x\r\n  y\r\n-- templates/x.yaml --\r\n{{- .Values.a }}\r\nb\r\n", true},
		"for another Kubernetes":           {"kubeVersion: \">=1.99.0\"\n-- templates/x.yaml --\nx\n", false},
		"for this Kubernetes":              {"kubeVersion: \">=1.19.0-0\"\n-- templates/x.yaml --\nx\n", true},
		"values of a dependency no table":  {"-- values.yaml --\nsub: 5\n" + below, false},
		"values that a schema allows":      {"-- values.yaml --\na: 1\n-- values.schema.json --\n{\"properties\": {\"a\": {\"type\": \"integer\"}}}\n-- templates/x.yaml --\nx\n", true},
		"values that it does not":          {"-- values.yaml --\na: x\n-- values.schema.json --\n{\"properties\": {\"a\": {\"type\": \"integer\"}}}\n-- templates/x.yaml --\nx\n", false},
		"a schema of a dependency":         {"-- values.yaml --\nsub: {a: x}\n-- charts/sub/values.schema.json --\n{\"properties\": {\"a\": {\"type\": \"integer\"}}}\n" + below, false},
		"no schema":                        {"-- values.schema.json --\n{\"type\": 5}\n-- templates/x.yaml --\nx\n", false},
		"a schema about globals":           {below + "-- charts/sub/values.schema.json --\n{\"additionalProperties\": false, \"properties\": {\"global\": {}}}\n-- templates/x.yaml --\nx\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for _, f := range txtar.Parse([]byte("-- Chart.yaml --\napiVersion: v2\nname: app\nversion: 1.2.3\n" + c.files)).Files {
				files[f.Name] = string(f.Data)
			}
			ours, theirs := both(t, files)
			assert.Equal(t, c.renders, asHelm(t, ours, theirs, chart.Release{}, name))
		})
	}
}

// TestHelmIsNotLinked: Helm's packages, and what they import of Kubernetes,
// would cost more at every start than all the rest.
func TestHelmIsNotLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../../cmd/jvmlint").Output()
	require.NoError(t, err)
	helm := regexp.MustCompile(`^(?:helm\.sh/helm/.*|k8s\.io/(?:client-go|api|apiextensions-apiserver)/.*|github\.com/santhosh-tekuri/.*|net/http)$`)
	var linked []string
	for p := range strings.SplitSeq(string(out), "\n") {
		if helm.MatchString(p) {
			linked = append(linked, p)
		}
	}
	assert.Equal(t, []string{"helm.sh/helm/v4/pkg/ignore", "helm.sh/helm/v4/pkg/strvals"}, linked)
}
