package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Whatever a script is, each word stands where it says, and so do variables.
func FuzzParse(f *testing.F) {
	f.Add("A=1 exec java $A \"${B:-x}\" 'c' \\d $(e `f`)\nif g; then export H=(i 'j k'); fi\ncat <<L\n$M\nL\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("f", []byte(text))
		script, ok := Parse(source.Verbatim(file.Span(0, len(text))))
		if !ok {
			return
		}
		for _, c := range script.Commands {
			for _, a := range c.Assigned {
				require.Equal(t, a.Name.String(), a.Name.Span().String())
				a.Value.Literal()
			}
			for _, w := range c.Words {
				require.Equal(t, w.Text.String(), Together([]Word{w}).String())
				require.Equal(t, w.Text.String(), w.Text.Span().String())
			}
		}
	})
}

func TestQuotedDeclarations(t *testing.T) {
	for command, want := range map[string]string{
		`export "A=-Xmx1g $B"`:                "A = -Xmx1g $B",
		`export 'A=-Xmx1g "$B"'`:              `A = -Xmx1g "$B"`,
		`declare -x "A+=$B -Xmx1g"`:           "A += $B -Xmx1g",
		`local "A=$B"`:                        "A = $B",
		`readonly "A="`:                       "A = ",
		`typeset ''`:                          "",
		`export ""`:                           "",
		`export "$A=-Xmx1g" $'A=-Xmx1g'`:      "",
		`export "A -Xmx1g=x"`:                 "",
		`echo "A=-Xmx1g"`:                     "",
		"export \"A=-Xmx1g \\\n -Xms1g\"":     "A = -Xmx1g  -Xms1g",
		"function f() { export \"A=\\$B\"; }": "A = $B",
	} {
		script, ok := Parse(source.Unlocated(command, "a test"))
		require.True(t, ok, command)
		var all []string
		for _, c := range script.Commands {
			for _, a := range c.Assigned {
				all = append(all, a.Name.String()+map[bool]string{true: " += ", false: " = "}[a.Adds]+a.Value.Literal().String())
			}
		}
		assert.Equal(t, want, strings.Join(all, ", "), command)
	}
}

// Several readers ask for the same script, one after the other.
func TestScriptsAreReadOnce(t *testing.T) {
	f := source.NewFile("a.sh", []byte("java -Xmx1g\n"))
	text := source.Verbatim(f.Span(0, len(f.Data)))
	first, ok := Parse(text)
	require.True(t, ok)
	again, _ := Parse(text)
	assert.Same(t, first, again)
	part, _ := Parse(text.Slice(0, 4))
	assert.NotSame(t, first, part)
	f.Forget()
	later, _ := Parse(text)
	assert.NotSame(t, first, later)
}
