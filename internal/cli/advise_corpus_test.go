package cli_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// TestAdviceOfRealFiles advises every JVM of a copy of the folder that
// JVMLINT_CORPUS names: each starts with it, and once it is written into the
// files nothing is left to write.
func TestAdviceOfRealFiles(t *testing.T) {
	inCopyOfCorpus(t)
	run := func(args ...string) []byte {
		var stdout, stderr bytes.Buffer
		code := cli.Main(append([]string{"advise", "--no-config"}, args...), bytes.NewReader(nil), &stdout, &stderr)
		require.NotContains(t, stderr.String(), "internal error")
		require.Equal(t, 2, code, "there are JVMs whose limit nobody says") // and are told as problems
		return stdout.Bytes()
	}
	var report struct {
		Advice []struct {
			Name, File string
			Advised    struct{ Start struct{ OK bool } }
		}
	}
	require.NoError(t, json.Unmarshal(run("--format", "json"), &report))
	require.NotEmpty(t, report.Advice)
	for _, a := range report.Advice {
		assert.True(t, a.Advised.Start.OK, "%s of %s", a.Name, a.File)
	}
	wasYAML := readableYAML(t)
	first := run("--diff")
	run("--fix")
	assert.NotEmpty(t, first)
	assert.Empty(t, string(run("--diff")), "a second run changes nothing")
	assert.Equal(t, wasYAML, readableYAML(t), "what was YAML is YAML")
	t.Logf("%d JVMs advised", len(report.Advice))
}
