package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lsp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// typingPause is how long nobody types before a text is judged.
const typingPause = 150 * time.Millisecond

func (a *app) lspCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: findings while typing, predictions under the cursor, fixes",
		Long: `Speaks the language server protocol on standard input and output. Options say what
files do not, as for check; an editor may send the same as settings, by their names:
{"jdk": 17, "memory": "10Gi", "ignore": ["heap-grows"]}.`,
		Args: cobra.NoArgs,
	}
	a.options.addCharts(cmd)
	a.options.addReadBaseline(cmd)
	cmd.Flags().Bool("stdio", true, "as always: many clients say so")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.openEditor(cmd); err != nil {
			return err
		}
		server := &lsp.Server{
			Version: version(), Delay: typingPause,
			Open: func(s lsp.Settings) (lsp.Project, error) { return openProject(cmd, s) },
		}
		return server.Serve(cmd.Context(), a.stdin, a.stdout)
	}
	return cmd
}

// editorProject judges what an editor has open, by the options of one moment.
type editorProject struct {
	options options
	given   workload.Facts
}

// openProject takes the options of the command line and, over them, settings.
func openProject(given *cobra.Command, settings lsp.Settings) (lsp.Project, error) {
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
	cmd, _, err := a.root().Find([]string{given.Name()})
	if err != nil {
		return nil, err
	}
	cmd.InheritedFlags() // so that they are among its flags
	given.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed && err == nil {
			err = setOption(cmd, f.Name, valuesOf(f))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, name := range sortedNames(settings) {
		values, fault := wordsOf(settings[name])
		switch {
		case fault != nil:
			return nil, fmt.Errorf("%s: %w", name, fault)
		case !slices.Contains(settable(cmd), name):
			return nil, spelling.Unknown("setting", name, settable(cmd))
		case len(values) > 0:
			if err := setOption(cmd, name, values); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if err := a.openEditor(cmd); err != nil {
		return nil, err
	}
	return &editorProject{a.options, a.given}, nil
}

// openEditor checks all that an editor is to be served by.
func (a *app) openEditor(cmd *cobra.Command) error {
	if err := a.takeOptions(cmd); err != nil {
		return err
	}
	a.project.of(".")
	return errors.Join(a.readBaseline(), a.checkRules())
}

// notSettings are options about what is printed.
var notSettings = []string{"format", "fail-on", "exit-zero", "color", "show-rendered", "stdio", "help"}

// settable are the options that an editor may set.
func settable(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(notSettings, f.Name) {
			names = append(names, f.Name)
		}
	})
	return names
}

// setOption gives an option these values and no others.
func setOption(cmd *cobra.Command, name string, values []string) error {
	f := cmd.Flag(name)
	f.Changed = true
	if list, many := f.Value.(pflag.SliceValue); many {
		return list.Replace(values)
	}
	return f.Value.Set(strings.Join(values, ","))
}

func valuesOf(f *pflag.Flag) []string {
	if list, many := f.Value.(pflag.SliceValue); many {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

// wordsOf reads a setting: a string, a number, a switch, or a list of those.
// A null is none.
func wordsOf(raw json.RawMessage) ([]string, error) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		list = []json.RawMessage{raw}
	}
	var words []string
	for _, r := range list {
		text := strings.TrimSpace(string(r))
		switch {
		case text == "null":
		case strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
			return nil, fmt.Errorf("%s is neither a word nor a list of words", text)
		case strings.HasPrefix(text, `"`):
			var word string
			if err := json.Unmarshal(r, &word); err != nil {
				return nil, err
			}
			words = append(words, word)
		default:
			words = append(words, text)
		}
	}
	return words, nil
}

func sortedNames(s lsp.Settings) []string {
	var names []string
	for name := range s {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Judge judges a text as check does a file that it finds, with the chart that
// the text belongs to. By a configuration that is at fault nothing is judged.
func (p *editorProject) Judge(name string, open map[string]*source.File) (*lsp.Judgement, error) {
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, options: p.options, given: p.given, open: open}
	a.project.texts = open
	if err := a.project.open(&a.options); err != nil {
		return nil, err
	}
	var left skipped
	if err := a.readBaseline(); err != nil { // it may have been written since
		return nil, err
	}
	files := a.withPairs(a.configure(filesWith(name), &left))
	a.project.faults = append(a.project.faults, a.openBaselines()...)
	if path.Base(name) == config.Name {
		return &lsp.Judgement{Result: &lint.Result{}, Rules: a.everyRule(), Problems: withFailures(nil, a.project.faults)}, nil
	}
	if len(a.project.faults) > 0 {
		return nil, errors.Join(a.project.faults...)
	}
	inputs, failures := a.readFiles(files, &left)
	for _, in := range inputs {
		if in.Format == "" { // nobody says that it is ours
			in.Problems = slices.DeleteFunc(in.Problems, func(p *source.Problem) bool { return p.Span.IsZero() })
		}
	}
	result, _ := lint.CheckWith(a.workloads(inputs), a.rules(), a.settings)
	chart.Trace(result, editable(inputs))
	a.suppress(result, inputs)
	a.adopt(result)
	again := a.checker(inputs)
	return &lsp.Judgement{
		Inputs: inputs, Result: result, Rules: a.known,
		Problems: withFailures(problems(inputs, result.Refused), append(failures, result.Faults...)),
		Files:    fixable(inputs), Check: again.check, Prove: again.prove,
	}, nil
}

// ofChart are the folders of a chart whose files count for it.
var ofChart = []string{"templates", "charts", "ci"}

// filesWith are a text and the chart that it belongs to, the outermost one. A
// template is read with its chart alone.
func filesWith(name string) []found {
	files := []found{{path: name}}
	whole, err := filepath.Abs(filepath.FromSlash(name))
	if err != nil {
		return files
	}
	for dir := filepath.Dir(whole); ; dir = filepath.Dir(dir) {
		if chart.IsChart(dir) {
			way, _ := filepath.Rel(dir, whole) // it is below
			folder, _, below := strings.Cut(filepath.ToSlash(way), "/")
			outer := found{path: config.Relative(dir), chart: true}
			switch {
			case below && (folder == "templates" || folder == "charts"):
				files = []found{outer}
			case !below || slices.Contains(ofChart, folder):
				files = []found{{path: name}, outer}
			}
		}
		if dir == filepath.Dir(dir) {
			return files
		}
	}
}
