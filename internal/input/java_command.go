package input

import (
	"path/filepath"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const JavaCommand reading.Format = "java command line"

// ReadJavaCommand reads the arguments of java, and the variables that the JVM would read, in the order of
// jvmflag.EnvironmentChannels. Variables that are not set are left out of environment; files are those that options
// name, nil where they are out of reach.
func ReadJavaCommand(arguments []string, environment map[jvmflag.Channel]string, files jvmflag.Files) *reading.Input {
	line, spans := typed(arguments)
	in := &reading.Input{Format: JavaCommand, Exact: true, File: source.NewFile(source.CommandLine, []byte(line))}
	w := workload.New("java", in.File, source.Text{})
	w.AnyProgram, w.Whole, w.Files = true, true, files
	for _, channel := range jvmflag.EnvironmentChannels {
		if value, set := environment[channel]; set {
			file := source.NewFile("<"+channel.String()+">", []byte(value))
			text := source.Verbatim(file.Span(0, len(value)))
			w.Variables = append(w.Variables, jvmflag.Variable{Channel: channel, Text: text})
			words, _ := jvmflag.Words(text) // a quote that stays open keeps the JVM from starting
			w.Options = append(w.Options, jvmflag.OnChannel(channel, words)...)
		}
	}
	words := lists.Of(spans, func(at [2]int) jvmflag.Word {
		text := source.Verbatim(in.File.Span(at[0], at[1]))
		return jvmflag.Word{Text: text, Written: text}
	})
	w.Options = append(w.Options, jvmflag.OnChannel(jvmflag.CommandLine, words)...)
	jvmflag.Known(jvmflag.Runs, w.Options)
	in.Workloads = []*workload.Workload{&w}
	in.Finish()
	return in
}

// optionOfJava matches what only java takes for an option, and not jvmlint.
var optionOfJava = lazyregexp.New(`^-(?:X|D\w|(?:javaagent|agentlib|agentpath|verbose):|(?:jar|cp|classpath|server|ea)(?:\s|$))`)

// JavaOf is java and its arguments in the words of a command: java may stand behind others, in a script of one
// word, and is put in where the words begin with its options. It is nil for the words of another command.
func JavaOf(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	if strings.ContainsAny(words[0], " \t") && !start.IsJavaProgram(words[0]) {
		if line := split(words[0]); len(words) == 1 && len(line) > 1 {
			return JavaOf(line)
		}
		return nil
	}
	if optionOfJava.MatchString(words[0]) {
		return append([]string{"java"}, words...)
	}
	started, script := reading.Behind(words)
	switch {
	case script != "":
		return JavaOf([]string{script})
	case len(started) > 0 && start.IsJavaProgram(started[0]):
		return started
	}
	return nil
}

func split(line string) []string {
	words := shell.Split(reading.TextOf(source.NewFile(source.CommandLine, []byte(line))))
	return lists.Of(words, func(w jvmflag.Word) string { return w.Text.String() })
}

// EditedArguments are the arguments of a command line as edits leave it.
func EditedArguments(line *source.File, edits []source.Edit) ([]string, error) {
	after, err := line.Apply(edits)
	if err != nil {
		return nil, err
	}
	return split(string(after))[1:], nil // behind java
}

// typed is a command line as people type it, and where the arguments stand in it: one with a blank stands in quotes.
func typed(arguments []string) (line string, spans [][2]int) {
	var b strings.Builder
	b.WriteString("java")
	for _, a := range arguments {
		quote := ""
		switch {
		case !strings.ContainsAny(a, " \t\n"):
		case strings.Contains(a, `"`):
			quote = "'"
		default:
			quote = `"`
		}
		b.WriteString(" " + quote)
		spans = append(spans, [2]int{b.Len(), b.Len() + len(a)})
		b.WriteString(a + quote)
	}
	return b.String(), spans
}

// largestOptionsFile is in bytes; the launcher takes files of arguments of any
// size below 2 GiB, and people write none that large.
const largestOptionsFile = 16 << 20

// Folder reads the files that options name from where the JVM would be started.
type Folder string

// Read gives the content of a file. Its error is fs.ErrNotExist where there is none.
func (dir Folder) Read(name string) (source.Text, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(string(dir), name)
	}
	data, err := filesystem.ReadFile(filesystem.OS{}, path, largestOptionsFile)
	if err != nil {
		return source.Text{}, err
	}
	file := source.NewFile(name, data)
	return source.Verbatim(file.Span(0, len(data))), nil
}
