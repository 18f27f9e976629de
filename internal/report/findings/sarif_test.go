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
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ SemanticVersion string }
			}
			Results, Invocations []any
		}
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &log))
	run := log.Runs[0]
	values := map[string]any{"uri": "deploy/values.yaml"}
	text := func(s string) map[string]any { return map[string]any{"text": s} }
	region := func(line, from, to float64) map[string]any {
		return map[string]any{"startLine": line, "startColumn": from, "endLine": line, "endColumn": to}
	}
	limit := map[string]any{"artifactLocation": values, "region": region(1, 8, 12)}
	assert.Equal(t, map[string]any{
		"ruleId": "heap-size", "ruleIndex": 1.0, "level": "warning",
		"message": text("9g, and password=*******\nSee [memory limit](1)\nfirst line\nsecond line\nfix (unsafe): lower it\nfix (manual): think\nJDK 11, G1\napplies to JDK 11 of 11, 17"),
		"locations": []any{map[string]any{
			"physicalLocation": map[string]any{"artifactLocation": values, "region": region(2, 11, 13)},
			"logicalLocations": []any{map[string]any{"name": "hazelcast", "kind": "resource"}},
		}},
		"relatedLocations":    []any{map[string]any{"id": 1.0, "physicalLocation": limit, "message": text("memory limit")}},
		"partialFingerprints": map[string]any{"jvmlint/v1": "cbdf6abe9699d9fa0530bab96f46341c"},
		"fixes": []any{map[string]any{"description": text("fix (unsafe): lower it"), "artifactChanges": []any{map[string]any{
			"artifactLocation": values,
			"replacements":     []any{map[string]any{"deletedRegion": region(2, 11, 13), "insertedContent": text("8g")}},
		}}}},
	}, run.Results[1], "a file with a secret has no line hash")
	assert.NotEmpty(t, run.Results[0].(map[string]any)["partialFingerprints"].(map[string]any)["primaryLocationLineHash"])

	other := []any{map[string]any{"physicalLocation": map[string]any{"artifactLocation": map[string]any{"uri": "deploy/other.yaml"}}}}
	wants := "not judged: needs the memory limit (--memory) and the number of CPUs (--cpus): hazelcast of values.yaml, other of other.yaml"
	assert.Equal(t, []any{map[string]any{"executionSuccessful": false, "toolExecutionNotifications": []any{
		map[string]any{"level": "error", "message": text("unreadable: token=***"), "locations": other},
		map[string]any{"level": "error", "message": text("<bad> & worse"), "locations": []any{map[string]any{"physicalLocation": limit}}},
		map[string]any{"level": "note", "message": text("left out"), "locations": other},
		map[string]any{"level": "note", "message": text(wants), "associatedRule": map[string]any{"id": "heap-size"}},
	}}}, run.Invocations)
	assert.Equal(t, "1.2.3", run.Tool.Driver.SemanticVersion)
}

// A version that is none has no place in semanticVersion.
func TestSARIFOfDevelopment(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "0.0.0-dev": "0.0.0-dev", "dev": "", "v0.0.0-20260101000000-abcdef": "0.0.0-20260101000000-abcdef"} {
		m := append(semantic.FindStringSubmatch(version), "", "")
		assert.Equal(t, want, m[1], version)
	}
}
