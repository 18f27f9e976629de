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
		"the chart's definition counts": {below + `-- charts/sub/templates/_a.tpl --
{{ define "a" }}sub{{ end }}
-- templates/_a.tpl --
{{ define "a" }}app{{ end }}
-- charts/sub/templates/x.yaml --
{{ include "a" . }}
`, true},
		"of two definitions the first": {`
-- templates/a.yaml --
{{ define "a" }}1{{ end }}
-- templates/b.yaml --
{{ define "a" }}2{{ end }}{{ include "a" . }}
`, true},
		"an empty definition": {`
-- templates/a.yaml --
{{ define "a" }}1{{ end }}
-- templates/b.yaml --
{{ define "a" }} {{ end }}{{ include "a" . }}
`, true},
		"values set for others": {`
-- values.yaml --
a: 1
-- templates/z.yaml --
{{ $_ := set .Values "a" 2 }}{{ .Values.a }}
-- templates/a.yaml --
{{ .Values.a }}
`, true},
		"values set for a dependency": {below + `-- charts/sub/values.yaml --
a: 1
-- charts/sub/templates/x.yaml --
{{ $_ := set .Values "a" 2 }}
-- templates/x.yaml --
{{ .Values.sub.a }} {{ .Subcharts.sub.Values.a }}
`, true},
		"a library prints nothing": {below + `type: library
-- charts/sub/templates/x.yaml --
x
-- charts/sub/templates/_y.tpl --
{{ define "y" }}y{{ end }}
-- templates/x.yaml --
{{ include "y" . }}
`, true},
		"a chart of itself a library": {`
type: library
-- templates/x.yaml --
x
-- templates/_y.tpl --
{{ define "y" }}y{{ end }}
`, true},
		"definitions within tpl": {`
-- templates/x.yaml --
{{ tpl "{{ define \"n\" }}in{{ end }}{{ include \"n\" . }}" . }}
`, true},
		"they stay there": {`
-- templates/x.yaml --
{{ tpl "{{ define \"n\" }}in{{ end }}" . }}{{ include "n" . }}
`, false},
		"tpl of no value": {`
-- templates/x.yaml --
{{ tpl "<no value>{{ .Values.none }}" . }}<no value>{{ .Values.none }}{{ .Values.none | quote }}
`, true},
		"tpl of tpl": {`
-- values.yaml --
a: '{{ tpl .Values.b . }}'
b: '{{ .Chart.Name }}'
-- templates/x.yaml --
{{ tpl .Values.a . }}
`, true},
		"tpl of what is no text": {`
-- values.yaml --
a: 5
-- templates/x.yaml --
{{ tpl .Values.a . }}
`, false},
		"include of what is no name": {`
-- templates/x.yaml --
{{ include 5 . }}
`, false},
		"include of nothing": {`
-- templates/x.yaml --
{{ include "none" . }}
`, false},
		"required": {`
-- values.yaml --
a: ""
b: 0
-- templates/x.yaml --
{{ required "b" .Values.b }}{{ required "a" .Values.a }}
`, false},
		"fail": {`
-- templates/x.yaml --
{{ fail "no" }}
`, false},
		"a function that does not exist": {`
-- templates/x.yaml --
{{ env "HOME" }}
`, false},
		"a number for text": {`
-- values.yaml --
a: 5
-- templates/x.yaml --
{{ .Values.a | b64enc }}
`, false},
		"a fraction for a whole number": {`
-- values.yaml --
a: 5
-- templates/x.yaml --
{{ "x" | repeat .Values.a }}
`, false},
		"text for a mapping": {`
-- values.yaml --
a: x
-- templates/x.yaml --
{{ hasKey .Values.a "b" }}
`, false},
		"below text": {`
-- values.yaml --
a: x
-- templates/x.yaml --
{{ .Values.a.b }}
`, false},
		"below nothing": {`
-- templates/x.yaml --
{{ .Values.a.b }}
`, false},
		"below nothing in brackets": {`
-- templates/x.yaml --
{{ ((.Values.a).b).c }}
`, true},
		"what cannot be written": {`
-- templates/x.yaml --
{{ toYaml .Capabilities.APIVersions.Has }}
`, false},
		"the notes": {`
-- templates/NOTES.txt --
{{ .Release.Name }} {{ .Release.Revision }} {{ .Release.IsInstall }}
`, true},
		"a folder of templates": {`
-- templates/a/b/c.yaml --
{{ .Template.BasePath }} {{ .Template.Name }}
-- templates/a/_d.tpl --
{{ fail "never" }}
`, true},
		"copies": {below + `-- values.yaml --
a: {b: [1, {c: ~, d: 1.5}, [], "x", ~], e: {}, f: true}
-- x.txt --
x
-- templates/x.yaml --
{{ $c := deepCopy .Values.a }}{{ $_ := set $c "b" 2 }}{{ toYaml $c }} {{ toYaml .Values.a }} {{ printf "%T %T" $c $c.e }}
{{ $v := deepCopy .Values }}{{ $_ := set $v.a.e "g" 1 }}{{ toYaml $v }} {{ toYaml .Values }} {{ printf "%T" $v }} {{ $v.AsMap | toYaml }}
{{ $all := deepCopy . }}{{ $_ := set $all.Values "n" 1 }}{{ toYaml $all.Values }} {{ toYaml .Values }} {{ $all.Chart.Name }} {{ $all.Files.Get "x.txt" }} {{ $all.Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion }} {{ $all.Capabilities.KubeVersion.Major }} {{ $all.Release.Name }} {{ keys $all | sortAlpha }} {{ printf "%T %T" $all $all.Subcharts }}
{{ deepCopy (list "a" (dict "k" (tuple 1 2))) | toYaml }} {{ deepCopy "s" }} {{ deepCopy (int64 5) }} {{ deepCopy (dict "s" (splitList "," "a,b")) | toYaml }} {{ mustDeepCopy 1.5 }}
`, true},
		"a copy of nothing": {`
-- templates/x.yaml --
{{ deepCopy .Values.none | toYaml }}
`, false},
		"loops": {`
-- values.yaml --
m: {b: 1, a: 2}
-- templates/x.yaml --
{{ range $i, $v := list 1 2 3 4 }}{{ if eq $v 2 }}{{ continue }}{{ end }}{{ if eq $v 4 }}{{ break }}{{ end }}{{ $i }}{{ end }}{{ range .Values.m }}{{ . }}{{ else }}none{{ end }}{{ range 3 }}{{ . }}{{ end }}{{ range .Values.none }}{{ else }}none{{ end }}
`, true},
		"marks of byte order":  {"-- values.yaml --\n\ufeffa: 1\n-- templates/x.yaml --\n\ufeff{{ .Values.a }}\n-- c --\n\ufeffx\n-- templates/y.yaml --\n{{ .Files.Get \"c\" }}\n", true},
		"lines end as they do": {"-- values.yaml --\na: |\r\n  x\r\n  y\r\n-- templates/x.yaml --\r\n{{- .Values.a }}\r\nb\r\n", true},
		"for another Kubernetes": {`
kubeVersion: ">=1.99.0"
-- templates/x.yaml --
x
`, false},
		"for this Kubernetes": {`
kubeVersion: ">=1.19.0-0"
-- templates/x.yaml --
x
`, true},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for _, f := range txtar.Parse([]byte("-- Chart.yaml --\napiVersion: v2\nname: app\nversion: 1.2.3\n" + strings.TrimPrefix(c.files, "\n"))).Files {
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
