package input

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What only a shell can read: a script says what a JVM gets wherever it stands.
func TestScripts(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []described
		branches     bool
	}{
		{"beside a here document", "cat > a.conf <<EOF\nb=c\nEOF\nexec java -Xmx1g -jar a.jar\n", []described{{"java", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}, false},
		{"in a here document", "cat > env <<'EOF'\nA_OPTS='-Xmx1g'\nEOF\n", []described{{"A_OPTS", true, []string{"cmd -Xmx1g"}}}, false},
		{"in a function", "start() {\n  java -Xmx1g \\\n    -jar a.jar\n}\nstart\n", []described{{"java", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}, false},
		{"in a case", "case $1 in\n  big) A_OPTS='-Xmx2g' ;;\nesac\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g"}}}, true},
		{"behind a test", "[ -z \"$A_OPTS\" ] && A_OPTS='-Xmx2g'\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g"}}}, false}, // where nobody sets it
		{"behind what should succeed", "cd /a && export A_OPTS='-Xmx2g' && ./run\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g"}}}, false},
		{"an array", "A_OPTS=(-Xmx2g \"-Da=b\" # heap\n  -ea)\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g", "cmd -Da=b", "cmd -ea"}}}, false},
		{"a default", "A_OPTS=\"-Xmx${HEAP:-1g} -Xss1m\"\n", []described{{"A_OPTS", true, []string{"cmd -Xmx1g", "cmd -Xss1m"}}}, false},
		{"a default of several words", "A_OPTS=\"${A_OPTS:- -Xms1g -Xmx1g}\"\n", []described{{"A_OPTS", true, []string{"cmd -Xms1g", "cmd -Xmx1g"}}}, false},
		{"a line that goes on within quotes", "A_OPTS=\"-Xmx1g \\\n-Da=${B}\"\n", []described{{"A_OPTS", true, []string{"cmd -Xmx1g", "cmd -Da=${B}"}}}, false},
		{"for a build tool", "P=\"-Pdist -Da=b\"\nM='-B -DskipTests'\nM=\"$M $P -pl x\"\nMAVEN_OPTS=-Xmx1g ./mvnw $M install\necho $M\n", []described{{"MAVEN_OPTS", true, []string{"cmd -Xmx1g"}}}, false},
		{"for a build tool that a variable names", "M='-B -DskipTests'\nA_OPTS=-Xmx1g\n\"$MVN\" $M install\n", []described{{"A_OPTS", true, []string{"cmd -Xmx1g"}}}, false},
		{"for a build tool and java", "A='-Da=b'\nmvn $A install\njava $A -Xmx1g -jar a.jar\n", []described{{"java", true, []string{"cmd -Da=b", "cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}, false},
		{"two commands", "java -cp $A $OPTS -Xmx1g a.Main\njava -cp \"$A\" -Xmx2g b.Main\n", []described{
			{"java", true, []string{"cmd -cp", "cmd $A", "cmd -Xmx1g", "cmd a.Main"}}, {"java", true, []string{"cmd -cp", "cmd ", "cmd -Xmx2g", "cmd b.Main"}}}, false},
		{"what a command prints", "A=$(cd \"$(dirname \"$0\")\"; pwd)\nA_OPTS=\"-XX:HeapDumpPath=$A/tmp -Xmx1g\"\njava $A_OPTS -Xss1m -jar a.jar\n",
			[]described{{"java", true, []string{"cmd -XX:HeapDumpPath=\ufffc/tmp", "cmd -Xmx1g", "cmd -Xss1m", "cmd -jar", "cmd a.jar"}}}, false},

		{"for one command", "A_OPTS=-Xmx1g ./run -Xmx2g\n", []described{{"A_OPTS", true, []string{"cmd -Xmx1g"}}}, false},
		{"a command within another", "A=$(java -Xmx1g -jar a.jar)\nA_OPTS='-Xmx2g'\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g"}}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("run.sh", "#!/bin/sh\n"+c.script)
			require.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			assert.Equal(t, c.branches, in.Workloads[0].Branches)
			checkPlaces(t, in)
		})
	}
}
