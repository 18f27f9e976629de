package input

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func read(name, content string) *reading.Input {
	return Read(source.NewFile(name, []byte(content)))
}

// described is what tests compare of a workload.
type described struct {
	name    string
	judged  bool // HasJVM
	options []string
}

func describe(in *reading.Input) []described {
	var all []described
	for _, w := range in.Workloads {
		all = append(all, described{w.Name, w.HasJVM(), optionsOf(w)})
	}
	return all
}

// optionsOf writes each option with its channel and, where it is meant for
// some JDKs only, these.
func optionsOf(w *workload.Workload) []string { return written(w.Options) }

func written(options []jvmflag.Option) []string {
	short := map[jvmflag.Channel]string{jvmflag.JavaToolOptions: "tool", jvmflag.JDKJavaOptions: "jdk", jvmflag.CommandLine: "cmd", jvmflag.JavaOptions: "last"}
	var all []string
	for _, o := range options {
		s := short[o.Channel] + " " + o.String()
		if o.Since != 0 || o.Until != 0 {
			s += fmt.Sprintf(" (%d-%d)", o.Since, o.Until)
		}
		all = append(all, s)
	}
	return all
}

func messages(problems []*source.Problem) []string {
	var all []string
	for _, p := range problems {
		all = append(all, p.Error())
	}
	return all
}

// Manifests have names of YAML, or none.
func TestRecognitionOfHelmTemplates(t *testing.T) {
	for name, want := range map[string]reading.Format{
		"a.yaml": kube.HelmTemplate, "hazelcast.yaml": kube.HelmTemplate, "x": kube.HelmTemplate, "_helpers.tpl": kube.HelmTemplate, "start.sh": kube.HelmTemplate,
	} {
		assert.Equal(t, want, read(name, "{{- if .Values.x }}\na: b\n{{- end }}\n").Format, name)
	}
}

// A file is recognised by what it holds, whatever it is called.
func TestRecognition(t *testing.T) {
	for _, c := range []struct {
		name, content string
		format        reading.Format
		workloads     []string
		problems      []string
	}{
		{name: "chart values", content: "hazelcast:\n  javaOpts: -Xmx1g\n", format: kube.HazelcastChartValues, workloads: []string{"hazelcast"}},
		{name: "chart values with a member's configuration", content: "hazelcast:\n  yaml:\n    hazelcast:\n      map: {}\n", format: kube.HazelcastChartValues, workloads: []string{"hazelcast"}},
		{name: "values of a chart above", content: "cache:\n  hazelcast:\n    loggingLevel: INFO\nother: 1\n", format: kube.HazelcastChartValues, workloads: []string{"hazelcast"}},
		{name: "values with two sub-charts", content: "a:\n  hazelcast: {javaOpts: -Xmx1g}\nb:\n  hazelcast: {javaOpts: -Xmx2g}\n", format: kube.HazelcastChartValues, workloads: []string{"hazelcast", "hazelcast"}},
		{name: "member configuration", content: "hazelcast:\n  cluster-name: dev\n", format: kube.HazelcastYAML, workloads: []string{"hazelcast"}},
		{name: "member and client configuration", content: "hazelcast: {}\nhazelcast-client: {}\n", format: kube.HazelcastYAML, workloads: []string{"hazelcast"}},
		{name: "client configuration", content: "hazelcast-client:\n  cluster-name: dev\n", format: kube.HazelcastClientYAML, workloads: []string{"hazelcast-client"}},
		{name: "failover configuration", content: "hazelcast-client-failover:\n  try-count: 4\n", format: kube.HazelcastClientYAML, workloads: []string{"hazelcast-client-failover"}},
		{name: "member configuration with a block that slipped out", content: "hazelcast:\n  cluster-name: dev\nmap: {}\n", format: kube.HazelcastYAML, workloads: []string{"hazelcast"}},
		{name: "a setting called hazelcast beside a map", content: "hazelcast:\n  enabled: true\nmap: {}\n", format: reading.OtherYAML},
		{name: "a setting called hazelcast", content: "hazelcast:\n  enabled: true\nserver:\n  port: 80\n", format: reading.OtherYAML},
		{name: "nothing under hazelcast", content: "hazelcast:\n", format: reading.OtherYAML},
		{name: "a word under hazelcast", content: "hazelcast: enabled\n", format: reading.OtherYAML},
		{name: "other YAML", content: "a: 1\n", format: reading.OtherYAML},
		{name: "a list", content: "- a\n- b\n", format: reading.OtherYAML},
		{name: "JSON", content: `{"hazelcast": {"javaOpts": "-Xmx1g"}}`, format: kube.HazelcastChartValues, workloads: []string{"hazelcast"}},
		{name: "several documents", content: "a: 1\n---\nhazelcast:\n  map: {}\n", format: kube.HazelcastYAML, workloads: []string{"hazelcast"}},
		{name: "options", content: "-Xmx1g -Xms1g\n", format: OptionsText, workloads: []string{"options"}},
		{name: "options behind comments", content: "\ufeff# heap\n\n   -Xmx1g\n", format: OptionsText, workloads: []string{"options"}},
		{name: "options of some JDKs", content: "8-13:-XX:+UseConcMarkSweepGC\n", format: OptionsText, workloads: []string{"options"}},
		{name: "options in quotes", content: "\"-Xmx1g\"\n", format: OptionsText, workloads: []string{"options"}},
		{name: "variables", content: "JAVA_OPTS=-Xmx1g\n", format: OptionsText, workloads: []string{"JAVA_OPTS"}},
		{name: "a variable of the JVM alone", content: "JAVA_TOOL_OPTIONS=-ea\n", format: OptionsText, workloads: []string{"options"}},
		{name: "a script", content: "#!/bin/sh\nset -e\nexport JAVA_OPTS=\"-Xmx1g\"\nexec java $JAVA_OPTS -jar a.jar\n", format: OptionsText, workloads: []string{"java"}},
		{name: "a Dockerfile", content: "FROM eclipse-temurin:17\nENV JAVA_OPTS=\"-Xmx1g\"\nCMD java $JAVA_OPTS -jar a.jar\n", format: Dockerfile, workloads: []string{"image"}},
		{name: "empty", content: "", format: Nothing},
		{name: "comments", content: "# a\n\n  # b\n", format: Nothing},
		{name: "prose", content: "Hello world\n", problems: []string{"not recognised; " + whatIsRead()}},
		{name: "variables without options", content: "PATH=/bin\n", problems: []string{"not recognised; " + whatIsRead()}},
		{name: "XML", content: "<?xml version=\"1.0\"?>\n<hazelcast xmlns=\"x\">\n</hazelcast>\n", format: HazelcastXML, workloads: []string{"hazelcast"}},
		{name: "UTF-16", content: "\xff\xfea\x00", problems: []string{"not text in UTF-8"}},
		{name: "bytes", content: "-Xmx1g \xff", problems: []string{"not text in UTF-8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, name := range []string{"values.yaml", "hazelcast.yaml", "jvm.options", ".env", "Dockerfile", "x"} {
				in := read(name, c.content)
				var workloads, problems []string
				for _, w := range in.Workloads {
					workloads = append(workloads, w.Name)
				}
				for _, p := range in.Problems {
					problems = append(problems, p.Message)
				}
				assert.Equal(t, c.format, in.Format, name)
				assert.Equal(t, c.workloads, workloads, name)
				assert.Equal(t, c.problems, problems, name)
				if c.format == Nothing && name == "hazelcast.yaml" { // of which no member starts
					assert.Len(t, in.Notes, 1, name)
					continue
				}
				assert.Empty(t, in.Notes, name)
			}
		})
	}
}

// What the YAML parser says is its own affair, but where it stands counts.
func TestBrokenYAML(t *testing.T) {
	in := read("values.yaml", "a:\n  b: [1, 2\nc: d\n")
	require.Len(t, in.Problems, 1)
	assert.Equal(t, 2, in.File.LineAt(in.Problems[0].Span.Start))
	assert.Empty(t, in.Workloads)
}

// Where something is filled in later, what the JVM will do is not predicted.
func TestPlaceholders(t *testing.T) {
	for option, predicted := range map[string]bool{
		"-Xmx${HEAP}":              false,
		"-Xmx$HEAP":                false,
		"-Xmx$(HEAP)":              false,
		"-Xmx<%=heap%>":            false,
		"-XX:MaxRAMPercentage=$P":  false,
		"-XX:NewRatio=${R:-2}":     false,
		"-Dnode=${POD_NAME}":       true, // decides nothing
		"${MORE}":                  true,
		"-XX:OnError=gdb%p":        true,
		"-XX:OnError=cost:5$":      true,
		"-Xlog:gc:file=gc-%t.log":  true,
		"-XX:HeapDumpPath=/dumps/": true,
	} {
		in := read("opts.txt", "-Xms1g "+option+"\n")
		require.Len(t, in.Workloads, 1, option)
		assert.Equal(t, predicted, in.Workloads[0].Decided(), option)
		assert.Empty(t, in.Problems, option)
		var notes []string
		if !predicted {
			notes = []string{"opts.txt:1:8: the JVM is not predicted: the value of " + option + " is unknown"}
		}
		assert.Equal(t, notes, messages(in.Notes), option)
	}
}

func TestPlaceholderInValues(t *testing.T) {
	in := read("values.yaml", "hazelcast:\n  javaOpts: \"-Xms1g -Xmx{{ .Values.heap }}\"\n")
	require.Len(t, in.Workloads, 1)
	assert.False(t, in.Workloads[0].Decided())
	assert.True(t, in.Workloads[0].IsMember, "its configuration is judged all the same")
	assert.Equal(t, []string{"values.yaml:2:21: the JVM is not predicted: the value of -Xmx{{ .Values.heap }} is unknown"}, messages(in.Notes))
	assert.Empty(t, in.Problems)
}

func TestReadHazelcastConfig(t *testing.T) {
	for content, want := range map[string]string{
		"hazelcast:\n  map: {}\n": "",
		// Of several documents the one that is a configuration counts.
		"hazelcast: {javaOpts: -Xmx1g}\n---\nhazelcast: {map: {}}\n---\nhazelcast-client: {}\n": "",
		"hazelcast-client: {}\n":           "h.yaml: no Hazelcast member configuration: it has no mapping under the key hazelcast",
		"hazelcast:\n  javaOpts: -Xmx1g\n": "h.yaml: no Hazelcast member configuration: it has no mapping under the key hazelcast",
		"-Xmx1g\n":                         "h.yaml: no Hazelcast member configuration: it has no mapping under the key hazelcast",
		"":                                 "h.yaml: no Hazelcast member configuration: it has no mapping under the key hazelcast",
		"Hello\n":                          "h.yaml: not recognised; " + whatIsRead(),
	} {
		config, err := ReadHazelcastConfig(source.NewFile("h.yaml", []byte(content)))
		if want != "" {
			assert.EqualError(t, err, want, content)
			assert.Nil(t, config, content)
			continue
		}
		require.NoError(t, err, content)
		assert.Equal(t, "hazelcast", config.Key.Value(), content)
		assert.NotNil(t, config.Root.Get("map"), content)
	}
}

func TestProblemOfSharedLimitsIsToldOnce(t *testing.T) {
	in := Read(source.NewFile("values.yaml", []byte("kafka:\n  resources: {limits: {memory: much}}\n  javaOpts: -Xmx1g\n  heapOpts: -Xmx1g\n")))
	require.Len(t, in.Workloads, 2)
	require.Len(t, in.Problems, 1)
	assert.EqualError(t, in.Problems[0], `values.yaml:2:32: resources.limits.memory: "much" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`)
}

// A resource is no configuration that a member could be given.
func TestResourceIsNoConfiguration(t *testing.T) {
	_, err := ReadHazelcastConfig(source.NewFile("map.yaml", []byte("apiVersion: hazelcast.com/v1alpha1\nkind: Map\nmetadata: {name: a}\nspec: {hazelcastResourceName: store}\n")))
	assert.EqualError(t, err, "map.yaml: no Hazelcast member configuration: it has no mapping under the key hazelcast")
}
