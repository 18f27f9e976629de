package reading

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func TestEnvironment(t *testing.T) {
	env := environment("A=1", "B", "A=2", "E=")
	assert.Equal(t, []string{"B", "A=2", "E="}, variables(env), "the last of a name counts, where it stands")
	value, known := env.Known("A")
	assert.Equal(t, "2", value.String())
	assert.True(t, known)
	_, known = env.Known("B")
	assert.False(t, known, "set to something")
	_, known = env.Known("NONE")
	assert.False(t, known)
	assert.Equal(t, []bool{true, false, false}, []bool{env.Hides("NONE", "B"), env.Hides("A"), env.Hides("NONE")})
	assert.True(t, env.Any(func(v Variable) bool { return v.Name == "E" }))
	assert.False(t, env.Any(func(v Variable) bool { return v.Name == "e" }), "upper and lower case differ")
}

func TestEnvironmentClone(t *testing.T) {
	env := environment("A=1")
	env.OpenTo(text("first"))
	env.OpenTo(text("second"))
	env.Folder, env.Volumes = "/app", []string{"/data"}
	clone := env.Clone()
	clone.Set(Variable{Name: "A", Value: text("2"), Known: true})
	assert.Equal(t, []string{"A=1"}, variables(env))
	assert.Equal(t, []string{"A=2"}, variables(clone))
	assert.Equal(t, []any{true, "first", "/app", []string{"/data"}}, []any{clone.Open, clone.From.String(), clone.Folder, clone.Volumes})
	without := env.Without()
	assert.Nil(t, variables(without))
	assert.Equal(t, "/app", without.Folder)
}

func TestReadBesideIsBounded(t *testing.T) {
	in := open("f", "")
	in.FileBeside = func(name string) *source.File { return source.NewFile(name, make([]byte, mostBeside/2)) }
	for i := range 4 {
		assert.Equal(t, i < 2, in.ReadBeside(fmt.Sprint(i)) != nil, i)
	}
	assert.Equal(t, []string{"f: the files that it names have more than 16777216 bytes in all: from here on they are not read"}, messages(in.Problems))
}

func TestEnvironmentIsBounded(t *testing.T) {
	env := &Environment{}
	for i := range mostVariables {
		env.Set(Variable{Name: fmt.Sprint("V", i), Known: true})
	}
	env.Set(Variable{Name: "V0", Value: text("again"), Known: true})
	assert.False(t, env.Over())
	for i := range 3 * mostVariables {
		env.Set(Variable{Name: fmt.Sprint("V", i%100), Value: text(fmt.Sprint(i)), Known: true})
	}
	assert.LessOrEqual(t, len(env.set), 2*mostVariables+mostGone+1, "those that were set again go")
	value, _ := env.Known("V99")
	assert.Equal(t, fmt.Sprint(3*mostVariables-1), value.String())
	env.Set(Variable{Name: "ONE_MORE"})
	assert.True(t, env.Over())

	large := environment("A=" + strings.Repeat("a", mostPut/2))
	_, first := large.Known("A")
	_, second := large.Known("A")
	_, third := large.Known("A")
	assert.Equal(t, []bool{true, false, false}, []bool{first, second, third}, "what is put in is bounded")
}

// https://github.com/kubernetes/kubernetes/blob/v1.30.0/third_party/forked/golang/expansion/expand_test.go has the same cases.
func TestExpandReferences(t *testing.T) {
	for s, want := range map[string]string{
		"$(A)": "foo", "x$(A)y": "xfooy", "$(A)$(B)": "foobar", "$(NONE)": "$(NONE)", "$$(A)": "$(A)", "$$$(A)": "$foo", "$$$$(A)": "$$(A)",
		"$A": "$A", "${A}": "${A}", "$(A": "$(A", "$()": "$()", "$(E)": "", "$(H)": "$(H)", "$": "$", "$$": "$", "a$": "a$", "$(A.B-C)": "dotted",
	} {
		assert.Equal(t, want, ExpandReferences(text(s), environment("A=foo", "B=bar", "E=", "H", "A.B-C=dotted")).String(), s)
	}
}

func TestStrays(t *testing.T) {
	env := &Environment{}
	for s, want := range map[string]bool{"-Xmx1g": true, "-Da=b": true, "-v": false, "A": false, "": false, "A=-Xmx1g": false} {
		assert.Equal(t, want, env.Strays(text(s)), s)
	}
	assert.Len(t, env.Stray, 2)
}

// Files of variables, as Compose reads them: https://docs.docker.com/compose/how-tos/environment-variables/variable-interpolation/#env-file-syntax
func TestEnvironmentFile(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"words", "A=b\nC=d e\n", []string{"A=b", "C=d e"}},
		{"a byte order mark and CRLF", "\ufeffA=b\r\nC=d\r\n", []string{"A=b", "C=d"}},
		{"comments", "# A=b\nC=d # e\nF=g#h\n", []string{"C=d", "F=g#h"}},
		{"a comment behind a tab", "A=b\t# c\n", []string{"A=b"}},
		{"quotes", "A=\"b # c\"\nC='d $e'\n", []string{"A=b # c", "C=d $e"}},
		{"exported", "export A=b\n", []string{"A=b"}},
		{"empty", "A=\nB=\"\"\n", []string{"A=", "B="}},
		{"set again", "A=b\nC=d\nA=e\n", []string{"C=d", "A=e"}},
		{"no line end", "A=b", []string{"A=b"}},
		{"no variable", "a b\n-Xmx1g\n", nil},
		{"a quote that stays open", "A=\"b\n", nil},
		{"nothing", "", nil},
	} {
		env := &Environment{}
		assert.True(t, inputBeside(map[string]string{"a.env": c.content}).EnvironmentFile("a.env", env), c.name)
		assert.Equal(t, c.want, variables(env), c.name)
	}
	assert.False(t, inputBeside(nil).EnvironmentFile("a.env", &Environment{}))
	assert.False(t, (&Input{}).EnvironmentFile("a.env", &Environment{}))
}

func TestReadOwnChannels(t *testing.T) {
	for _, c := range []struct {
		name  string
		env   *Environment
		want  []string
		known workload.Known
	}{
		{"in the order of the JVM", environment("_JAVA_OPTIONS=-Xss1m", "JDK_JAVA_OPTIONS=-ea", "JAVA_TOOL_OPTIONS=-Xmx1g -Xms1g", "JAVA_OPTS=-Xmn1g"),
			[]string{"tool -Xmx1g", "tool -Xms1g", "jdk -ea", "last -Xss1m"}, workload.AllOptions},
		{"empty", environment("JAVA_TOOL_OPTIONS="), nil, workload.AllOptions},
		{"not known", environment("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS=-ea"), []string{"last -ea"}, workload.PartOfOptions},
		{"others are not known", &Environment{Open: true}, nil, workload.PartOfOptions},
	} {
		w := workload.Workload{Launch: workload.Launch{Known: workload.AllOptions}}
		open("f", "").ReadOwnChannels(&w, c.env)
		assert.Equal(t, c.want, written(w.Options), c.name)
		assert.Equal(t, c.known, w.Known, c.name)
	}
}
