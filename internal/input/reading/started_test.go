package reading

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// What small programs of containers hand on. Of timeout, tini and their like: what they run when they are called so.
func TestBehindOthers(t *testing.T) {
	for _, c := range []struct{ name, words, want string }{
		{"java itself", "java Main", "java Main"},
		{"tini", "tini -- java Main", "java Main"},
		{"tini by its path", "/sbin/tini -- java Main", "java Main"},
		{"tini with options", "tini -g -e 143 -- java Main", "java Main"},
		{"tini without dashes", "tini java Main", "java Main"},
		{"dashes of the program", "tini java -jar a.jar -- x", "java -jar a.jar -- x"},
		{"dumb-init", "dumb-init --single-child java Main", "java Main"},
		{"docker-init", "docker-init -e 143 -- java Main", "java Main"},
		{"a limited time", "timeout 60 java Main", "java Main"},
		{"a limited time with options", "timeout --signal=TERM -v 60 java Main", "java Main"},
		{"a limited time with values", "timeout -k 5 -s KILL 60 java Main", "java Main"},
		{"within a limited time", "timeout 60 tini -- java Main", "java Main"},
		{"what waits for another", "wait-for-it.sh db:5432 -- java Main", "java Main"},
		{"what waits, and starts nothing", "wait-for-it.sh db:5432", "wait-for-it.sh db:5432"},
		{"another program", "run -- java Main", "run -- java Main"},
		{"timeout alone", "timeout", ""},
		{"nothing", "", ""},
	} {
		assert.Equal(t, c.want, strings.Join(strs(TextsOf(behindOthers(list(strings.Fields(c.words)...)))), " "), c.name)
	}
}

// The words of bash -c 'set -x; LINE' show what a shell makes of a line.
func TestStarted(t *testing.T) {
	run := map[string]string{"/run.sh": "exec java $A -Xss1m Main \"$@\"\n", "/app/run.sh": "java Own\n"}
	for _, c := range []struct {
		name       string
		words      []string
		kubernetes bool
		want       []string
		waits      bool
	}{
		{"java", []string{"java", "-Xmx1g", "Main"}, false, []string{"-Xmx1g", "Main"}, false},
		{"by its path", []string{"/opt/java/bin/java", "Main"}, false, []string{"Main"}, false},
		{"a variable in a list stays", []string{"java", "$A", "Main"}, false, []string{"$A", "Main"}, false},
		{"Kubernetes puts one in, as one word", []string{"java", "$(A)", "Main"}, true, []string{"-Xmx1g -ea", "Main"}, false},
		{"a shell splits it", []string{"sh", "-c", "java $A Main"}, false, []string{"-Xmx1g", "-ea", "Main"}, true},
		{"within quotes it does not", []string{"sh", "-c", `java "$A" Main`}, false, []string{"-Xmx1g -ea", "Main"}, true},
		{"within single quotes it stays", []string{"sh", "-c", `java '$A' Main`}, false, []string{"$A", "Main"}, true},
		{"which it replaces", []string{"bash", "-c", "exec java $A Main"}, false, []string{"-Xmx1g", "-ea", "Main"}, false},
		{"an empty variable is no word", []string{"sh", "-c", "java $E Main"}, false, []string{"Main"}, true},
		{"arguments of the line", []string{"sh", "-c", "exec java $1 Main", "name", "-ea"}, false, []string{"-ea", "Main"}, false},
		{"a script of the container", []string{"/run.sh", "x"}, false, []string{"-Xmx1g", "-ea", "-Xss1m", "Main", "x"}, false},
		{"by a shell", []string{"sh", "-e", "/run.sh"}, false, []string{"-Xmx1g", "-ea", "-Xss1m", "Main"}, false},
		{"behind env", []string{"env", "X=y", "java", "Main"}, false, []string{"Main"}, false},
		{"another program", []string{"python", "a.py"}, false, nil, false},
		{"nothing", nil, false, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := environment("A=-Xmx1g -ea", "E=")
			env.Files = func(name string) (source.Text, bool) { s, found := run[name]; return text(s), found }
			start := Started(list(c.words...), env, c.kubernetes)
			var got []string
			for _, o := range start.Options {
				got = append(got, o.String())
			}
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.waits, start.Waits)
		})
	}
}

func TestStartsScript(t *testing.T) {
	env := &Environment{Folder: "/app", Files: func(name string) (source.Text, bool) { return text("java Main"), name == "/app/run.sh" }}
	for _, c := range []struct {
		name, words string
		want        bool
	}{
		{"in its folder", "./run.sh", true},
		{"by a shell", "sh run.sh", true},
		{"by its path", "/app/run.sh a", true},
		{"behind an init", "tini -- /app/run.sh", true},
		{"another", "/run.sh", false},
		{"a line", "sh -c ./run.sh", false},
		{"nothing", "", false},
	} {
		assert.Equal(t, c.want, env.StartsScript(list(strings.Fields(c.words)...)), c.name)
	}
	assert.False(t, (&Environment{}).StartsScript(list("/app/run.sh")))
}

func TestHandedOn(t *testing.T) {
	for _, c := range []struct {
		name, words string
		want        []string
	}{
		{"set anew, or to nothing", "env A= java", []string{"B=c", "A="}},
		{"taken away", "env -u A java", []string{"B=c", "A="}},
		{"taken away by its long name", "/usr/bin/env --unset=A java", []string{"B=c", "A="}},
		{"no env", "java A=x", []string{"A=b", "B=c"}},
		{"arguments of the program", "env java A=", []string{"A=b", "B=c"}},
		{"nothing", "", []string{"A=b", "B=c"}},
	} {
		assert.Equal(t, c.want, variables(handedOn(list(strings.Fields(c.words)...), environment("A=b", "B=c"))), c.name)
	}
}
