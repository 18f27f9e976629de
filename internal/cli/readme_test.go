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
)

// consoleBlock is a block of a page that shows a command and what it prints.
var consoleBlock = regexp.MustCompile("(?s)```console\n\\$ ([^\n]*)\n(.*?)```\n")

// elision is a line that stands for any number of lines left out.
const elision = "...\n"

// elided is the pattern of an output with lines left out.
func elided(shown string) string {
	parts := strings.Split(shown, elision)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return "^" + strings.Join(parts, "(?s:.*)") + "$"
}

// pages are all that the project publishes by hand, from its root.
func pages(t *testing.T) []string {
	docs, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, docs)
	all := []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "lab/README.md"}
	for _, name := range docs {
		all = append(all, "docs/"+filepath.Base(name))
	}
	return all
}

// TestPages runs every command that a page shows and compares what it prints.
func TestPages(t *testing.T) {
	for _, page := range pages(t) {
		t.Run(page, func(t *testing.T) {
			t.Chdir("../..")
			before, err := os.ReadFile(page)
			require.NoError(t, err)
			after := consoleBlock.ReplaceAllStringFunc(string(before), func(block string) string {
				m := consoleBlock.FindStringSubmatch(block)
				printed := run(t, m[1])
				if strings.Contains(m[2], elision) {
					assert.Regexp(t, elided(m[2]), printed, m[1])
					return block
				}
				return "```console\n$ " + m[1] + "\n" + printed + "```\n"
			})
			if *update {
				require.NoError(t, os.WriteFile(page, []byte(after), 0o644))
				return
			}
			assert.Equal(t, string(before), after)
		})
	}
}

// run is what a command of a page prints. A pipe may feed it a quoted string.
func run(t *testing.T, command string) string {
	var stdin bytes.Buffer
	if m := regexp.MustCompile(`^echo '([^']*)' \| (.*)$`).FindStringSubmatch(command); m != nil {
		stdin.WriteString(m[1] + "\n")
		command = m[2]
	}
	words := strings.Fields(strings.Replace(command, "go run ./cmd/jvmlint", "jvmlint", 1))
	require.Equal(t, "jvmlint", filepath.Base(words[0]), "only commands of jvmlint can be run: %s", command)
	var out bytes.Buffer
	cli.Main(words[1:], &stdin, &out, &out)
	return out.String()
}

// The rules that the page shows are those that its commands run.
func TestCustomRulesAreShown(t *testing.T) {
	page, err := os.ReadFile("../../docs/configuration.md")
	require.NoError(t, err)
	rules, err := os.ReadFile("../../testdata/custom-rules/.jvmlint.yaml")
	require.NoError(t, err)
	assert.Contains(t, string(page), "```yaml\n"+string(rules)+"```\n")
}
