package config_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

func read(text string) (*config.Config, []string) {
	c, faults := config.Read(filesystem.OS{}, source.NewFile(config.Name, []byte(text)), rules.All())
	var messages []string
	for _, f := range faults {
		messages = append(messages, f.Error())
	}
	return c, messages
}

func stated(n int64, text, by string) source.Value {
	return source.Value{N: n, Origin: source.Argument, Text: source.Unlocated(text, by), Why: by}
}

// withoutPlaces are facts as an option of the command line would state them.
func withoutPlaces(f workload.Facts) workload.Facts {
	for _, s := range workload.AllStated {
		if v := s.Of(&f); v.Known() {
			v.Text = source.Unlocated(v.Text.String(), v.Why)
		}
	}
	return f
}

const everything = `jdk: [17, 11]
hazelcast: 5.3.1
memory: 10Gi
cpus: 500m
members: 3
threads: 200
full-gc-pause: 1.5s
largest-object: 5MiB
live: 1073741824
rules:
  g1-region-count: {most-regions: 4096, severity: error}
  heap-grows: off
exclude: ["old/**", ./dist/]
fail-on: error
format: json
files:
  - paths: [prod/**, "*.options"]
    memory: 60Gi
    rules: {heap-grows: {least-heap: 4Gi}, g1-region-count: info}
images:
  - {name: base/java, tag: "1?", jdk: 21, jvm: HotSpot, hazelcast: "5.5", reads: [OPTS, MORE], options: -Xss1m -Da=b}
together:
  - {options: jvm.options, hazelcast-config: conf/hazelcast.yaml, members: 5}
baseline: conf/baseline.json
node: {cgroup: v2-only, memory: 64Gi, cpus: 16}
`

func TestRead(t *testing.T) {
	c, faults := read(everything)
	require.Empty(t, faults)
	facts := workload.Facts{
		JDK:              workload.JDK{Candidates: []int{11, 17}, Why: ".jvmlint.yaml:1"},
		HazelcastVersion: hazelcast.Version{Major: 5, Minor: 3, Patch: 1}, HazelcastWhy: ".jvmlint.yaml:2",
		Memory: stated(10<<30, "10Gi", ".jvmlint.yaml:3"), CPUs: stated(1, "500m", ".jvmlint.yaml:4"),
		Members: stated(3, "3", ".jvmlint.yaml:5"), Threads: stated(200, "200", ".jvmlint.yaml:6"),
		FullGCPause:   stated(1500, "1.5s", ".jvmlint.yaml:7"),
		LargestObject: stated(5<<20, "5MiB", ".jvmlint.yaml:8"), Live: stated(1<<30, "1073741824", ".jvmlint.yaml:9"),
		Node: hotspot.Node{Cgroup: hotspot.CgroupV2Only, By: ".jvmlint.yaml:25", Memory: stated(64<<30, "64Gi", ".jvmlint.yaml:25"), CPUs: stated(16, "16", ".jvmlint.yaml:25")},
	}
	facts.LargestObject.Text = facts.LargestObject.Text.Slice(0, 3)
	assert.Equal(t, "10Gi", c.Facts.Memory.Text.Span().String())
	assert.Equal(t, "5MiB", c.Facts.LargestObject.Text.Span().String())
	assert.False(t, c.Facts.Memory.Text.Editable(), "the container must change, and not what is said of it")
	assert.Equal(t, facts, withoutPlaces(c.Facts))
	assert.Equal(t, []config.Glob{{Pattern: "old/**", By: ".jvmlint.yaml:13"}, {Pattern: "dist", By: ".jvmlint.yaml:13"}}, c.Exclude)
	assert.Equal(t, "conf/baseline.json of .jvmlint.yaml:24", c.Baseline.Value+" of "+c.Baseline.By)
	assert.Equal(t, "error json", c.FailOn.Value+" "+c.Format.Value)
	assert.Equal(t, []images.Image{{
		Name: "base/java", Tag: "1?", JDK: 21, Build: release.Build{Release: 21}, JVM: images.HotSpot, Hazelcast: hazelcast.Version{Major: 5, Minor: 5},
		Arguments: []images.Argument{{Default: "-Xss1m -Da=b"}, {Variable: "OPTS"}, {Variable: "MORE"}},
		Source:    ".jvmlint.yaml:21", Declared: true,
	}}, c.Images)
	require.Len(t, c.Together, 1)
	assert.Equal(t, "jvm.options conf/hazelcast.yaml", c.Together[0].Options.Value+" "+c.Together[0].Hazelcast.Value)
	assert.Equal(t, workload.Facts{Members: stated(5, "5", ".jvmlint.yaml:23")}, withoutPlaces(c.Together[0].Facts))
}

// Of what is said twice, the last that holds for a file counts, key by key.
func TestFor(t *testing.T) {
	c, faults := read(everything)
	require.Empty(t, faults)
	here := func(path string) string { return filepath.Join(c.Folder, path) }
	errorLevel, infoLevel := lint.Error, lint.Info
	everywhere := lint.Settings{
		"g1-region-count": {Severity: &errorLevel, Parameters: map[string]int64{"most-regions": 4096}},
		"heap-grows":      {Off: true},
	}
	some := lint.Settings{
		"g1-region-count": {Severity: &infoLevel, Parameters: map[string]int64{"most-regions": 4096}},
		"heap-grows":      {Off: true, Parameters: map[string]int64{"least-heap": 4 << 30}},
	}
	for path, want := range map[string]struct {
		memory string
		rules  lint.Settings
	}{
		"app.yaml":           {"10Gi", everywhere},
		"jvm.options":        {"60Gi", some},
		"a/jvm.options":      {"10Gi", everywhere},
		"prod":               {"60Gi", some},
		"prod/a/b.yaml":      {"60Gi", some},
		"../prod/a/b.yaml":   {"10Gi", everywhere},
		"nonprod/prod/a.yml": {"10Gi", everywhere},
	} {
		s := c.For(here(path))
		assert.Equal(t, want.memory, s.Facts.Memory.Text.String(), path)
		assert.Equal(t, want.rules, config.Lint(s.Rules, nil), path)
		assert.Equal(t, "3", s.Facts.Members.Text.String(), path)
	}
	assert.False(t, config.Lint(c.Rules, []string{"heap-grows"})["heap-grows"].Off, "a rule that is asked for is not off")
	assert.True(t, c.Excludes(here("old/a.yaml")))
	assert.False(t, c.Excludes(here("older/a.yaml")))
	assert.True(t, c.Excludes(here("dist")))
	assert.True(t, c.Excludes(here("dist/a.yaml")))
	assert.Equal(t, "60Gi", c.For(here("charts/x"), here("prod/values.yaml")).Facts.Memory.Text.String(), "one of the paths of a chart")
}

// Each row is a fault by itself, and all of them together are as many.
var faulty = []struct{ text, want string }{
	{"memroy: 10Gi", `1:1: unknown key "memroy", did you mean "memory"?`},
	{"select: [hazelcst]", `1:10: unknown rule "hazelcst", did you mean "hazelcast"?`},
	{"ignore: [{g1: off}]", `1:10: expected the name of a rule`},
	{"memory: 10Gb", `1:9: "10Gb" is not a size such as 10Gi, or a number of bytes`},
	{"memory: 512x", `1:9: "512x" is not a size such as 10Gi, or a number of bytes`},
	{"memory: 512", `1:9: "512" is less than a mebibyte: units are Mi and Gi`},
	{"memory: [10Gi]", `1:9: expected a size such as 10Gi, or a number of bytes`},
	{"memory:", `1:1: "memory" has no value`},
	{"cpus: many", `1:7: "many" is not a number of CPUs such as 8 or 500m`},
	{"cpus: 0", `1:7: "0" is not greater than zero`},
	{"members: 0", `1:10: "0" is not a whole number greater than zero`},
	{"members: true", `1:10: "true" is not a whole number greater than zero`},
	{"full-gc-pause: 12", `1:16: "12" is not a duration such as 12s or 900ms`},
	{"jdk: 99", `1:6: jvmlint does not know JDK 99; it knows 8 to 28, the nearest is 28`},
	{"jdk: [11, seventeen]", `1:11: "seventeen" is not a release of the JDK such as 17, or a build such as "17.0.9" or 8u252`},
	{"jdk: []", `1:6: expected a list of at least one`},
	{"hazelcast: latest", `1:12: "latest" is not a version of Hazelcast such as "5.3.1"`},
	{"rules: [heap-grows]", `1:8: expected a mapping with unknown-flag, locked-flag, bad-flag-value, collector-conflict, size-conflict, obsolete-flag, deprecated-flag, overridden-flag, flag-without-effect, start-depends-on-cpus, options-not-read, container-memory-sum ...`},
	{"rules: {heap-grow: off}", `1:9: unknown rule "heap-grow", did you mean "heap-grows"?`},
	{"rules: {heap-grows: warn}", `1:21: unknown setting of a rule "warn", did you mean "warning"?`},
	{"rules: {heap-grows: false}", `1:21: unknown setting of a rule "false", there are off, info, warning, error`},
	{"rules: {heap-grows: {least: 1Gi}}", `1:22: unknown key "least", did you mean "least-heap"?`},
	{"rules: {heap-grows: {least-heap: 12s}}", `1:34: "12s" is not a size such as 10Gi, or a number of bytes`},
	{"rules: {zgc-headroom: {most-live: 99%}}", `1:35: 99% is out of range: 10% to 95%`},
	{"rules: {unknown-flag: {least-heap: 1Gi}}", `1:24: unknown key "least-heap", there are severity`},
	{"fail-on: fatal", `1:10: unknown severity "fatal", there are info, warning, error`},
	{"format: sarf", `1:9: unknown format "sarf", did you mean "sarif"?`},
	{"exclude: old", `1:10: expected a list of at least one`},
	{"exclude: [/old]", `1:11: "/old" is not a path with wildcards such as "deploy/**/*.yaml"`},
	{"exclude: ['[a']", `1:11: "[a" is not a path with wildcards such as "deploy/**/*.yaml"`},
	{"exclude: [../a]", `1:11: "../a" is not a path with wildcards such as "deploy/**/*.yaml"`},
	{"files: [{memory: 1Gi}]", `1:9: "paths" is missing`},
	{"files: {paths: [a]}", `1:8: expected a list of at least one`},
	{"files: [{paths: [a], exclude: [b]}]", `1:22: unknown key "exclude", there are paths, jdk, hazelcast, memory, cpus, members, threads, full-gc-pause, largest-object, live, node, kube-version, api-versions, rules`},
	{"images: [{tag: a}]", `1:10: "name" is missing`},
	{"images: [{name: a b}]", `1:17: "a b" is not a name with wildcards such as "registry.example.org/base/*"`},
	{"images: [{name: a, jvm: openj9}]", `1:25: unknown JVM "openj9", did you mean "OpenJ9"?`},
	{"images: [{name: a, reads: [A-B]}]", `1:28: "A-B" is not the name of a variable such as JAVA_OPTS`},
	{"together: [{options: a}]", `1:12: "hazelcast-config" is missing`},
	{"together: [{options: /a, hazelcast-config: b}]", `1:22: "/a" is not a path below the folder of this file`},
	{"together: [{options: a/../../a, hazelcast-config: b}]", `1:22: "a/../../a" is not a path below the folder of this file`},
	{"custom-rules: {}", `1:15: expected a list of at least one`},
	{"custom-rules: [{id: a, severity: info, message: m}]", `1:16: "condition" is missing`},
	{"custom-rules: [{id: A_B, severity: info, condition: starts, message: m}]", `1:21: "A_B" is not the name of a rule such as house-maximum-heap`},
	{"custom-rules: [{id: a, severity: bad, condition: starts, message: m}]", `1:34: unknown severity "bad", there are info, warning, error`},
	{"custom-rules: [{id: a, severity: info, condition: starts, message: m, examples: {bad: [{jdk: 17}]}}]", `1:88: "options" is missing`},
	{"jdk: 11\njdk: 17", `2:1: "jdk" is given a second time`},
	{"jdk: 11\n---\njdk: 17", `3:1: a second document, but the configuration is a single one`},
	{"- jdk: 11", `1:1: expected a mapping with jdk, hazelcast, memory, cpus, members, threads, full-gc-pause, largest-object, live, node, kube-version, api-versions ...`},
	{"jdk: {", `1:1: did not find expected node content: a value is expected here`},
}

func TestFaults(t *testing.T) {
	for _, f := range faulty {
		_, faults := read(f.text)
		assert.Equal(t, []string{".jvmlint.yaml:" + f.want}, faults, f.text)
	}
	_, faults := read("memroy: 1Gi\njdk: 99\nrules:\n  heap-grow: off\n  heap-grows: of\n")
	assert.Equal(t, []string{
		`.jvmlint.yaml:1:1: unknown key "memroy", did you mean "memory"?`,
		`.jvmlint.yaml:2:6: jvmlint does not know JDK 99; it knows 8 to 28, the nearest is 28`,
		`.jvmlint.yaml:4:3: unknown rule "heap-grow", did you mean "heap-grows"?`,
		`.jvmlint.yaml:5:15: unknown setting of a rule "of", did you mean "off"?`,
	}, faults)
}

func TestNothingSaid(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "~\n", "{}\n"} {
		c, faults := read(text)
		assert.Empty(t, faults, text)
		assert.Equal(t, config.Section{}, c.Section, text)
	}
}

// The lists of a configuration have a bound together, which is told once.
func TestMostListed(t *testing.T) {
	for items, want := range map[int][]string{
		998:  nil,
		1000: {".jvmlint.yaml:2:10: the lists of a configuration have more than 1000 items"},
	} {
		_, faults := read("ignore: [heap-grows]\nexclude: [" + strings.Repeat("a, ", items-1) + "a]\nselect: [heap-grows]\n")
		assert.Equal(t, want, faults, items)
	}
}
