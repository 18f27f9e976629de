package verdicttest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TestCorpus holds the verdicts on the option strings of real files against
// real JVMs.
func TestCorpus(t *testing.T) {
	dir := corpus()
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
			if l := startOf(jdk, words); len(l.Variables)+len(l.Args) > 1 && !seen[l.Shell()] {
				seen[l.Shell()] = true
				lines = append(lines, l)
			}
		}
		compareAll(t, runner, &report, jdk, lines, m)
		t.Logf("JDK %d: %v", jdk, report.Count(jdk))
	}
	finish(t, &report, "")
}

// corpus is a folder of real files, or "".
func corpus() string {
	if dir := os.Getenv("JVMLINT_CORPUS"); dir != "" {
		return dir
	}
	dir := filepath.Join("..", "..", "..", "shared", "corpus")
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return dir
	}
	return ""
}

// corpusOptions gathers the options of all workloads, each with those words
// that are known, and that do no harm.
func corpusOptions(t *testing.T, dir string) [][]jvmflag.Option {
	t.Helper()
	var out [][]jvmflag.Option
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, w := range input.Read(source.NewFile(path, data)).Workloads {
			out = append(out, slices.DeleteFunc(slices.Clone(w.Options), func(o jvmflag.Option) bool {
				return strings.ContainsAny(o.String(), "$`") || strings.Contains(o.String(), "{{") || strings.HasPrefix(o.String(), "@") || harms(o.String())
			}))
		}
		return nil
	}))
	return out
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
