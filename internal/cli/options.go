package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// addProject adds which configuration and which rules judge.
func addProject(f *pflag.FlagSet, o *session.Options) {
	f.StringVar(&o.Configuration.File, "config", "", "read the project's configuration from this `file`; its paths are relative to the current folder")
	f.BoolVar(&o.Configuration.None, "no-config", false, "read no "+config.Name)
	f.StringSliceVar(&o.Rules.Selected, "select", nil, "apply only these `rule`s: names, patterns such as 'g1-*', or groups ("+strings.Join(lint.Groups(), ", ")+")")
	f.StringSliceVar(&o.Rules.Ignored, "ignore", nil, "do not apply these `rule`s, named in the same way; it overrides --select")
}

// addCharts adds how charts are rendered.
func addCharts(f *pflag.FlagSet, o *session.Charts) {
	f.StringArrayVarP(&o.Values, "values", "f", nil, "values `file` to render charts with, as for helm; the last one wins")
	f.StringArrayVar(&o.Set, "set", nil, "`key=value` to render charts with, as for helm; it overrides files")
	f.StringVar(&o.KubeVersion, "kube-version", "", "`release` of Kubernetes to render charts for, as for helm template, such as 1.31")
	f.StringSliceVarP(&o.APIVersions, "api-versions", "a", nil, "`APIs` that charts find beside those of Kubernetes, as for helm template")
}

// addBaseline adds which list of findings is left out.
func addBaseline(f *pflag.FlagSet, o *session.Baseline) {
	f.StringVar(&o.File, "baseline", "", "leave out the findings that this `file` lists, whatever "+config.Name+" names")
	f.BoolVar(&o.None, "no-baseline", false, "ignore the baseline that "+config.Name+" names")
}

// addReading adds what commands that read files have in common.
func (a *app) addReading(f *pflag.FlagSet) {
	addCharts(f, &a.options.Charts)
	f.BoolVar(&a.output.showRendered, "show-rendered", false, "print the rendered charts")
	f.BoolVar(&a.strict, "strict", false, "fail for every file below a folder that cannot be read, even if nothing shows that it configures a JVM")
	a.options.Stdin.Reader = a.stdin
	f.StringVar(&a.options.Stdin.Name, "stdin-filename", source.Stdin, "name to show for standard input")
}

// complete tells shells the values of options.
func (a *app) complete(root *cobra.Command) {
	fixed := func(values []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(toCompletions(values), cobra.ShellCompDirectiveNoFileComp)
	}
	for name, complete := range map[string]cobra.CompletionFunc{
		"format": fixed(formats.Names()), "fail-on": fixed(lint.Severities()), "color": fixed(colourModes), "group-by": fixed([]string{byWorkload}),
		"select": a.completeChoice, "ignore": a.completeChoice, "jdk": fixed(strings.Split(lint.Releases(jvmflag.Supported), ", ")),
	} {
		if err := root.RegisterFlagCompletionFunc(name, complete); err != nil {
			panic(err)
		}
	}
}

func toCompletions(values []string) []cobra.Completion {
	return append([]cobra.Completion(nil), values...)
}

// completeRules are the names of all rules that hold in the current folder. A
// configuration that is at fault adds none: this is no time to speak of it.
func (a *app) completeRules(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	o := session.Options{Configuration: a.options.Configuration}
	s, err := session.Open(o, filesystem.OS{})
	if err != nil {
		s, _ = session.Open(session.Options{Configuration: session.Configuration{None: true}}, filesystem.OS{})
	}
	s.Here()
	return toCompletions(s.RuleIDs()), cobra.ShellCompDirectiveNoFileComp
}

// completeChoice are the names that rules are chosen by.
func (a *app) completeChoice(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	ids, directive := a.completeRules(cmd, args, word)
	return append(toCompletions(lint.Groups()), ids...), directive
}

// given reports whether an option was given to a command.
func given(cmd *cobra.Command) func(option string) bool {
	return func(option string) bool {
		f := cmd.Flag(option)
		return f != nil && f.Changed
	}
}

// open checks the options, reads the facts, and begins a session. Formats are
// those that the command can print; question takes a range of CPUs or of memory,
// where the command takes one.
func (a *app) open(cmd *cobra.Command, formats []string, question *predict.Question) (*command, error) {
	if err := a.output.check(formats); err != nil {
		return nil, err
	}
	var err error
	if a.options.Facts, err = a.facts.read(given(cmd), question, a.progress); err != nil {
		return nil, err
	}
	a.options.FailOn = session.FailOn{Severity: a.output.failOn, Stated: given(cmd)("fail-on")}
	a.options.Progress = a.reading
	if given(cmd)("strict") {
		a.options.Strict = &a.strict
	}
	s, err := session.Open(a.options, filesystem.OS{})
	if err != nil {
		return nil, err
	}
	if here := s.Here(); slices.Contains(formats, here.Format.Value) && !given(cmd)("format") {
		a.output.formats, a.output.outputs = []string{here.Format.Value}, []output{{format: here.Format.Value}}
	}
	c := &command{app: a, session: s}
	if err := c.faulty(); err != nil {
		return nil, err
	}
	return c, s.ReadBaseline()
}

// openForRules is open for a command that reads no files whose configurations
// could bring further rules.
func (a *app) openForRules(cmd *cobra.Command, formats []string, question *predict.Question) (*command, error) {
	c, err := a.open(cmd, formats, question)
	if err != nil {
		return nil, err
	}
	return c, c.session.ChooseRules()
}

// openHere begins a session for its configuration alone.
func (a *app) openHere() (*session.Session, error) {
	s, err := session.Open(a.options, filesystem.OS{})
	if err != nil {
		return nil, err
	}
	s.Here()
	return s, (&command{app: a, session: s}).faulty()
}

// faulty writes what is wrong with configurations.
func (c *command) faulty() error {
	faults := c.session.Faults()
	if len(faults) == 0 {
		return nil
	}
	for _, err := range faults {
		c.app.fail(err)
		if p := (*source.Problem)(nil); errors.As(err, &p) {
			c.app.showLine(p)
		}
	}
	return errReported
}

// read reads files, unless an output would take the place of one.
func (c *command) read(paths []string) (*session.Files, error) {
	if err := c.app.spare(paths); err != nil {
		return nil, err
	}
	c.paths = paths
	r, err := c.session.Read(paths)
	if errors.Is(err, session.ErrFaults) {
		err = c.faulty()
	}
	if err == nil {
		c.session.LogAlone(r)
	}
	return r, err
}

// checkOneOf refuses a word that means nothing, naming the nearest that does.
func checkOneOf(what, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return spelling.Unknown(what, word, words)
}
