package findings

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/report"
)

func TestSARIF(t *testing.T) {
	r := madeUp()
	r.Path = func(name string) string { return "deploy/" + name }
	var b bytes.Buffer
	require.NoError(t, writeSARIF(&b, report.Of(r)))
	var log sarifLog
	require.NoError(t, json.Unmarshal(b.Bytes(), &log))
	run := log.Runs[0]
	one := 1
	values := sarifArtifactLocation{URI: "deploy/values.yaml"}
	limit := sarifPhysicalLocation{Artifact: values, Region: &sarifRegion{StartLine: 1, StartColumn: 8, EndLine: 1, EndColumn: 12}}
	size := sarifRegion{StartLine: 2, StartColumn: 11, EndLine: 2, EndColumn: 13}
	assert.Equal(t, sarifResult{
		RuleID: "heap-size", RuleIndex: 1, Level: "warning",
		Message: sarifText{Text: "9g, and password=*******\nSee [memory limit](1)\nfirst line\nsecond line\nfix (unsafe): lower it\nfix (manual): think\nJDK 11, G1\napplies to JDK 11 of 11, 17"},
		Locations: []sarifLocation{{Physical: sarifPhysicalLocation{Artifact: values, Region: &size},
			Logical: []sarifLogicalLocation{{Name: "hazelcast", Kind: "resource"}}}},
		Related:      []sarifLocation{{ID: &one, Physical: limit, Message: &sarifText{Text: "memory limit"}}},
		Fingerprints: map[string]string{"jvmlint/v1": "cbdf6abe9699d9fa0530bab96f46341c"},
		Fixes: []sarifFix{{Description: sarifText{Text: "fix (unsafe): lower it"},
			Changes: []sarifArtifactChange{{Artifact: values, Replacements: []sarifReplacement{{Deleted: size, Inserted: sarifText{Text: "8g"}}}}}}},
	}, run.Results[1], "a file with a secret has no line hash")
	assert.NotEmpty(t, run.Results[0].Fingerprints["primaryLocationLineHash"])

	other := sarifLocation{Physical: sarifPhysicalLocation{Artifact: sarifArtifactLocation{URI: "deploy/other.yaml"}}}
	wants := "not judged: needs the memory limit (--memory) and the number of CPUs (--cpus): hazelcast of values.yaml, other of other.yaml"
	assert.Equal(t, []sarifInvocation{{Notifications: []sarifNotification{
		{Level: "error", Message: sarifText{Text: "unreadable: token=***"}, Locations: []sarifLocation{other}},
		{Level: "error", Message: sarifText{Text: "<bad> & worse"}, Locations: []sarifLocation{{Physical: limit}}},
		{Level: "note", Message: sarifText{Text: "left out"}, Locations: []sarifLocation{other}},
		{Level: "note", Message: sarifText{Text: wants}, Rule: &sarifReference{ID: "heap-size"}},
	}}}, run.Invocations)
	assert.Equal(t, "1.2.3", run.Tool.Driver.SemanticVersion)
}

// A version that is none has no place in semanticVersion.
func TestSARIFOfDevelopment(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "0.0.0-dev": "0.0.0-dev", "dev": "", "v0.0.0-20260101000000-abcdef": "0.0.0-20260101000000-abcdef"} {
		assert.Equal(t, want, semantic(version), version)
	}
}
