package input

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A container's script, or its arguments alone, say what a JVM gets.
func TestContainerScripts(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n    - name: c\n"
	env := func(name, value string) string {
		return "      env: [{name: " + name + ", value: \"" + value + "\"}]\n"
	}
	script := func(lines ...string) string {
		return "      command: [timeout, \"60\", sh, -c]\n      args:\n        - |\n          " + strings.Join(lines, "\n          ") + "\n"
	}
	for _, c := range []struct {
		name, container string
		want            []described
	}{
		{"exported", script("cd /app", `export A_MEM="-Xmx128M";`, "bin/a shell"), []described{{"Pod/p/c/A_MEM", true, []string{"cmd -Xmx128M"}}}},
		{"for one command", script(`A_MEM='-Xmx128M' bin/a`), []described{{"Pod/p/c/A_MEM", true, []string{"cmd -Xmx128M"}}}},
		{"in place of the container's", env("A_MEM", "-Xmx2g") + script(`export A_MEM="-Xmx1g"`, "bin/a"), []described{{"Pod/p/c/A_MEM", true, []string{"cmd -Xmx1g"}}}},
		{"beside the container's", env("A_MEM", "-Xmx2g") + script(`A_MEM="$A_MEM -Xss1m"`, "bin/a"), []described{{"Pod/p/c/A_MEM", true, []string{"cmd -Xmx2g", "cmd -Xss1m"}}}},
		{"in a branch", env("A_MEM", "-Xmx2g") + script("if test -f x; then", `A_MEM="-Xmx1g"`, "fi", "bin/a"),
			[]described{{"Pod/p/c/A_MEM", true, []string{"cmd -Xmx2g"}}, {"Pod/p/c/A_MEM", true, []string{"cmd -Xmx1g"}}}},
		{"no options", script(`export A="-x"`, "bin/a -Xmx1g"), nil},
		{"a quote that stays open", script(`export A="-Xmx1g`, "bin/a"), nil},
		{"arguments alone", env("JAVA_OPTS", "-Xss1m") + "      args: [java, -Xmx1g, -jar, a.jar]\n", []described{{"Pod/p/c", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"arguments of another program", "      args: [serve, -Xmx1g]\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("f", pod+c.container)
			assert.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
		})
	}
}
