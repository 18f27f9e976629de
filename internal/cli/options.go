package cli

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// addProject adds which configuration and which rules judge.
func addProject(f *pflag.FlagSet, o *session.Options) {
	f.StringVar(&o.Configuration.File, "config", "", "read the project's configuration from this `file`; its paths are relative to the current folder")
	f.BoolVar(&o.Configuration.None, "no-config", false, "read no "+config.Name)
	f.VarP(&several{values: &o.Rules.Selected, comma: true}, "select", "",
		"apply only these `rule`s: names, patterns such as 'g1-*', or groups ("+strings.Join(lint.Groups(), ", ")+")")
	f.VarP(&several{values: &o.Rules.Ignored, comma: true}, "ignore", "",
		"do not apply these `rule`s, named in the same way; it overrides --select")
}

func addCharts(f *pflag.FlagSet, o *project.Charts) {
	f.VarP(&several{values: &o.Values}, "values", "f", "values `file` to render charts with, as for helm; the last one wins")
	f.VarP(&several{values: &o.Set}, "set", "", "`key=value` to render charts with, as for helm; it overrides files")
	f.VarP(&several{values: &o.SetString}, "set-string", "", "the same, and the value is a string whatever it looks like")
	f.VarP(&several{values: &o.SetJSON}, "set-json", "", "the same, with a value in JSON, below those of --set")
	f.VarP(&several{values: &o.SetFile}, "set-file", "", "`key=file`: the same, and the value is the text of that file")
	f.VarP(&several{values: &o.SetLiteral}, "set-literal", "", "the same, and the value is taken as it is")
	f.StringVar(&o.KubeVersion, "kube-version", "", "`release` of Kubernetes to render charts for, as for helm template, such as 1.31")
	f.VarP(&several{values: &o.APIVersions, comma: true}, "api-versions", "a", "`APIs` that charts find beside those of Kubernetes, as for helm template")
}

func addExclude(f *pflag.FlagSet, o *session.Options) {
	f.VarP(&several{values: &o.Exclude, comma: true}, "exclude", "", "leave out files and folders whose path matches this `pattern`, relative to the current folder; ** matches any folders")
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

func (a *app) complete(root *cobra.Command) {
	fixed := func(values []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	}
	for name, complete := range map[string]cobra.CompletionFunc{
		"format": fixed(formats.Names()), "fail-on": fixed(lint.Severities()), "color": fixed(colourModes),
		"group-by": fixed([]string{byWorkload}), "select": a.completeChoice, "ignore": a.completeChoice,
		"jdk": fixed(strings.Split(lint.Releases(jvmflag.Supported), ", ")),
	} {
		if err := root.RegisterFlagCompletionFunc(name, complete); err != nil {
			panic(err)
		}
	}
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
	return s.RuleIDs(), cobra.ShellCompDirectiveNoFileComp
}

func (a *app) completeChoice(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	ids, directive := a.completeRules(cmd, args, word)
	return append(lint.Groups(), ids...), directive
}

func given(cmd *cobra.Command) func(option string) bool {
	return func(option string) bool {
		f := cmd.Flag(option)
		return f != nil && f.Changed
	}
}

// open checks the options, reads the facts, and begins a session. Formats are those that the command can print;
// question takes a range of CPUs or of memory, where the command takes one.
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

// openForRules is open for a command that reads no files whose configurations could bring further rules.
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
func (c *command) read(paths []string) (*project.Files, error) {
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

// factOptions say what files do not.
type factOptions struct {
	jdk                             []string
	cgroup                          string
	stated                          []string // as workload.AllStated lists them
	hazelcast, hazelcastConfig, nmt string
	gcLogs                          []string
	noEnv                           bool

	variables map[string]string // that stand for options, by these
}

// by is what gave an option: it, or its variable.
func (o *factOptions) by(option string) string { return cmp.Or(o.variables[option], "--"+option) }

func (o *factOptions) add(f *pflag.FlagSet) {
	f.VarP(&several{values: &o.jdk, comma: true}, "jdk", "", "JDK `release`s that may run it: "+lint.Releases(jvmflag.Supported)+"; builds, such as 8u252 or 17.0.9; or a file that names one, with the output of java -version or the file release of a JDK")
	f.StringVar(&o.cgroup, "cgroup", "", "control `groups` of the node: v1, v2, or v2-only where its kernel has no controllers of version 1")
	o.stated = make([]string, len(workload.AllStated))
	for i, fact := range workload.AllStated {
		f.StringVar(&o.stated[i], fact.Name, "", fact.Doc)
	}
	f.StringVar(&o.hazelcast, "hazelcast", "", "Hazelcast `version`, such as 5.3.1")
	f.BoolVar(&o.noEnv, "no-env", false, "ignore JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS, _JAVA_OPTIONS and HZ_... of the environment")
	f.VarP(&several{values: &o.gcLogs}, "gc-log", "", "GC log `file` of the JVM, any number of times; one name covers all files of a rotated log")
	f.StringVar(&o.nmt, "nmt", "", "`file` with the output of jcmd PID VM.native_memory for the one JVM that is judged")
	f.StringVar(&o.hazelcastConfig, "hazelcast-config", "", "Hazelcast YAML `file` of a program whose options are given")
}

// read reads what the user says about the workloads. Given reports whether an option was given at all. A range of
// CPUs or of memory becomes the question; where that is nil there may be none.
func (o *factOptions) read(given func(option string) bool, question *predict.Question, progress project.Progress) (workload.Facts, error) {
	var facts workload.Facts
	if len(o.jdk) == 0 && given("jdk") {
		return facts, fmt.Errorf("%s is empty", o.by("jdk"))
	}
	var err error
	if facts.JDK, err = workload.StatedJDKs(o.jdk, o.by("jdk"), printed); err != nil {
		return facts, err
	}
	if err := o.readStated(&facts, given, question); err != nil {
		return facts, err
	}
	if given("cgroup") || o.cgroup != "" {
		if facts.Node.Cgroup, err = workload.StatedCgroup(o.cgroup); err != nil {
			return facts, fmt.Errorf("%s: %w", o.by("cgroup"), err)
		}
		facts.Node.By = o.by("cgroup")
	}
	if o.hazelcast != "" {
		if facts.HazelcastVersion, err = workload.StatedHazelcast(o.hazelcast); err != nil {
			return facts, fmt.Errorf("%s: %w", o.by("hazelcast"), err)
		}
		facts.HazelcastWhy = o.by("hazelcast")
	}
	return facts, o.readFiles(&facts, given, progress)
}

// printed is what a JVM printed of its build.
func printed(file string) (string, error) {
	data, err := filesystem.ReadNamed(filesystem.OS{}, file, mostPrinted)
	return string(data), project.Plain(err)
}

// mostPrinted is in bytes: the file release of a JDK names its modules, and has a few thousand.
const mostPrinted = 1 << 20

func (o *factOptions) readStated(facts *workload.Facts, given func(option string) bool, question *predict.Question) error {
	for i, fact := range workload.AllStated {
		option, text := o.by(fact.Name), o.stated[i]
		if text == "" {
			if given(fact.Name) {
				return fmt.Errorf("%s is empty", option)
			}
			continue
		}
		of := predict.Resource(fact.Name)
		if first, last, is := strings.Cut(text, "-"); is && first != "" && slices.Contains([]predict.Resource{predict.CPUs, predict.Memory}, of) {
			if err := ask(question, of, first, last, fact.Read); err != nil {
				return fmt.Errorf("%s: %w", option, err)
			}
			continue
		}
		v, err := fact.State(text, option)
		if err != nil {
			return fmt.Errorf("%s: %w", option, err)
		}
		*fact.Of(facts) = v
	}
	return nil
}

// readFiles reads the files that were named: a configuration, and measurements.
func (o *factOptions) readFiles(facts *workload.Facts, given func(option string) bool, progress project.Progress) error {
	files := filesystem.OS{}
	if o.hazelcastConfig != "" {
		file, err := project.ReadFile(files, o.hazelcastConfig)
		if err == nil {
			facts.HazelcastConfig, err = input.ReadHazelcastConfig(file)
		}
		if err != nil {
			return fmt.Errorf("--hazelcast-config: %w", err)
		}
	}
	if o.nmt == "" && given("nmt") {
		return errors.New("--nmt is empty")
	}
	var err error
	if o.nmt != "" {
		if facts.NativeMemory, err = session.ReadNativeMemory(files, o.nmt); err != nil {
			return fmt.Errorf("--nmt: %w", err)
		}
	}
	if len(o.gcLogs) > 0 {
		if facts.GCLog, err = project.ReadGCLogs(files, o.gcLogs, progress); err != nil {
			return fmt.Errorf("--gc-log: %w", err)
		}
	}
	return nil
}

// ask reads a range of CPUs or of memory.
func ask(question *predict.Question, of predict.Resource, first, last string, read func(source.Text, source.Origin) (source.Value, error)) error {
	from, err := read(source.Unlocated(first, string(of)), source.Argument)
	if err != nil {
		return err
	}
	to, err := read(source.Unlocated(last, string(of)), source.Argument)
	switch {
	case err != nil:
		return err
	case question == nil:
		return fmt.Errorf("only predict takes a range such as %s-%s", first, last)
	case from.N > to.N:
		return fmt.Errorf("%s is more than %s", first, last)
	case of == predict.CPUs && to.N > mostCPUs:
		return fmt.Errorf("%s is more than %d CPUs", last, mostCPUs)
	case question.Of != "":
		return fmt.Errorf("there is a range of %s already, but only one range is allowed", lint.Fact(question.Of))
	}
	*question = predict.Question{Of: of, From: from.N, To: to.N}
	return nil
}

// mostCPUs is where a range of CPUs must end: each one is tried.
const mostCPUs = 4096

// several is the value of an option that may be given several times. pflag's own kinds write their default as CSV when
// the option is declared, through a buffer of 4 KiB for each: 2 % of a short run.
type several struct {
	values *[]string
	comma  bool // a comma separates values, unless they stand in quotes
	given  bool // the default is gone
}

func (s *several) Set(text string) error {
	added := []string{text}
	switch {
	case s.comma && text == "":
		added = []string{}
	case s.comma:
		var err error
		if added, err = csv.NewReader(strings.NewReader(text)).Read(); err != nil {
			return err
		}
	}
	if s.given {
		added = append(*s.values, added...)
	}
	*s.values, s.given = added, true
	return nil
}

func (s *several) Append(value string) error     { *s.values = append(*s.values, value); return nil }
func (s *several) Replace(values []string) error { *s.values = values; return nil }
func (s *several) GetSlice() []string            { return *s.values }
func (s *several) Type() string                  { return "strings" }

// String is how help shows a default; empty where there is none.
func (s *several) String() string {
	if len(*s.values) == 0 {
		return ""
	}
	return "[" + strings.Join(*s.values, ",") + "]"
}
