package input

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// unread lists the variables of a text that nobody reads, each with the command.
func unread(text string) string {
	var all []string
	for _, w := range Read(source.NewFile("f", []byte(text))).Workloads {
		if v := w.Unread; v != nil {
			all = append(all, v.At.String()+": "+v.Command.String())
		}
	}
	return strings.Join(all, "; ")
}

func TestUnread(t *testing.T) {
	const set = "OPTS='-Xmx1g'\n"
	for _, c := range []struct{ name, text, want string }{
		{"not expanded", set + "java -jar a.jar\n", "OPTS: java -jar a.jar"},
		{"expanded", set + "java $OPTS -jar a.jar\n", ""},
		{"with a default", set + "java ${OPTS:--Xmx2g} -jar a.jar\n", ""},
		{"a longer name", set + "java $OPTS2 -jar a.jar\n", "OPTS: java $OPTS2 -jar a.jar"},
		{"by another variable", set + "B=\"$OPTS\"\njava $B -jar a.jar\n", ""},
		{"no java", set + "./start\n", ""},
		{"java that starts nothing", set + "java -version\n", ""},
		{"in a branch", set + "if true; then exec /opt/java -jar a.jar; fi\n", "OPTS: /opt/java -jar a.jar"},
		{"over lines", set + "exec java \\\n  -jar a.jar \\\n  x\n", "OPTS: java \\\n  -jar a.jar \\\n  x"},
		{"another program, not exported", set + "./prepare\njava -jar a.jar\n", "OPTS: java -jar a.jar"},
		{"another program", "export " + set + "./prepare && java -jar a.jar\n", ""},
		{"exported later", set + "export OPTS\n./prepare; java -jar a.jar\n", ""},
		{"exported to java only", "export " + set + "java -jar a.jar\n", "OPTS: java -jar a.jar"},
		{"all exported", "set -a\n" + set + "java -jar a.jar\n", "OPTS: java -jar a.jar"},
		{"sourced", set + ". ./env\njava -jar a.jar\n", ""},
		{"by a variable", set + "$RUN java\njava -jar a.jar\n", "OPTS: java -jar a.jar"},
		{"here document", set + "cat <<E\n$OPTS\nE\njava -jar a.jar\n", ""},
		{"in a comment", set + "# java $OPTS -jar a.jar\njava -jar a.jar\n", "OPTS: java -jar a.jar"},
		{"the JVM's own", "JAVA_TOOL_OPTIONS='-Xmx1g'\njava -jar a.jar\n", ""},
		{"list of words", "FROM a\nENV " + set + "ENTRYPOINT [\"java\", \"$OPTS\", \"-jar\", \"a.jar\"]\n", "$OPTS: ; OPTS: java"},
		{"shell form", "FROM a\nENV " + set + "CMD java -jar a.jar\n", "OPTS: java -jar a.jar"},
		{"shell in a list", "FROM a\nENV " + set + "CMD [\"sh\", \"-c\", \"java -jar a.jar\"]\n", "OPTS: java -jar a.jar"},
		{"built with", "FROM a\nENV MAVEN_OPTS='-Xmx1g'\nRUN ./mvnw package\nCMD java -jar a.jar\n", ""},
		{"earlier stage", "FROM a\nENV " + set + "FROM b\nCMD java -jar a.jar\n", ""},
		{"entry point", "FROM a\nENV " + set + "ENTRYPOINT [\"/run.sh\"]\nCMD [\"java\", \"-jar\", \"a.jar\"]\n", ""},
		{"unit", "[Service]\nEnvironment=" + set + "ExecStart=/bin/java -jar a.jar\n", "OPTS: /bin/java"},
		{"unit that expands", "[Service]\nEnvironment=" + set + "ExecStart=/bin/java $OPTS -jar a.jar\n", ""},
	} {
		assert.Equal(t, c.want, unread(c.text), c.name)
	}
}

// Of a variable that is set anew, the last value counts; what is set in a
// branch may not meet what is set in another.
func TestVariablesSetAgain(t *testing.T) {
	options := func(text string) (words string, branches bool) {
		w := Read(source.NewFile("f", []byte(text))).Workloads[0]
		for _, o := range w.Options {
			words += o.String() + " "
		}
		return words, w.Branches
	}
	words, branches := options("JAVA_TOOL_OPTIONS='-Xmx1g'\nJAVA_TOOL_OPTIONS='-Xmx2g'\nJAVA_TOOL_OPTIONS=\"$JAVA_TOOL_OPTIONS -ea\"\n")
	assert.Equal(t, "-Xmx2g -ea ", words)
	assert.False(t, branches)
	words, branches = options("A_OPTS='-Xmx1g'\nif x; then\n  A_OPTS=\"$A_OPTS -Xmx2g\"\nfi\n")
	assert.Equal(t, "-Xmx1g -Xmx2g ", words)
	assert.True(t, branches)
	_, branches = options("if x; then\n  y\nfi\nA_OPTS='-Xmx1g'\n")
	assert.False(t, branches)
}
