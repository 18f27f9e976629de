package jvmflag

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// testFiles holds what files hold; others are not there.
type testFiles map[string]string

func (f testFiles) Read(name string) (source.Text, error) {
	if content, ok := f[name]; ok {
		return text(content), nil
	}
	return source.Text{}, fs.ErrNotExist
}

func command(t *testing.T, line string) Command {
	words, err := Words(text(line))
	require.NoError(t, err)
	return Command{Options: OnChannel(CommandLine, words)}
}

func optionStrings(options []Option) string {
	words := make([]string, len(options))
	for i, o := range options {
		words[i] = o.String()
	}
	return strings.Join(words, "|")
}

func TestLauncher(t *testing.T) {
	for _, c := range []struct {
		line    string
		options string
		program Program
		behind  string // what the program gets
		refusal string
	}{
		{"-Xmx1g -jar a.jar -Xms1g", "-Xmx1g", Program{JarFile, "a.jar"}, "-Xms1g", ""},
		{"-jar -Xmx1g a.jar -Xms1g", "-Xmx1g", Program{JarFile, "a.jar"}, "-Xms1g", ""},
		{"-cp a:b -Xmx1g Main -Xss1m", "-Xmx1g", Program{MainClass, "Main"}, "-Xss1m", ""},
		{"--add-opens a/b=c -Xmx1g -version -Xy", "--add-opens=a/b=c|-Xmx1g", Program{Printed, "-version"}, "-Xy", ""},
		{"--class-path=a -Xmx1g -m mod/Main x", "-Xmx1g", Program{MainModule, "mod/Main"}, "x", ""},
		{"-p mods --module=m", "--module-path=mods", Program{MainModule, "m"}, "", ""},
		{"$JAVA_OPTS -Xmx1g ${MORE} -Xms1g", "-Xmx1g|-Xms1g", Program{}, "", ""},
		{"-jar $JAVA_OPTS -Da=b /a.jar -Xms1g", "-Da=b", Program{JarFile, "/a.jar"}, "-Xms1g", ""},
		{"-jar $JAR -Xms1g", "", Program{JarFile, "$JAR"}, "-Xms1g", ""},
		{"-cp", "", Program{}, "", ""},
		{"-cp -Xmx1g", "", Program{}, "", "Error: -cp requires class path specification"},
		{"--add-modules= -ea", "", Program{}, "", "Error: --add-modules= requires modules to be specified"},
		{"-server -mx1g -verbosegc -splash:x -noverify", "-Xmx1g|-verbose:gc|-Xverify:none", Program{}, "", ""},
		{"-fullversion -XX:+Nonsense", "", Program{Ends, "-fullversion"}, "-XX:+Nonsense", ""},
		{"@opts -ea", "-Xmx2g|-Da=b c|-ea", Program{}, "", ""},
		{"@@opts -ea", "", Program{MainClass, "@opts"}, "-ea", ""},
		{"@nothing", "", Program{}, "", "Error: could not open `nothing'"},
		{"Main @opts", "", Program{MainClass, "Main"}, "@opts", ""},
		{"--disable-@files @opts", "", Program{MainClass, "@opts"}, "", ""},
	} {
		command := command(t, c.line)
		command.Files = testFiles{"opts": "-Xmx2g # heap\n\"-Da=b c\"\n"}
		r := command.Resolve(21)
		assert.Equal(t, c.options, optionStrings(r.Options), c.line)
		assert.Equal(t, c.program, r.Program, c.line)
		assert.Equal(t, c.behind, optionStrings(r.Arguments), c.line)
		said := ""
		if r.Refusal != nil {
			said = r.Refusal.Error()
		}
		assert.Equal(t, c.refusal, said, c.line)
	}
}

func TestArgumentWords(t *testing.T) {
	for in, want := range map[string][]string{
		"a b\tc\nd":                   {"a", "b", "c", "d"},
		"'a b' \"c d\"e":              {"a b", "c de"},
		"# one\n-Xmx1g # two\n-Xms1g": {"-Xmx1g", "-Xms1g"},
		`"a\tb" 'c\\d' e\f`:           {"a\tb", `c\d`, `e\f`},
		"\"a\\\n   b\"":               {"ab"},
		"\"open\nnext":                {"open", "next"},
		"''":                          {}, "''\n": {""}, "a\n'": {"a"},
		"":                   {},
		"lost#comment\nkept": {"kept"},
		"only#comment":       {},
	} {
		assert.Equal(t, want, strs(argumentWords(text(in))), "%q", in)
	}
}

func TestSettingsWords(t *testing.T) {
	for in, want := range map[string][]string{
		"+UseG1GC  -UseTLAB\n# no\nMaxHeapSize=1g": {"+UseG1GC", "-UseTLAB", "MaxHeapSize=1g"},
		"OnError='a b' x":                          {"OnError=a b", "x"},
		"\"bad line":                               {"\"bad", "line"},
		"OnError=\"open\nUseTLAB":                  {"OnError=open", "UseTLAB"},
		"":                                         {},
	} {
		assert.Equal(t, want, strs(settingsWords(text(in))), "%q", in)
	}
}

// What a file holds of which nobody knows anything is left open.
func TestUnreadFiles(t *testing.T) {
	r := command(t, "@opts -XX:VMOptionsFile=more -XX:Flags=flags -Xmx1g").Resolve(21)
	assert.Equal(t, "@opts|-XX:VMOptionsFile=more|-XX:Flags=flags", optionStrings(r.Unread))
	assert.Nil(t, r.Refusal)
	_, err := Command{}.read("x")
	assert.True(t, !errors.Is(err, fs.ErrNotExist))
}

// A variable must not hold what is run; JDK 11 overlooks the form with an equals sign, as real JVMs of all four do.
func TestModuleInVariable(t *testing.T) {
	for jdk, want := range map[int]string{
		11: "", 17: "Error: Option --module=m is not allowed in environment variable JDK_JAVA_OPTIONS",
		21: "Error: Option --module=m is not allowed in environment variable JDK_JAVA_OPTIONS",
		25: "Error: Option --module=m is not allowed in environment variable JDK_JAVA_OPTIONS",
	} {
		r := Command{Options: []Option{{Text: text("--module=m"), Channel: JDKJavaOptions}}}.Resolve(jdk)
		said := ""
		if r.Refusal != nil {
			said = r.Refusal.Error()
		}
		assert.Equal(t, want, said, jdk)
	}
}

func TestProgramAt(t *testing.T) {
	for line, want := range map[string]int{
		"-Xmx1g -jar a.jar": 1, "-Xmx1g --module=m/Main": 1, "-Xmx1g -m m/Main": 1, "-cp a -Xmx1g Main": 3, "-Xmx1g -version": 1, "-Xmx1g": 1,
	} {
		assert.Equal(t, want, ProgramAt(command(t, line).Options), line)
	}
}
