package start

import (
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

var shellVariables = map[string]string{"A": "-Xmx1g", "B": " -Xms1g  -ea ", "C": "", "D": `"-Dx=a b"`, "A_1": "x"}

func wordsOf(command string) ([]string, bool) {
	texts := []string{}
	result, ok := Run(Script{Text: source.Unlocated("java "+command, "a test"), Names: slices.Sorted(maps.Keys(shellVariables)), Variables: func(name string) (source.Text, bool) {
		value, set := shellVariables[name]
		return source.Unlocated(value, name), set
	}})
	if !ok || len(result.Launches) == 0 {
		return texts, ok
	}
	for _, w := range result.Launches[0].Words {
		texts = append(texts, w.Text.String())
	}
	return texts, result.Launches[0].Complete
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
		{`${A#-Xmx} ${A:1:4} ${C%x}`, []string{"1g", "Xmx1"}, true},
		{`-Xmx${NONE%.*}m ${NONE#-} -Da=${NONE:1:4} ${NONE/1/2} -ea`, []string{"-Xmx${NONE%.*}m", "-Da=${NONE:1:4}", "-ea"}, false},
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
	pieces := []string{" ", " ", "  ", "$A", "${A}", "$B", `"$B"`, "$C", `"$C"`, "$D", "$A_1", "${A}_1", "x", "-Xmx1g", `"a b"`, `'$A "'`, `\ `, `\$`, `"\$\""`, "''", "${C:-y}", "${C-y}", " \\\n", "="}
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
