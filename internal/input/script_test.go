package input

import (
	"testing"

	"github.com/stretchr/testify/assert"
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
		{"behind a test", "[ -z \"$A_OPTS\" ] && A_OPTS='-Xmx2g'\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g"}}}, true},
		{"behind what should succeed", "cd /a && export A_OPTS='-Xmx2g' && ./run\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g"}}}, false},
		{"an array", "A_OPTS=(-Xmx2g \"-Da=b\" # heap\n  -ea)\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g", "cmd -Da=b", "cmd -ea"}}}, false},
		{"a default", "A_OPTS=\"-Xmx${HEAP:-1g} -Xss1m\"\n", []described{{"A_OPTS", true, []string{"cmd -Xss1m"}}}, false},
		{"for one command", "A_OPTS=-Xmx1g ./run -Xmx2g\n", []described{{"A_OPTS", true, []string{"cmd -Xmx1g"}}}, false},
		{"a command within another", "A=$(java -Xmx1g -jar a.jar)\nA_OPTS='-Xmx2g'\n", []described{{"A_OPTS", true, []string{"cmd -Xmx2g"}}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("run.sh", "#!/bin/sh\n"+c.script)
			assert.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			assert.Equal(t, c.branches, in.Workloads[0].Branches)
			checkPlaces(t, in)
		})
	}
}
