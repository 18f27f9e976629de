package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lsp"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// typingPause is how long nobody types before a text is judged.
const typingPause = 150 * time.Millisecond

func lspCommand(a *app) *cobra.Command {
	var baseline session.Baseline
	var charts project.Charts
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: findings while typing, predictions under the cursor, fixes",
		Long: `Speaks the language server protocol on standard input and output. Options give the facts
that files do not, as for check; an editor may send the same as settings, by their names:
{"jdk": 17, "memory": "10Gi", "ignore": ["heap-grows"]}.`,
		Args: cobra.NoArgs,
	}
	addCharts(cmd.Flags(), &charts)
	addBaseline(cmd.Flags(), &baseline)
	cmd.Flags().Bool("stdio", true, "use standard input and output, as always: many clients pass this")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.output.check(formats.Names()); err != nil {
			return err
		}
		open := func(s lsp.Settings) (lsp.Project, error) { return openProject(cmd.Flags(), s) }
		if _, err := open(nil); err != nil {
			return err
		}
		server := &lsp.Server{Version: version(), Delay: typingPause, Open: open}
		return server.Serve(cmd.Context(), a.stdin, a.stdout)
	}
	return cmd
}

// editorProject judges what an editor has open, by the options of one moment.
type editorProject struct{ options session.Options }

// openProject takes the options of the command line and, over them, settings.
func openProject(line *pflag.FlagSet, settings lsp.Settings) (lsp.Project, error) {
	var facts factOptions
	var o session.Options
	flags := pflag.NewFlagSet("settings", pflag.ContinueOnError)
	facts.add(flags)
	addProject(flags, &o)
	addCharts(flags, &o.Charts)
	addBaseline(flags, &o.Baseline)
	var err error
	line.VisitAll(func(f *pflag.Flag) { // those before the command too, which it has not parsed itself
		if f.Changed && flags.Lookup(f.Name) != nil && err == nil {
			values := []string{f.Value.String()}
			if list, many := f.Value.(pflag.SliceValue); many {
				values = list.GetSlice()
			}
			err = setOption(flags, f.Name, values)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		values, fault := wordsOf(settings[name])
		switch {
		case fault != nil:
			return nil, fmt.Errorf("%s: %w", name, fault)
		case flags.Lookup(name) == nil:
			return nil, spelling.Unknown("setting", name, namesOf(flags))
		case len(values) > 0:
			if err := setOption(flags, name, values); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if o.Facts, err = facts.read(flags.Changed, nil, project.Quietly); err != nil {
		return nil, err
	}
	s, err := session.Open(o, filesystem.OS{})
	if err != nil {
		return nil, err
	}
	s.Here() // its rules may be chosen, too
	return &editorProject{o}, errors.Join(s.ReadBaseline(), s.ChooseRules())
}

func namesOf(flags *pflag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// setOption gives an option these values and no others.
func setOption(flags *pflag.FlagSet, name string, values []string) error {
	f := flags.Lookup(name)
	f.Changed = true
	if list, many := f.Value.(pflag.SliceValue); many {
		return list.Replace(values)
	}
	return f.Value.Set(strings.Join(values, ","))
}

// wordsOf reads a setting: a string, a number, a switch, or a list of those. A null is none.
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

// Judge judges a text with the texts that are open in place of files.
func (p *editorProject) Judge(name string, open map[string]*source.File) (*lsp.Judgement, error) {
	texts := map[string][]byte{}
	for path, f := range open {
		texts[path] = f.Data
	}
	s, err := session.Open(p.options, filesystem.Over(filesystem.OS{}, texts))
	if err != nil {
		return nil, err
	}
	if err := s.ReadBaseline(); err != nil { // it may have been written since
		return nil, err
	}
	typed, err := s.JudgeTyped(name)
	if errors.Is(err, session.ErrFaults) {
		err = errors.Join(s.Faults()...)
	}
	if err != nil {
		return nil, err
	}
	return &lsp.Judgement{Typed: typed}, nil
}
