package fix

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// A patch has no line with a secret in it, and git and patch take it.
func TestPatchWithoutSecrets(t *testing.T) {
	const middle = "a: 1\nb: 2\nc: 3\nd: 4\n"
	for _, c := range []struct{ name, before, after, refused string }{
		{name: "none near", before: middle, after: strings.Replace(middle, "2", "5", 1)},
		{name: "the line before", before: "x: y\npw: hunter2\n" + middle, after: "x: y\npw: hunter2\n" + strings.Replace(middle, "1", "5", 1)},
		{name: "two lines before", before: "x: y\npw: hunter2\n" + middle, after: "x: y\npw: hunter2\n" + strings.Replace(middle, "2", "5", 1)},
		{name: "two lines behind", before: middle + "e: 5\npw: hunter2\nx: y\n", after: strings.Replace(middle, "4", "6", 1) + "e: 5\npw: hunter2\nx: y\n"},
		{name: "the first line", before: "a: 1\nb: 2\npw: hunter2\nc: 3\n", after: "a: 5\nb: 2\npw: hunter2\nc: 3\n"},
		{name: "the last line", before: "c: 3\npw: hunter2\na: 1", after: "c: 3\npw: hunter2\na: 5"},
		{name: "between two changes", before: middle + "pw: hunter2\n" + middle, after: strings.Replace(middle, "2", "5\nn: 1", 1) + "pw: hunter2\n" + strings.Replace(middle, "2", "5", 1)},
		{name: "a line goes", before: middle + "x: y\npw: hunter2\n", after: strings.Replace(middle, "d: 4\n", "", 1) + "x: y\npw: hunter2\n"},
		{name: "several lines of one", before: middle + "x: y\npassword: |\n  hunter2\n  hunter2\n", after: strings.Replace(middle, "4", "5", 1) + "x: y\npassword: |\n  hunter2\n  hunter2\n"},

		{name: "the changed line", before: "a: 1\no: -Dpw=hunter2 -Xmx1g\n", after: "a: 1\no: -Dpw=hunter2 -Xmx2g\n", refused: "f.yaml:2:1"},
		{name: "the line behind", before: middle + "pw: hunter2\nx: y\n", after: strings.Replace(middle, "4", "5", 1) + "pw: hunter2\nx: y\n", refused: "f.yaml:5:1"},
		{name: "a change far from another", before: strings.Repeat(middle, 5) + "o: -Dpw=hunter2 -Xmx1g\n", after: "z: 1\n" + strings.Repeat(middle, 5) + "o: -Dpw=hunter2 -Xmx2g\n", refused: "f.yaml:21:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			text, err := Diff(Change{Before: source.NewFile("f.yaml", []byte(c.before)), After: source.NewFile("f.yaml", []byte(c.after))})
			if c.refused != "" {
				assert.ErrorContains(t, err, c.refused+": the change is not printed")
				assert.Empty(t, text)
				return
			}
			require.NoError(t, err)
			assert.NotContains(t, text, "hunter2")
			for _, command := range [][]string{{"git", "apply", "-"}, {"patch", "-p1", "--silent"}} {
				if _, err := exec.LookPath(command[0]); err != nil {
					continue
				}
				require.NoError(t, os.WriteFile("f.yaml", []byte(c.before), 0o644), command[0])
				run := exec.Command(command[0], command[1:]...)
				run.Stdin = strings.NewReader(text)
				out, err := run.CombinedOutput()
				require.NoError(t, err, "%s says %s of\n%s", command[0], out, text)
				got, err := os.ReadFile("f.yaml")
				require.NoError(t, err, command[0])
				assert.Equal(t, c.after, string(got), command[0])
			}
		})
	}
}

// Each hunk begins where git begins it: behind the lines that those before it add and take.
func TestHunksAreNumberedAsGitDoes(t *testing.T) {
	before := strings.Repeat("a\n", 40)
	lines := strings.SplitAfter(before, "\n")
	lines[2], lines[20], lines[36] = "x\ny\nz\n", "", "b\n"
	after := strings.Join(lines, "")
	text, err := patch("a/f", "b/f", Change{Before: source.NewFile("f", []byte(before)), After: source.NewFile("f", []byte(after))})
	require.NoError(t, err)
	assert.Equal(t, []string{"@@ -1,5 +1,8 @@", "@@ -32,9 +35,7 @@"}, regexp.MustCompile(`(?m)^@@.*@@`).FindAllString(text, -1))
}
