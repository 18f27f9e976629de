package shell

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

var shellVariables = map[string]string{"A": "-Xmx1g", "B": " -Xms1g  -ea ", "C": "", "D": `"-Dx=a b"`, "A_1": "x"}

func wordsOf(command string) ([]string, bool) {
	texts := []string{}
	script, ok := Parse(source.Unlocated("join "+command, "a test"))
	if !ok {
		return texts, false
	}
	words, complete := Expand(script.Commands[0].Words[1:], func(name string) (source.Text, bool) {
		value, set := shellVariables[name]
		return source.Unlocated(value, name), set
	})
	for _, w := range words {
		texts = append(texts, w.Text.String())
	}
	return texts, complete
}

func TestShellWords(t *testing.T) {
	for _, c := range []struct {
		command  string
		want     []string
		complete bool
	}{
		{`$A -jar a.jar`, []string{"-Xmx1g", "-jar", "a.jar"}, true},
		{`$B${A}x`, []string{"-Xms1g", "-ea", "-Xmx1gx"}, true},
		{`"$B"`, []string{" -Xms1g  -ea "}, true},
		{`'$A'`, []string{"$A"}, true},
		{`\$A "\$A"`, []string{"$A", "$A"}, true},
		{`$D`, []string{`"-Dx=a`, `b"`}, true},
		{`$C "$C"`, []string{""}, true},
		{`${C:-$A} ${A:--Xmx2g} ${C:--Xmx2g} ${C-x}`, []string{"-Xmx1g", "-Xmx1g", "-Xmx2g"}, true},
		{`$NONE -ea ${NONE:--Xmx2g}`, []string{"$NONE", "-ea", "-Xmx2g"}, false},
		{`${NONE:-"-ea -Da=$NONE -Xmx2g"}`, []string{"-ea", "-Da=$NONE", "-Xmx2g"}, false},
		{`${NONE:-"$NONE $NONE"} ${NONE:-$NONE}`, []string{"$NONE", "$NONE", "${NONE:-$NONE}"}, false},
		{"-Da=$(hostname -f) -Db=`id` \"$@\" $1 -ea", []string{"-Da=$(hostname -f)", "-Db=`id`", "$@", "$1", "-ea"}, false},
		{"-ea \\\n -esa", []string{"-ea", "-esa"}, true},
		{`-Dx=a$ $`, []string{"-Dx=a$", "$"}, true},
		{`${A`, []string{}, false},
	} {
		words, complete := wordsOf(c.command)
		assert.Equal(t, c.want, words, c.command)
		assert.Equal(t, c.complete, complete, c.command)
	}
}

// TestShellWordsAgainstShell asks the shell of the machine for the words of
// random commands.
func TestShellWordsAgainstShell(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh on this machine")
	}
	pieces := []string{" ", " ", "  ", "$A", "${A}", "$B", `"$B"`, "$C", `"$C"`, "$D", "$A_1", "${A}_1", "x", "-Xmx1g", `"a b"`, `'$A "'`, `\ `, `\$`, `"\$\""`, "''", "${C:-y}", "${C-y}", " \\\n", "=", "$"}
	random := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for range 300 {
		command := ""
		for range 1 + random.IntN(8) {
			command += pieces[random.IntN(len(pieces))]
		}
		words, complete := wordsOf(command)
		if complete {
			compared++
			assert.Equal(t, realWords(t, command), strings.Join(words, "|"), "%q", command)
		}
	}
	assert.Greater(t, compared, 200)
}

func realWords(t *testing.T, command string) string {
	t.Helper()
	cmd := exec.Command("sh", "-f", "-c", `join() { local IFS='|'; printf %s "$*"; }; join `+command)
	for name, value := range shellVariables {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.Output()
	require.NoError(t, err, command)
	return string(out)
}

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
				words, complete := Expand([]Word{w}, nil)
				require.True(t, complete || strings.ContainsAny(w.Text.String(), "$`<>(?*+@!"), "%q", w.Text)
				for _, o := range words {
					require.LessOrEqual(t, o.Text.Len(), w.Text.Len())
				}
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
		`export "A=1" "B=-Xmx1g"`:             "A = 1, B = -Xmx1g",
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
