package start

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
)

// A bash does with a model what the interpreter does: its java writes down its words.
func TestModelsInBash(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	if _, err := exec.LookPath("xargs"); err != nil {
		t.Skip("there is no xargs")
	}
	count, seed := int(jvmtest.Number(t, "JVMLINT_ENVIRONMENTS", 10)), jvmtest.Number(t, "JVMLINT_SEED", 1)
	modelled(t, func(t *testing.T, f catalogue.Fact) {
		if f.Get("JVMs") != "" {
			t.Skip("its JVMs start in any order")
		}
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		java := "#!/bin/sh\n[ \"$1\" != -version ] || { echo 'openjdk version \"17.0.2\"' >&2; exit; }\nprintf '%s\\0' \"$@\" >" + out + "\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, "java"), []byte(java), 0o700))
		instead, _ := replacements(t, f)
		text := instead(catalogue.Model(f.Subject()))
		random := rand.New(rand.NewPCG(seed, hashOf(f.Subject())))
		for range count {
			env := drawn(random, f)
			if strings.Contains(env.String(), "&") { // what goes on beside it may end later
				continue
			}
			ours := compared(plainly("", text, env, []string{}, nil), f)
			if ours == nil && strings.Contains(env.String(), `\n`) { // a bash runs the lines before a fault
				continue
			}
			itself := compared(inBash(t, bash, dir, text, env), f)
			assert.Equal(t, strings.Join(ours, "\n"), strings.Join(itself, "\n"), "%s", env)
		}
	})
}

// inBash are the words of the java that a script starts in a bash.
func inBash(t *testing.T, bash, dir, text string, env environment) [][]string {
	c := exec.CommandContext(t.Context(), bash, "--noprofile", "--norc", "-c", text)
	c.Dir, c.Env = dir, []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "HOME=/root"}
	for _, name := range env.names() {
		c.Env = append(c.Env, name+"="+env[name])
	}
	_ = c.Run() // some end with a fault
	data, err := os.ReadFile(filepath.Join(dir, "out"))
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(dir, "out")))
	return [][]string{strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")}
}
