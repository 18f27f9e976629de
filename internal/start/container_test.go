package start

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// A script of a container finds files by their paths there, and programs in its folders for them.
func TestInContainer(t *testing.T) {
	files := map[string]string{
		"/opt/env.sh":                "A=-Xmx1g",
		"/opt/inner.sh":              "exec java $A \"$@\"",
		"/usr/local/bin/start-shop":  "java -Xms1g -jar a.jar",
		"/opt/conf/jvm.options":      "-Xss1m\n",
		"/usr/local/bin/reads-shell": "#!/usr/bin/env python\nimport os",
	}
	for _, c := range []struct {
		name, script string
		want         []string
		missing      bool
		unknown      bool
	}{
		{name: "a sourced file, from the folder of the script", script: `. "$(dirname "$0")/env.sh"; java $A x`, want: []string{"-Xmx1g", "x"}},
		{name: "from where it works", script: `. ./env.sh; java $A x`, want: []string{"-Xmx1g", "x"}},
		{name: "after cd", script: `cd /; . opt/env.sh; java $A x`, want: []string{"-Xmx1g", "x"}},
		{name: "a script by its whole path", script: `export A=-Xmn1m; exec /opt/inner.sh -jar b.jar`, want: []string{"-Xmn1m", "-jar", "b.jar"}},
		{name: "a program of its PATH", script: `start-shop`, want: []string{"-Xms1g", "-jar", "a.jar"}},
		{name: "a file of options", script: `java $(cat conf/jvm.options) x`, want: []string{"-Xss1m", "x"}},
		{name: "what is not there", script: `. /opt/none.sh; java x`, want: []string{"x"}, missing: true},
		{name: "a program that nobody knows", script: `/opt/prepare; java x`, want: []string{"x"}, unknown: true},
		{name: "arguments", script: `java "$1" x`, want: []string{"-Xmx3g", "x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			result, ok := Run(Script{
				Text: source.Unlocated(c.script, "a test"), Name: "/opt/start.sh", Folder: "/opt",
				Arguments: []source.Text{source.Unlocated("-Xmx3g", "a test")},
				File: func(name string) (source.Text, bool) {
					text, found := files[name]
					return source.Unlocated(text, name), found
				},
			})
			require.True(t, ok)
			require.Len(t, result.Launches, 1)
			var words []string
			for _, w := range result.Launches[0].Words {
				words = append(words, w.Text.String())
			}
			assert.Equal(t, c.want, words)
			assert.Equal(t, c.missing, result.Missing)
			assert.Equal(t, c.unknown, result.Unknown)
		})
	}
}

// A variable that is known not to be set is empty, and no gap.
func TestUnset(t *testing.T) {
	for _, c := range []struct {
		script   string
		want     []string
		complete bool
	}{
		{`java $OPTS -jar a.jar`, []string{"-jar", "a.jar"}, true},
		{`java ${OPTS:--Xmx1g} -jar a.jar`, []string{"-Xmx1g", "-jar", "a.jar"}, true},
		{`java $OTHER -jar a.jar`, []string{"$OTHER", "-jar", "a.jar"}, false},
	} {
		result, _ := Run(Script{Text: source.Unlocated(c.script, "a test"), Unset: func(name string) bool { return name == "OPTS" }})
		require.Len(t, result.Launches, 1, c.script)
		var words []string
		for _, w := range result.Launches[0].Words {
			words = append(words, w.Text.String())
		}
		assert.Equal(t, c.want, words, c.script)
		assert.Equal(t, c.complete, result.Launches[0].Complete, c.script)
	}
}

// Before the end of a line of Windows a value ends in a carriage return.
func TestCarriageReturn(t *testing.T) {
	result, _ := Run(Script{Text: source.Unlocated("A=\"-Xms1g -Xmx1g\"\r\njava $A -jar a.jar\n", "a test")})
	require.Len(t, result.Launches, 1)
	assert.Equal(t, "-Xmx1g\r", result.Launches[0].Words[1].Text.String())
}

func TestProgramPaths(t *testing.T) {
	assert.Equal(t, []string{"/opt/run.sh"}, Paths("/opt/x/../run.sh", "/app"))
	assert.Equal(t, []string{"/app/bin/run.sh"}, Paths("bin/run.sh", "/app"))
	assert.Equal(t, []string{"/usr/local/sbin/run", "/usr/local/bin/run", "/usr/sbin/run", "/usr/bin/run", "/sbin/run", "/bin/run"}, Paths("run", "/app"))
}

// A default of an argument is one of several: what stands in other branches is perhaps. Where it is known that there
// are no arguments it is what counts.
func TestDefaultArgument(t *testing.T) {
	const script = "MODE=${1:-help}\ncase \"$MODE\" in\nserver) exec java -Xmx1g -jar s.jar ;;\nhelp) echo usage ;;\nesac\n"
	file := source.NewFile("run.sh", []byte(script))
	text := source.Verbatim(file.Span(0, len(script)))
	unknown, _ := Run(Script{Text: text})
	assert.Len(t, unknown.Launches, 1)
	none, _ := Run(Script{Text: text, Arguments: []source.Text{}})
	assert.Empty(t, none.Launches)
}

// Nothing expands the braces of a here document.
func TestBracesOfHereDocument(t *testing.T) {
	many := "{a,{b,{c,{d,{e,{f,{g,{h,{i,{j,{k,l}}}}}}}}}}}\n"
	result, _ := Run(Script{Text: source.Unlocated("python3 - <<'E'\n"+many+"E\njava -Xmx1g -jar a.jar\n", "a test")})
	assert.False(t, result.Over)
	assert.Len(t, result.Launches, 1)
}
