package fix

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestSplice(t *testing.T) {
	for _, c := range []struct {
		name, before string
		start, end   int
		new          string
		want, err    string
	}{
		{"a value", "-Xmx1g -Xms1g", 4, 6, "2g", "-Xmx2g -Xms1g", ""},
		{"an option behind another", "-Xmx1g -ea", 6, 6, " -Xms1g", "-Xmx1g -Xms1g -ea", ""},
		{"in a variable", "JAVA_OPTS=\"-Xmx1g\"\n", 17, 17, " -Xms1g", "JAVA_OPTS=\"-Xmx1g -Xms1g\"\n", ""},
		{"in a variable that reaches two JVMs", "JAVA_TOOL_OPTIONS=-Xmx1g\nA=-Xss1m\nB=-Xss2m\n", 22, 24, "2g", "JAVA_TOOL_OPTIONS=-Xmx2g\nA=-Xss1m\nB=-Xss2m\n", ""},
		{"beside a quoted word with a blank", "-Da=\"b c\" -Xmx1g", 14, 16, "2g", "-Da=\"b c\" -Xmx2g", ""},
		{"in a quoted word", "\"-Xmx1g\" -ea", 5, 7, "2g", "\"-Xmx2g\" -ea", ""},
		{"within the quotes", "\"-Xmx1g\" -ea", 7, 7, " -Xms1g", "", `the edit " -Xms1g" is within the quotes of -Xmx1g`},
		{"behind the quotes", "\"-Xmx1g\" -ea", 8, 8, " -Xms1g", "\"-Xmx1g\" -Xms1g -ea", ""},
		{"behind quotes with a blank in them", "-ea \"-Da=b c\"", 13, 13, " -Xms1g", "-ea \"-Da=b c\" -Xms1g", ""},
		{"an option before another", "-Xmx1g -ea", 7, 7, "-Xms1g ", "-Xmx1g -Xms1g -ea", ""},
		{"before quotes", "-ea \"-Xmx1g\"", 4, 4, "-Xms1g ", "-ea -Xms1g \"-Xmx1g\"", ""},
		{"a line of its own before another, for the same JDKs", "-ea\n8-:-Xmx1g\n", 7, 7, "-Xms1g\n8-:", "-ea\n8-:-Xms1g\n8-:-Xmx1g\n", ""},
		{"before quotes in values", "hazelcast: {javaOpts: '\"-Xmx1g\" -ea'}", 23, 23, "-Xms1g ", "hazelcast: {javaOpts: '-Xms1g \"-Xmx1g\" -ea'}", ""},
		{"a line of its own", "-Xmx1g\r\n-ea\r\n", 6, 6, "\r\n-Xms1g", "-Xmx1g\r\n-Xms1g\r\n-ea\r\n", ""},
		{"behind a word that is quoted within", "-Da=\"b c\" -ea", 8, 8, " -Xms1g", "", `the edit " -Xms1g" is within the quotes of -Da=b c`},
		{"in a word that is quoted within", "-Da=\"b c\" -ea", 5, 6, "x", "", "the option -Da=b c is quoted within"},
		{"in a comment", "# heap\n-Xmx1g", 2, 6, "x", "", "the edit \"x\" is in no option"},
		{"between options", "-Xmx1g  -ea", 7, 7, "-Xms1g ", "", "the edit \"-Xms1g \" is in no option"},
		{"a quote", "-Xmx1g -ea", 6, 6, "'", "", "the change would give 0 options where 2 are meant"},
		{"the name of a variable", "JAVA_OPTS=-Xmx1g", 0, 4, "X", "", "the edit \"X\" is in no option"},
		{"an option that ends the options", "-Xmx1g -ea", 6, 6, " Main", "", "the change would give 1 options where 3 are meant"},
		{"one of two commands that are alike", "#!/bin/sh\njava -XX:+UseG1GC -Xshare:auto -jar a.jar\njava -XX:+UseG1GC -Xshare:auto -jar a.jar\n",
			15, 28, "", "#!/bin/sh\njava -Xshare:auto -jar a.jar\njava -XX:+UseG1GC -Xshare:auto -jar a.jar\n", ""},
		{"outside", "-Xmx1g", 5, 9, "x", "", "an edit at 5 to 9 is not of f"},

		{"values", "hazelcast: {javaOpts: -Xmx1g}", 26, 28, "2g", "hazelcast: {javaOpts: -Xmx2g}", ""},
		{"a limit in values", "resources: {limits: {memory: 1Gi}}\nhazelcast: {javaOpts: -Xmx1g}", 29, 32, "2Gi", "resources: {limits: {memory: 2Gi}}\nhazelcast: {javaOpts: -Xmx1g}", ""},
		{"the start script's heap", "env: [{name: MAX_HEAP_SIZE, value: 1g}]\nhazelcast: {javaOpts: -ea}", 35, 37, "2g", "env: [{name: MAX_HEAP_SIZE, value: 2g}]\nhazelcast: {javaOpts: -ea}", ""},
		{"a setting of the member", "hazelcast: {javaOpts: '-Da=\"b c\" -ea', yaml: {hazelcast: {map: {m: {x: 1}}}}}", 71, 72, "2", "hazelcast: {javaOpts: '-Da=\"b c\" -ea', yaml: {hazelcast: {map: {m: {x: 2}}}}}", ""},
		// One word would swallow the next option: the JVM would not start.
		{"within the quotes of values", "hazelcast: {javaOpts: '\"-Xmx1g\" -ea'}", 30, 30, " -Xms1g", "", `the edit " -Xms1g" is within the quotes of -Xmx1g`},
		{"behind the quotes of values", "hazelcast: {javaOpts: '\"-Xmx1g\" -ea'}", 31, 31, " -Xms1g", "hazelcast: {javaOpts: '\"-Xmx1g\" -Xms1g -ea'}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.NewFile("f", []byte(c.before))
			after, err := Splice(f, []source.Edit{{Span: f.Span(c.start, c.end), New: c.new}})
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, string(after.Data))
			assert.Equal(t, "f", after.Name)
		})
	}
}
