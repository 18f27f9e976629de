package input

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestReadJavaCommand(t *testing.T) {
	for _, c := range []struct {
		name        string
		arguments   []string
		environment map[jvmflag.Channel]string
		want        []string
		unknown     bool // too little is known to judge the JVM
		problems    []string
		notes       []string
	}{
		{name: "nothing"},
		{name: "a jar", arguments: []string{"-Xmx1g", "-jar", "a.jar", "-Xmx2g"}, want: []string{"cmd -Xmx1g"}},
		{name: "a main class", arguments: []string{"-Xmx1g", "Main", "-Xmx2g"}, want: []string{"cmd -Xmx1g"}},
		{name: "a module", arguments: []string{"-p", "mods", "-Xmx1g", "-m", "a/b.Main", "-Xmx2g"}, want: []string{"cmd --module-path=mods", "cmd -Xmx1g"}},
		{name: "a class path", arguments: []string{"-cp", "a:b", "-classpath", "c", "-Xmx1g", "Main"}, want: []string{"cmd -Xmx1g"}},
		{name: "options of two words", arguments: []string{"--add-opens", "java.base/java.lang=ALL-UNNAMED", "--add-modules", "java.se", "-Xmx1g", "--add-opens=a/b=c"},
			want: []string{"cmd --add-opens=java.base/java.lang=ALL-UNNAMED", "cmd --add-modules=java.se", "cmd -Xmx1g", "cmd --add-opens=a/b=c"}},
		{name: "the version", arguments: []string{"-Xmx1g", "-version", "-Xmx2g"}, want: []string{"cmd -Xmx1g"}},
		{name: "blanks and quotes within an argument", arguments: []string{"-Da=b c", "-Db='x", "-Xmx1g"}, want: []string{"cmd -Da=b c", "cmd -Db='x", "cmd -Xmx1g"}},
		{name: "an empty argument is the main class", arguments: []string{"-Xmx1g", "", "-Xms1g"}, want: []string{"cmd -Xmx1g"}},
		{name: "variables in their order", arguments: []string{"-Xmx1g"}, environment: map[jvmflag.Channel]string{
			jvmflag.JavaOptions: "-Xmx4g", jvmflag.JDKJavaOptions: "-Xmx3g -Xms3g", jvmflag.JavaToolOptions: "'-Da=b c' -Xmx2g",
		}, want: []string{"tool -Da=b c", "tool -Xmx2g", "jdk -Xmx3g", "jdk -Xms3g", "cmd -Xmx1g", "last -Xmx4g"}},
		{name: "an empty variable", arguments: []string{"-Xmx1g"}, environment: map[jvmflag.Channel]string{jvmflag.JavaToolOptions: ""}, want: []string{"cmd -Xmx1g"}},
		{name: "a quote left open in a variable", arguments: []string{"-Xmx1g"}, environment: map[jvmflag.Channel]string{jvmflag.JavaOptions: "-Xms1g \"-Da"},
			want: []string{"cmd -Xmx1g", "last -Xms1g"}}, // which the JVM refuses
		{name: "a variable is what the JVM gets", environment: map[jvmflag.Channel]string{jvmflag.JavaToolOptions: "$OTHER -Xms1g"},
			want: []string{"tool $OTHER", "tool -Xms1g"}},
		{name: "an argument file", arguments: []string{"-Xmx1g", "@opts", "-Xms1g", "Main"}, want: []string{"cmd -Xmx1g", "cmd -Xms1g"}, unknown: true,
			notes: []string{"<command line>:1:13: the JVM is not judged: the contents of the file that @opts names are unknown"}},
		{name: "an at sign that is none", arguments: []string{"@@Main"}},
		{name: "arguments of the program", arguments: []string{"-Xmx1g", "-jar", "a.jar", "@user"}, want: []string{"cmd -Xmx1g"}},
		{name: "arguments of the main class", arguments: []string{"-Xmx1g", "Main", "@user"}, want: []string{"cmd -Xmx1g"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := ReadJavaCommand(c.arguments, c.environment, nil)
			w := in.Workloads[0]
			assert.Equal(t, c.want, written(w.Command().Resolve(17).Options))
			assert.Equal(t, !c.unknown, w.HasJVM())
			assert.Equal(t, c.problems, messages(in.Problems))
			assert.Equal(t, c.notes, messages(in.Notes))
			assert.Equal(t, JavaCommand, in.Format)
			assert.False(t, w.IsMember)
		})
	}
}

// Each word points at its own characters, in the file that stands for its source.
func TestJavaCommandPlaces(t *testing.T) {
	in := ReadJavaCommand([]string{"-Dname=Zażółć gęślą", "-Xmx1g", "Main"}, map[jvmflag.Channel]string{jvmflag.JavaToolOptions: "-ea -Xss1m"}, nil)
	type place struct {
		file, bytes string
		column      int
	}
	var got []place
	for _, o := range in.Workloads[0].Options {
		s := o.Text.Span()
		got = append(got, place{s.File.Name, s.String(), s.File.Position(s.Start).Column})
	}
	assert.Equal(t, []place{
		{"<JAVA_TOOL_OPTIONS>", "-ea", 1}, {"<JAVA_TOOL_OPTIONS>", "-Xss1m", 5},
		{"<command line>", "-Dname=Zażółć gęślą", 7}, {"<command line>", "-Xmx1g", 28}, {"<command line>", "Main", 35},
	}, got)
	assert.Equal(t, `java "-Dname=Zażółć gęślą" -Xmx1g Main`, string(in.File.Data), "as people type it")
	assert.Equal(t, `java '-Da="b c"' x`, string(ReadJavaCommand([]string{`-Da="b c"`, "x"}, nil, nil).File.Data))
}

func TestJavaCommandPlaceholder(t *testing.T) {
	in := ReadJavaCommand([]string{"-Xmx${HEAP}", "Main"}, nil, nil)
	assert.False(t, in.Workloads[0].Decided())
	assert.Equal(t, []string{"<command line>:1:6: the JVM is not predicted: the value of -Xmx${HEAP} is unknown"}, messages(in.Notes))
}

// Edits of a command line, as the JVM gets them.
func TestEditedArguments(t *testing.T) {
	file := source.NewFile(source.CommandLine, []byte(`java -Xmx1gb -XX:+Foo "-Da=b c" -jar a.jar`))
	for _, c := range []struct {
		about string
		edits []source.Edit
		want  []string
	}{
		{"none", nil, []string{"-Xmx1gb", "-XX:+Foo", "-Da=b c", "-jar", "a.jar"}},
		{"values", []source.Edit{{Span: file.Span(11, 12)}, {Span: file.Span(13, 21), New: "-Xss1m"}, {Span: file.Span(29, 30), New: "d"}}, []string{"-Xmx1g", "-Xss1m", "-Da=b d", "-jar", "a.jar"}},
		{"one less, with its blank", []source.Edit{{Span: file.Span(12, 21)}}, []string{"-Xmx1gb", "-Da=b c", "-jar", "a.jar"}},
		{"one more", []source.Edit{{Span: file.Span(12, 12), New: " -Xms1g"}}, []string{"-Xmx1gb", "-Xms1g", "-XX:+Foo", "-Da=b c", "-jar", "a.jar"}},
		{"one for two", []source.Edit{{Span: file.Span(5, 21), New: "-Xmx1g"}}, []string{"-Xmx1g", "-Da=b c", "-jar", "a.jar"}},
	} {
		got, err := EditedArguments(file, c.edits)
		require.NoError(t, err, c.about)
		assert.Equal(t, c.want, got, c.about)
	}
	_, err := EditedArguments(file, []source.Edit{{Span: file.Span(5, 21)}, {Span: file.Span(6, 8)}})
	assert.Error(t, err, "edits that overlap")
}
