package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOptionsText(t *testing.T) {
	one := func(name string, options ...string) []described { return []described{{name, true, options}} }
	for _, c := range []struct {
		name, content string
		want          []described
	}{
		{"a line each", "-Xmx1g\n-Xms1g\n", one("options", "cmd -Xmx1g", "cmd -Xms1g")},
		{"no final line end", "-Xmx1g -Xms1g", one("options", "cmd -Xmx1g", "cmd -Xms1g")},
		{"CRLF and a byte order mark", "\ufeff-Xmx1g\r\n\r\n-Xms1g\r\n", one("options", "cmd -Xmx1g", "cmd -Xms1g")},
		{"comments", "# heap\n-Xmx1g\n  # more\n-Xms1g\n", one("options", "cmd -Xmx1g", "cmd -Xms1g")},
		{"quoted words", "-Da=\"b c\" '-Db=c d'\n", one("options", "cmd -Da=b c", "cmd -Db=c d")},
		{"continued", "-Xmx1g \\\n-Xms1g\n", one("options", "cmd -Xmx1g", "cmd -Xms1g")},
		{"continued with CRLF", "-Xmx1g \\\r\n  -Xms1g\r\n", one("options", "cmd -Xmx1g", "cmd -Xms1g")},
		{"continued within a word", "-Xm\\\nx1g\n", one("options", "cmd -Xmx1g")},
		{"continued to nowhere", "-Xmx1g \\\n", one("options", "cmd -Xmx1g")},
		{"continued at the end", "-Xmx1g \\", one("options", "cmd -Xmx1g")},
		{"no continuation in a comment", "# heap \\\n-Xmx1g\n", one("options", "cmd -Xmx1g")},
		{"for some JDKs", "8-13:-Xmx1g\n14-:-Xmx2g\n 17:-Xms1g -Xss1m\n-Xmn1g\n",
			one("options", "cmd -Xmx1g (8-13)", "cmd -Xmx2g (14-0)", "cmd -Xms1g (17-17)", "cmd -Xss1m (17-17)", "cmd -Xmn1g")},
		{"a main class ends its line only", "-Xmx1g Main -Xmx2g\n-Xms1g\n", one("options", "cmd -Xmx1g", "cmd -Xms1g")},
		{"variables first, then options", "-Xmx1g\nJAVA_OPTS=-Xmx2g\n", []described{
			{"options", true, []string{"cmd -Xmx1g"}}, {"JAVA_OPTS", true, []string{"cmd -Xmx2g"}}}},

		{"environment file", "JAVA_OPTS=-Xmx1g -Xms1g\n", one("JAVA_OPTS", "cmd -Xmx1g", "cmd -Xms1g")},
		{"double quotes", "JAVA_OPTS=\"-Xmx1g -Xms1g\"\n", one("JAVA_OPTS", "cmd -Xmx1g", "cmd -Xms1g")},
		{"single quotes and blanks", "  JAVA_OPTS='-Xmx1g -Xms1g'  \n", one("JAVA_OPTS", "cmd -Xmx1g", "cmd -Xms1g")},
		{"quotes within quotes", "JAVA_OPTS=\"-Xmx1g -Da='b c'\"\n", one("JAVA_OPTS", "cmd -Xmx1g", "cmd -Da=b c")},
		{"a value ends with its quotes", "JAVA_OPTS=\"-Xmx1g\" \"-Xms1g\"\n", one("JAVA_OPTS", "cmd -Xmx1g")},
		{"over several lines", "JAVA_OPTS=\"-Xmx1g\n  -Xms1g\"\n", one("JAVA_OPTS", "cmd -Xmx1g", "cmd -Xms1g")},
		{"a java command", "#!/bin/sh\n/usr/bin/java -Xmx1g -jar a.jar -Xmx2g\n", one("java", "cmd -Xmx1g", "cmd -jar", "cmd a.jar", "cmd -Xmx2g")},
		{"a command of several words", "JAVA_OPTS=\"-XX:OnOutOfMemoryError=kill -9 %p -Xmx1g\"\n", one("JAVA_OPTS", "cmd -XX:OnOutOfMemoryError=kill -9 %p", "cmd -Xmx1g")},
		{"a command in quotes of its own", "JAVA_OPTS=\"-XX:OnOutOfMemoryError='kill -9 %p' -Xmx1g\"\n", one("JAVA_OPTS", "cmd -XX:OnOutOfMemoryError=kill -9 %p", "cmd -Xmx1g")},
		{"the JVM splits its own variable", "JAVA_TOOL_OPTIONS=\"-XX:OnError=kill -9\"\n", one("options", "tool -XX:OnError=kill", "tool -9")},
		{"export", "export JAVA_OPTS=\"-Xmx1g\"\n", one("JAVA_OPTS", "cmd -Xmx1g")},
		{"CRLF", "JAVA_OPTS=\"-Xmx1g\"\r\n", one("JAVA_OPTS", "cmd -Xmx1g")},
		{"continued value", "JAVA_OPTS=\"-Xmx1g \\\n  -Xms1g\"\n", one("JAVA_OPTS", "cmd -Xmx1g", "cmd -Xms1g")},
		{"a comment behind the value", "JAVA_OPTS=\"-Xmx1g\" # heap\n", one("JAVA_OPTS", "cmd -Xmx1g")},
		{"any name", "CATALINA_OPTS=-Xmx1g\n", one("CATALINA_OPTS", "cmd -Xmx1g")},
		{"other variables are passed over", "PATH=/bin\nJAVA_OPTS=-Xmx1g\nHOME=/-x\n", one("JAVA_OPTS", "cmd -Xmx1g")},
		{"several variables are several JVMs", "A_OPTS=-Xmx1g\nB_OPTS=-Xmx2g\n", []described{
			{"A_OPTS", true, []string{"cmd -Xmx1g"}}, {"B_OPTS", true, []string{"cmd -Xmx2g"}}}},
		{"set anew is another JVM", "JAVA_OPTS=-Xmx1g\nJAVA_OPTS=-Xmx2g\n", []described{
			{"JAVA_OPTS", true, []string{"cmd -Xmx1g"}}, {"JAVA_OPTS", true, []string{"cmd -Xmx2g"}}}},
		{"added to", "JAVA_OPTS=\"-Xmx1g\"\nJAVA_OPTS=\"$JAVA_OPTS -Xms1g\"\nJAVA_OPTS=\"${JAVA_OPTS} -Xss1m\"\n", one("JAVA_OPTS", "cmd -Xmx1g", "cmd -Xms1g", "cmd -Xss1m")},
		{"added in front", "JAVA_OPTS=\"-Xmx1g\"\nJAVA_OPTS=\"-Xms1g $JAVA_OPTS\"\n", one("JAVA_OPTS", "cmd -Xmx1g", "cmd -Xms1g")},
		{"added to what is not known", "JAVA_OPTS=\"$JAVA_OPTS -Xms1g\"\n", one("JAVA_OPTS", "cmd -Xms1g")},
		{"variables of the JVM reach every JVM", "JAVA_TOOL_OPTIONS=-Xss1m\nA_OPTS=-Xmx1g\nB_OPTS=-Xmx2g\n_JAVA_OPTIONS=-Xms1g\n", []described{
			{"A_OPTS", true, []string{"tool -Xss1m", "last -Xms1g", "cmd -Xmx1g"}}, {"B_OPTS", true, []string{"tool -Xss1m", "last -Xms1g", "cmd -Xmx2g"}}}},
		{"a label of a script that no shell reads", "#!/bin/sh\necho Don't panic\nJAVA_OPTS=\"-Xmx1g\"\ncase $1 in\n  -jars)\n    shift\n    ;;\nesac\n", one("JAVA_OPTS", "cmd -Xmx1g")},
		{"a variable of the JVM alone", "JDK_JAVA_OPTIONS='-Xmx1g'\n", one("options", "jdk -Xmx1g")},
		{"commands of a script are no options", "#!/bin/sh\necho Don't panic\nif [ -n \"$X\" ]; then\n  JAVA_OPTS=\"-Xmx1g\"\nfi\nexec java $JAVA_OPTS -jar a.jar\n", one("JAVA_OPTS", "cmd -Xmx1g")},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("opts", c.content)
			assert.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			assert.Empty(t, in.Notes)
		})
	}
}

func TestOptionsTextProblems(t *testing.T) {
	for content, want := range map[string][]string{
		"-Xmx1g\n-Da='b\n-Xms1g\n":             {"opts:2:5: unmatched quote '"},
		"-Xmx1g \\\n  -Da=\"b\n":               {"opts:2:7: unmatched quote \""},
		"JAVA_OPTS=\"-Xmx1g -Da='b c\"\n":      {"opts:1:23: unmatched quote '"},
		"JAVA_TOOL_OPTIONS='-Xmx1g\"' \"":      {"opts:1:26: unmatched quote \""},
		"8-13:-Da=\"b\n":                       {"opts:1:10: unmatched quote \""},
		"A_OPTS=-Da.a='\nB_OPTS=-Db.b='\n-ea'": {"opts:1:14: unmatched quote '", "opts:2:14: unmatched quote '", "opts:3:4: unmatched quote '"},
	} {
		assert.Equal(t, want, messages(read("opts", content).Problems), "%q", content)
	}
}

// An option points at its own bytes, in a variable as in a file of options.
func TestOptionsTextPlaces(t *testing.T) {
	in := read("opts", "\ufeff# \u017c\r\n11-:-Xmx1g \"-Xms1g\"\r\nexport JAVA_OPTS=\"-Xmn1g -Da='b c' -Xs\\\r\ns1m\"\r\n")
	require.Empty(t, in.Problems)
	type place struct {
		option, file string
		line, column int
		editable     bool
	}
	var got []place
	for _, w := range in.Workloads {
		for _, o := range w.Options {
			at := in.File.Position(o.Text.Span().Start)
			got = append(got, place{o.String(), o.Text.Span().String(), at.Line, at.Column, o.Text.Editable()})
		}
	}
	assert.Equal(t, []place{
		{"-Xmx1g", "-Xmx1g", 2, 5, true},
		{"-Xms1g", "-Xms1g", 2, 13, true},
		{"-Xmn1g", "-Xmn1g", 3, 19, true},
		{"-Da=b c", "-Da='b c", 3, 26, false}, // the quote stands within
		{"-Xss1m", "-Xs\\\r\ns1m", 3, 36, false},
	}, got)
}

// A script that starts java by itself, with what its own variables hold.
func TestScriptThatStartsJava(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []described
	}{
		{"a command", "#!/bin/sh\nset -e\nexec java -Xms1g -Xmx1g -jar app.jar \"$@\"\n",
			[]described{{"java", true, []string{"cmd -Xms1g", "cmd -Xmx1g", "cmd -jar", "cmd app.jar", "cmd $@"}}}},
		{"a variable that it adds to", "#!/bin/sh\nJAVA_OPTS=\"$JAVA_OPTS -Xss1m\"\nexec java $JAVA_OPTS -Xmx1g -jar app.jar\n",
			[]described{{"java", true, []string{"cmd -Xss1m", "cmd -Xmx1g", "cmd -jar", "cmd app.jar"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("start", c.script)
			assert.Equal(t, c.want, describe(in))
			checkPlaces(t, in)
		})
	}
}
