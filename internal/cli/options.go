package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// options are what the command line says beside paths.
type options struct {
	jdk                              []string
	stated                           []string // as workload.AllStated lists them
	hazelcast, hazelcastConfig, nmt  string
	gcLogs                           []string
	config                           string
	noConfig, showConfig             bool
	failOn, color, stdinFilename     string
	formats                          []string // as given
	outputs                          []output // what they come to
	selected, ignored                []string
	exitZero, noEnv                  bool
	fix, unsafeFixes, diff           bool
	values, set                      []string
	showRendered                     bool
	baseline, writeBaseline, newFrom string
	noBaseline                       bool

	wished   wished           // of advise
	figures  bool             // the command prints figures, and no findings
	ranges   bool             // the command takes a range of CPUs or of memory
	question predict.Question // what it comes to
	against  string           // a java command
}

// predictFormats are those that can hold a prediction, or a plan.
var predictFormats = []string{"text", "json"}

// formatNames are the formats of the command.
func (o *options) formatNames() []string {
	if o.figures {
		return predictFormats
	}
	return report.FormatNames()
}

func (o *options) addFacts(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringSliceVar(&o.jdk, "jdk", nil, "JDK `release`s that may run it: "+lint.Releases(jvmflag.Supported))
	o.stated = make([]string, len(workload.AllStated))
	for i, fact := range workload.AllStated {
		f.StringVar(&o.stated[i], fact.Name, "", fact.Doc)
	}
	f.StringVar(&o.hazelcast, "hazelcast", "", "Hazelcast `version`, as 5.3.1")
	f.BoolVar(&o.noEnv, "no-env", false, "leave JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS, _JAVA_OPTIONS and HZ_... of the environment out")
	f.StringArrayVar(&o.gcLogs, "gc-log", nil, "GC log `file` of the JVM, any number of times; one name stands for all files of a rotated log")
	f.StringVar(&o.nmt, "nmt", "", "output of jcmd PID VM.native_memory, a `file`, measured on the one JVM that is judged")
	f.StringVar(&o.hazelcastConfig, "hazelcast-config", "", "Hazelcast YAML `file` of a program whose options are given")
}

func (o *options) addOutput(cmd *cobra.Command, rules cobra.CompletionFunc) {
	f := cmd.PersistentFlags()
	f.StringArrayVar(&o.formats, "format", []string{"text"}, "`output` NAME, or NAME=FILE, any number of times: "+strings.Join(report.FormatNames(), ", "))
	f.StringVar(&o.failOn, "fail-on", "warning", "least severity that gives exit code 1: "+strings.Join(lint.Severities(), ", "))
	f.StringVar(&o.config, "config", "", "read the project's configuration from this `file`, its paths as seen from the current folder")
	f.BoolVar(&o.noConfig, "no-config", false, "read no "+config.Name)
	f.BoolVar(&o.exitZero, "exit-zero", false, "exit with 0 even if there are findings")
	f.StringVar(&o.color, "color", "auto", "auto, always or never")
	f.StringSliceVar(&o.selected, "select", nil, "judge by these `rule`s only")
	f.StringSliceVar(&o.ignored, "ignore", nil, "leave these `rule`s out")
	fixed := func(values []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(toCompletions(values), cobra.ShellCompDirectiveNoFileComp)
	}
	for name, complete := range map[string]cobra.CompletionFunc{
		"format": fixed(report.FormatNames()), "fail-on": fixed(lint.Severities()), "color": fixed([]string{"auto", "always", "never"}),
		"select": rules, "ignore": rules, "jdk": fixed(strings.Split(lint.Releases(jvmflag.Supported), ", ")),
	} {
		if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
			panic(err)
		}
	}
}

func toCompletions(values []string) []cobra.Completion {
	return append([]cobra.Completion(nil), values...)
}

func ruleIDs() []string {
	var ids []string
	for _, r := range rules.All() {
		ids = append(ids, r.ID)
	}
	return ids
}

// check refuses words that mean nothing, naming the nearest that do.
func (o *options) check() error {
	for _, c := range []struct {
		what, name string
		names      []string
	}{
		{"severity", o.failOn, lint.Severities()},
		{"colour mode", o.color, []string{"auto", "always", "never"}},
	} {
		if !slices.Contains(c.names, c.name) {
			return spelling.Unknown(c.what, c.name, c.names)
		}
	}
	var err error
	if o.outputs, err = outputsOf(o.formats, o.formatNames()); err != nil {
		return err
	}
	return nil
}

// rules are those of all that are to judge.
func (o *options) rules(all []*lint.Rule) []*lint.Rule {
	var chosen []*lint.Rule
	for _, r := range all {
		if judged, _ := o.chosen(r); judged {
			chosen = append(chosen, r)
		}
	}
	return chosen
}

// chosen tells whether the command line lets a rule judge, and by which option
// it decides that; by none where it says nothing of the rule.
func (o *options) chosen(r *lint.Rule) (judged bool, by string) {
	switch {
	case slices.Contains(o.ignored, r.ID):
		return false, "--ignore"
	case slices.Contains(o.selected, r.ID):
		return true, "--select"
	case len(o.selected) > 0:
		return false, "--select"
	}
	return true, ""
}

// facts reads what the user says about the workloads; set tells whether an
// option was given at all.
func (o *options) facts(set func(option string) bool) (workload.Facts, error) {
	var facts workload.Facts
	if len(o.jdk) == 0 && set("--jdk") {
		return facts, errors.New("--jdk: it is empty")
	}
	var err error
	if facts.JDK, err = parseJDKs(o.jdk); err != nil {
		return facts, err
	}
	for i, fact := range workload.AllStated {
		option, text := "--"+fact.Name, o.stated[i]
		if text == "" {
			if set(option) {
				return facts, fmt.Errorf("%s: it is empty", option)
			}
			continue
		}
		if first, last, is := strings.Cut(text, "-"); is && first != "" && slices.Contains([]predict.Resource{predict.CPUs, predict.Memory}, predict.Resource(fact.Name)) {
			if err := o.ask(predict.Resource(fact.Name), first, last, fact.Read); err != nil {
				return facts, fmt.Errorf("%s: %w", option, err)
			}
			continue
		}
		v, err := fact.State(text, option)
		if err != nil {
			return facts, fmt.Errorf("%s: %w", option, err)
		}
		*fact.Of(&facts) = v
	}
	if o.hazelcast != "" {
		if facts.HazelcastVersion, err = workload.StatedHazelcast(o.hazelcast); err != nil {
			return facts, fmt.Errorf("--hazelcast: %w", err)
		}
		facts.HazelcastWhy = "--hazelcast"
	}
	if o.hazelcastConfig != "" {
		file, err := readFile(o.hazelcastConfig)
		if err != nil {
			return facts, fmt.Errorf("--hazelcast-config: %w", err)
		}
		if facts.HazelcastConfig, err = input.ReadHazelcastConfig(file); err != nil {
			return facts, fmt.Errorf("--hazelcast-config: %w", err)
		}
	}
	if o.nmt != "" || set("--nmt") {
		if facts.NativeMemory, err = readNativeMemory(o.nmt); err != nil {
			return facts, fmt.Errorf("--nmt: %w", err)
		}
	}
	return facts, nil
}

// ask reads a range of CPUs or of memory.
func (o *options) ask(of predict.Resource, first, last string, read func(source.Text, source.Origin) (source.Value, error)) error {
	from, err := read(source.Unlocated(first, string(of)), source.Argument)
	if err != nil {
		return err
	}
	to, err := read(source.Unlocated(last, string(of)), source.Argument)
	switch {
	case err != nil:
		return err
	case !o.ranges:
		return fmt.Errorf("only predict takes a range such as %s-%s", first, last)
	case from.N > to.N:
		return fmt.Errorf("%s is more than %s", first, last)
	case of == predict.CPUs && to.N > mostCPUs:
		return fmt.Errorf("%s is more than %d CPUs", last, mostCPUs)
	case o.question.Of != "":
		return fmt.Errorf("there is a range of %s already, and only one at a time", lint.Fact(o.question.Of))
	}
	o.question = predict.Question{Of: of, From: from.N, To: to.N}
	return nil
}

// mostCPUs is where a range of CPUs must end: each one is tried.
const mostCPUs = 4096

func parseJDKs(names []string) (workload.JDK, error) {
	var jdks []int
	for _, name := range names {
		n, err := workload.StatedJDK(name)
		if err != nil {
			return workload.JDK{}, fmt.Errorf("--jdk: %w", err)
		}
		jdks = append(jdks, n)
	}
	return workload.StateJDK(jdks, "--jdk"), nil
}

// colour decides whether to colour: as told, else on a terminal only, and not
// where NO_COLOR or a dumb terminal asks for none.
func (a *app) colour() bool {
	switch a.options.color {
	case "always":
		return true
	case "never":
		return false
	}
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	if os.Getenv("FORCE_COLOR") != "" {
		return true
	}
	f, ok := a.stdout.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
