package verdicttest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// TestCorpus holds the verdicts on the option strings of real files against
// real JVMs.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("JVMLINT_CORPUS")
	if dir == "" {
		t.Skip("no folder of real files: set JVMLINT_CORPUS")
	}
	runner, m := realJVMs(t), thisMachine(t)
	options := corpusOptions(t, dir)
	t.Logf("%d workloads", len(options))
	var report Report
	for _, jdk := range jdks(t) {
		if jdk == 8 || jdk == 25 {
			continue
		}
		var lines []Line
		seen := map[string]bool{}
		for _, words := range options {
			if l := startOf(jdk, words); len(l.Variables)+len(l.Args) > 1 && !seen[l.shell()] {
				seen[l.shell()] = true
				lines = append(lines, l)
			}
		}
		compareAll(t, runner, &report, jdk, lines, m)
		t.Logf("JDK %d: %v", jdk, report.count(jdk))
	}
	finish(t, &report, "")
}

// corpusOptions gathers the options of real files: those of their workloads,
// and every scalar of YAML and every line of other texts that holds some. Words
// that are filled in later, or that do harm, are left out.
func corpusOptions(t *testing.T, dir string) [][]jvmflag.Option {
	t.Helper()
	var all [][]jvmflag.Option
	add := func(options []jvmflag.Option) {
		all = append(all, slices.DeleteFunc(slices.Clone(options), func(o jvmflag.Option) bool {
			return filledIn.MatchString(o.String()) || strings.HasPrefix(o.String(), "@") || harms(o.String())
		}))
	}
	addText := func(text string) {
		if !jvmOption.MatchString(text) {
			return
		}
		words, err := jvmflag.Words(source.Unlocated(text, "a file"))
		if err != nil {
			return // a line of a program
		}
		options := jvmflag.OnChannel(jvmflag.CommandLine, words)
		if first := slices.IndexFunc(options, func(o jvmflag.Option) bool { return strings.HasPrefix(o.String(), "-") }); first >= 0 {
			add(options[first:])
		}
	}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file := source.NewFile(path, data)
		for _, w := range input.Read(file).Workloads {
			add(w.Options)
		}
		if documents, err := yamldoc.Parse(file); err == nil {
			for _, d := range documents {
				scalars(d.Root, addText)
			}
			return nil
		}
		for line := range strings.Lines(string(data)) {
			_, value, assigned := strings.Cut(line, "=")
			if assigned && !strings.HasPrefix(strings.TrimSpace(line), "-") {
				line = value
			}
			addText(strings.Trim(strings.TrimSpace(line), "\"'"))
		}
		return nil
	}))
	return all
}

var (
	jvmOption = regexp.MustCompile(`(^|\s)-(X(m[xsn]|ss)\d|XX:[+A-Za-z-]|Xlog[:a-z])`)
	filledIn  = regexp.MustCompile("[$`]|\\{\\{|<[A-Za-z]|%[A-Z_]+%|\\\\$")
)

// scalars visits the values of a document.
func scalars(n *yamldoc.Node, visit func(string)) {
	switch n.Kind() {
	case yamldoc.Scalar:
		visit(n.Value())
	case yamldoc.Mapping:
		for _, e := range n.Entries() {
			scalars(e.Value, visit)
		}
	case yamldoc.Sequence:
		for _, item := range n.Items() {
			scalars(item, visit)
		}
	}
}

// startOf is the start of a JVM with options, less the program that they name.
func startOf(jdk int, options []jvmflag.Option) Line {
	var l Line
	onChannel := map[jvmflag.Channel][]string{}
	for _, o := range options {
		if o.For(jdk) {
			onChannel[o.Channel] = append(onChannel[o.Channel], o.String())
		}
	}
	for _, c := range jvmflag.EnvironmentChannels {
		if words := onChannel[c]; words != nil {
			l.Variables = append(l.Variables, Variable{c.String(), joined(words)})
		}
	}
	words := onChannel[jvmflag.CommandLine]
	r := jvmflag.Command{Options: slices.DeleteFunc(slices.Clone(options), func(o jvmflag.Option) bool { return o.Channel != jvmflag.CommandLine })}.Resolve(jdk)
	switch end := len(words) - len(r.Arguments); r.Program.Kind {
	case jvmflag.NoProgram:
	case jvmflag.JarFile, jvmflag.MainModule:
		words = words[:max(end-2, 0)]
	default:
		words = words[:max(end-1, 0)]
	}
	l.Args = append(slices.Clone(words), "-version")
	return l
}

// joined writes words as HotSpot reads them from a variable.
func joined(words []string) string {
	var out []string
	for _, w := range words {
		switch {
		case strings.Contains(w, `"`):
			w = "'" + w + "'"
		case w == "" || strings.ContainsAny(w, " \t\n'"):
			w = `"` + w + `"`
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}
