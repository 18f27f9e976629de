package reading

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
			[]described{{"java", true, []string{"cmd -XX:HeapDumpPath=./tmp", "cmd -Xmx1g", "cmd -Xss1m", "cmd -jar", "cmd a.jar"}}}, false},

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

// A command gets the options of all variables that it reads, whoever starts it.
func TestScriptCommands(t *testing.T) {
	java := func(options ...string) described { return described{"java", true, options} }
	for _, c := range []struct {
		name, script string
		want         []described
	}{
		{"several variables", "GC='-XX:+UseG1GC'\nHEAP='-Xmx1g'\njava $HEAP -ea $GC Main\n", []described{java("cmd -Xmx1g", "cmd -ea", "cmd -XX:+UseG1GC", "cmd Main")}},
		{"pieces", "O='-Xms1g'\nO=\"$O -Xmx1g\"\nP=\"$O -ea\"\nexec java $P Main\n", []described{java("cmd -Xms1g", "cmd -Xmx1g", "cmd -ea", "cmd Main")}},
		{"defaults", "if [ -z \"$H\" ]; then\n  H='-Xmx1g'\nfi\n: \"${G:=-XX:+UseG1GC}\"\n[ -n \"$E\" ] || E=-ea\nif [ \"x$S\" = x ]; then S='-Xss1m'; fi\njava $H $G $E $S Main\n",
			[]described{java("cmd -Xmx1g", "cmd -XX:+UseG1GC", "cmd -ea", "cmd -Xss1m", "cmd Main")}},
		{"a default that is set before", "H='-Xmx2g'\n[ -z \"$H\" ] && H='-Xmx1g'\njava $H Main\n", []described{java("cmd -Xmx2g", "cmd Main")}},
		{"branches that rule each other out", "if [ \"$1\" = big ]; then\n  H='-Xmx2g'\nelse\n  H='-Xmx1g'\nfi\njava $H Main\n",
			[]described{java("cmd -Xmx1g", "cmd Main"), java("cmd -Xmx2g", "cmd Main")}},
		{"pieces of such branches", "H=-ea\nif [ \"$1\" = big ]; then\n  H=\"$H -Xmx2g\"\nelse\n  H=\"$H -Xmx1g\"\nfi\njava $H Main\n",
			[]described{java("cmd -ea", "cmd -Xmx1g", "cmd Main"), java("cmd -ea", "cmd -Xmx2g", "cmd Main")}},
		{"by the release", "V=$(java -version 2>&1 | head -1 | sed 's/.*\"\\([0-9]*\\)\\..*/\\1/')\nJAVA_VERSION=$V\nif [ $JAVA_VERSION -ge 9 ]; then\n  L='-Xlog:gc'\nelse\n  L='-Xloggc:gc.log'\nfi\njava -Xmx1g $L Main\n",
			[]described{java("cmd -Xmx1g", "cmd -Xlog:gc (9-0)", "cmd -Xloggc:gc.log (0-8)", "cmd Main")}},
		{"where it is started and stopped", "start() {\n  nohup java $H Main &\n}\nH='-Xmx1g'\ncase $1 in\n  start) start ;;\n  stop) java -Xmx32m Stop ;;\nesac\n",
			[]described{java("cmd -Xmx1g", "cmd Main"), java("cmd -Xmx32m", "cmd Stop")}},
		{"another branch than that of the command", "case $1 in\n  a) H='-Xmx1g'; java $H A ;;\n  b) H='-Xmx2g'; java $H B ;;\nesac\n", []described{java("cmd -Xmx1g", "cmd A"), java("cmd -Xmx2g", "cmd B")}},
		{"set for the command", "JAVA_TOOL_OPTIONS=-ea java -Xmx1g Main\n", []described{java("tool -ea", "cmd -Xmx1g", "cmd Main")}},
		{"set in a function", "opts() { H='-Xmx1g'; }\nopts\njava $H Main\n", []described{java("cmd -Xmx1g", "cmd Main")}},
		{"a command in a variable", "JAVA=\"$JAVA_HOME/bin/java -server\"\nJRE=/opt/jre/bin/java\n\"$JRE\" -Xmx1g A\n$JAVA -Xmx2g B\n", []described{java("cmd -Xmx1g", "cmd A"), java("cmd -server", "cmd -Xmx2g", "cmd B")}},
		{"an array", "C=(java -Xms1g)\nC+=(-Xmx1g)\n\"${C[@]}\" Main\n", []described{java("cmd -Xms1g", "cmd -Xmx1g", "cmd Main")}},
		{"an unknown variable", "\"${JAVA_CMD[@]}\" -Xmx1g Main\n", []described{java("cmd -Xmx1g", "cmd Main")}},
		{"as another user", "sudo -E -u app java -Xmx1g A\nsu -s /bin/sh app -c \"java -Xmx2g $X B\"\nrunuser -u app -- java -Xmx3g C\ngosu app java -Xmx4g D\n",
			[]described{java("cmd -Xmx1g", "cmd A"), java("cmd -Xmx2g", "cmd B"), java("cmd -Xmx3g", "cmd C"), java("cmd -Xmx4g", "cmd D")}},
		{"behind others", "exec -a x setsid nice -n 5 env A=b java -Xmx1g Main\n", []described{java("cmd -Xmx1g", "cmd Main")}},
		{"eval", "O='-Xmx1g -Da=\"b c\"'\neval exec '\"$JAVA_HOME/bin/java\"' \"$O\" Main\n", []described{java("cmd -Xmx1g", "cmd -Da=b c", "cmd Main")}},
		{"other programs", "javac -J-Xmx1g A.java\n$JAVAC -J-Xmx1g A.java\nO='-Xmx1g'\nscala $O Main\n", []described{{"O", true, []string{"cmd -Xmx1g"}}}},
		{"of one start script", "CATALINA_OPTS='-Xmx1g'\nJAVA_OPTS='-ea -Da=b'\n", []described{{"JAVA_OPTS+CATALINA_OPTS", true, []string{"cmd -ea", "cmd -Da=b", "cmd -Xmx1g"}}}},
		{"parts of one program", "export A_GC_OPTS='-XX:+UseG1GC'\nexport A_HEAP_OPTS='-Xmx1g'\nexport B_HEAP_OPTS='-Xmx2g'\n",
			[]described{{"A_HEAP_OPTS+A_GC_OPTS", true, []string{"cmd -Xmx1g", "cmd -XX:+UseG1GC"}}, {"B_HEAP_OPTS", true, []string{"cmd -Xmx2g"}}}},
		{"pieces around another", "JVM_OPTS='-ea -Da=b'\nX='-Xmx1g'\nJVM_OPTS=\"$JVM_OPTS $X\"\nJVM_OPTS=\"$JVM_OPTS -Xss1m\"\n", []described{{"JVM_OPTS", true, []string{"cmd -ea", "cmd -Da=b", "cmd -Xmx1g", "cmd -Xss1m"}}}},
		{"for one program, then another", "export O='-Xmx1g'\n./a\nexport O='-Xmx2g'\n./b\n", []described{{"O", true, []string{"cmd -Xmx1g"}}, {"O", true, []string{"cmd -Xmx2g"}}}},
		{"set twice for one", "export O='-Xmx1g'\nexport O='-Xmx2g'\n./b\n", []described{{"O", true, []string{"cmd -Xmx2g"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("run.sh", "#!/bin/bash\n"+c.script)
			require.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
		})
	}
}
