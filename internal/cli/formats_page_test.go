package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
	"github.com/jvmlint/jvmlint/internal/report/formats"
)

const formatsPage = "docs/formats.md"

// TestFormatsPageTable holds the table of the page against the formats.
func TestFormatsPageTable(t *testing.T) {
	t.Chdir("../..")
	page, err := os.ReadFile(formatsPage)
	require.NoError(t, err)
	table := "| format | who reads it |\n| --- | --- |\n"
	for _, f := range formats.All() {
		table += "| " + f.Name + " | " + f.For + " |\n"
	}
	assert.Contains(t, string(page), table+"\n")
}

// wiring is a command of jvmlint in the configuration of a build server.
var wiring = regexp.MustCompile(`jvmlint check deploy/( [$\w./= -]*)`)

// TestCIPageWiring runs the commands that build servers are told to run,
// and looks for the files that they then read.
func TestCIPageWiring(t *testing.T) {
	page, err := os.ReadFile("../../docs/ci.md")
	require.NoError(t, err)
	values, err := os.ReadFile("../../testdata/field-report/start.yaml")
	require.NoError(t, err)
	commands := wiring.FindAllStringSubmatch(string(page), -1)
	require.Len(t, commands, 4)
	for _, c := range commands {
		t.Run(c[0], func(t *testing.T) {
			t.Chdir(t.TempDir())
			require.NoError(t, os.Mkdir("deploy", 0o755))
			require.NoError(t, os.WriteFile("deploy/values.yaml", values, 0o644))
			var out, errors bytes.Buffer
			code := cli.Main(append([]string{"check", "deploy/"}, strings.Fields(c[1])...), nil, &out, &errors)
			want := 1
			if strings.Contains(c[1], "--exit-zero") {
				want = 0
			}
			assert.Equal(t, want, code, errors.String())
			for _, f := range regexp.MustCompile(`=(\S+)`).FindAllStringSubmatch(c[1], -1) {
				info, err := os.Stat(filepath.FromSlash(f[1]))
				require.NoError(t, err)
				assert.Positive(t, info.Size(), f[1])
				assert.Greater(t, strings.Count(string(page), f[1]), 1, "%s is written, and nobody reads it", f[1])
			}
		})
	}
}
