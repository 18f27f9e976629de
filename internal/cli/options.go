package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// options are what the command line says beside paths.
type options struct {
	jdk                                  []string
	memory, cpus, members, threads       string
	fullGCPause, largestObject, live     string
	hazelcast, hazelcastConfig           string
	format, failOn, color, stdinFilename string
	selected, ignored                    []string
	exitZero, noEnv                      bool
	fix, unsafeFixes, diff               bool
	values, set                          []string
	showRendered                         bool
	baseline, writeBaseline, newFrom     string
	listed                               lint.Baseline // what the baseline lists

	ranges   bool          // the command takes a range of CPUs or of memory
	question lint.Question // what it comes to
	against  string        // a java command
}

var formats = []string{"text", "json"}

func (o *options) addFacts(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringSliceVar(&o.jdk, "jdk", nil, "JDK `release`s that may run it: "+lint.Releases(jvmflag.Supported))
	f.StringVar(&o.memory, "memory", "", "memory limit of the container, as 10Gi or in bytes")
	f.StringVar(&o.cpus, "cpus", "", "CPU limit of the container, as 8 or 500m")
	f.StringVar(&o.members, "members", "", "members of the Hazelcast cluster")
	f.StringVar(&o.threads, "threads", "", "threads that the program starts")
	f.StringVar(&o.fullGCPause, "full-gc-pause", "", "longest full-GC pause measured, as 12s or 900ms")
	f.StringVar(&o.largestObject, "largest-object", "", "size of the largest object, as 5MiB or in bytes")
	f.StringVar(&o.live, "live", "", "live data: what is left of the heap after a full GC, as 6Gi or in bytes")
	f.StringVar(&o.hazelcast, "hazelcast", "", "Hazelcast `version`, as 5.3.1")
	f.BoolVar(&o.noEnv, "no-env", false, "leave JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS, _JAVA_OPTIONS and HZ_... of the environment out")
	f.StringVar(&o.hazelcastConfig, "hazelcast-config", "", "Hazelcast YAML `file` of a program whose options are given")
}

func (o *options) addOutput(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&o.format, "format", "text", "output: "+strings.Join(formats, ", "))
	f.StringVar(&o.failOn, "fail-on", "warning", "least severity that gives exit code 1: "+strings.Join(lint.Severities(), ", "))
	f.BoolVar(&o.exitZero, "exit-zero", false, "exit with 0 even if there are findings")
	f.StringVar(&o.color, "color", "auto", "auto, always or never")
	f.StringSliceVar(&o.selected, "select", nil, "judge by these `rule`s only")
	f.StringSliceVar(&o.ignored, "ignore", nil, "leave these `rule`s out")
	fixed := func(values []string) cobra.CompletionFunc {
		return cobra.FixedCompletions(toCompletions(values), cobra.ShellCompDirectiveNoFileComp)
	}
	ids := ruleIDs()
	for name, values := range map[string][]string{
		"format": formats, "fail-on": lint.Severities(), "color": {"auto", "always", "never"},
		"select": ids, "ignore": ids, "jdk": strings.Split(lint.Releases(jvmflag.Supported), ", "),
	} {
		if err := cmd.RegisterFlagCompletionFunc(name, fixed(values)); err != nil {
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
		{"format", o.format, formats},
		{"severity", o.failOn, lint.Severities()},
		{"colour mode", o.color, []string{"auto", "always", "never"}},
	} {
		if !slices.Contains(c.names, c.name) {
			return unknown(c.what, c.name, c.names)
		}
	}
	for _, id := range slices.Concat(o.selected, o.ignored) {
		if !slices.Contains(ruleIDs(), id) {
			return unknown("rule", id, ruleIDs())
		}
	}
	return nil
}

// rules are those to judge by.
func (o *options) rules() []*lint.Rule {
	var chosen []*lint.Rule
	for _, r := range rules.All() {
		if (len(o.selected) == 0 || slices.Contains(o.selected, r.ID)) && !slices.Contains(o.ignored, r.ID) {
			chosen = append(chosen, r)
		}
	}
	return chosen
}

func (o *options) failSeverity() lint.Severity {
	return lint.Severity(slices.Index(lint.Severities(), o.failOn))
}

// facts reads what the user says about the workloads; set tells whether an
// option was given at all.
func (o *options) facts(set func(option string) bool) (workload.Facts, error) {
	var facts workload.Facts
	var err error
	if len(o.jdk) == 0 && set("--jdk") {
		return facts, errors.New("--jdk: it is empty")
	}
	if facts.JDK, err = parseJDKs(o.jdk); err != nil {
		return facts, err
	}
	for _, q := range []struct {
		name, text string
		to         *source.Value
		read       func(source.Text, source.Origin) (source.Value, error)
	}{
		{"--memory", o.memory, &facts.Memory, memoryLimit},
		{"--cpus", o.cpus, &facts.CPUs, workload.CPUs},
		{"--members", o.members, &facts.Members, workload.Count},
		{"--threads", o.threads, &facts.Threads, workload.Count},
		{"--largest-object", strings.TrimSuffix(o.largestObject, "B"), &facts.LargestObject, workload.Bytes},
		{"--live", strings.TrimSuffix(o.live, "B"), &facts.Live, workload.Bytes},
		{"--full-gc-pause", o.fullGCPause, &facts.FullGCPause, pause},
	} {
		if q.text == "" {
			if set(q.name) {
				return facts, fmt.Errorf("%s: it is empty", q.name)
			}
			continue
		}
		if first, last, is := strings.Cut(q.text, "-"); is && first != "" && (q.to == &facts.CPUs || q.to == &facts.Memory) {
			if err := o.ask(lint.Fact(strings.TrimPrefix(q.name, "--")), first, last, q.read); err != nil {
				return facts, fmt.Errorf("%s: %w", q.name, err)
			}
			continue
		}
		v, err := q.read(source.Unlocated(q.text, q.name), source.Argument)
		if err != nil {
			return facts, fmt.Errorf("%s: %w", q.name, err)
		}
		v.Why = q.name
		*q.to = v
	}
	if o.hazelcast != "" {
		version, ok := hazelcast.ParseVersion(o.hazelcast)
		if !ok {
			return facts, fmt.Errorf("--hazelcast: %q is not a version such as 5.3.1", o.hazelcast)
		}
		if nearest, known := version.Nearest(); !known {
			return facts, fmt.Errorf("--hazelcast: Hazelcast %s is not known, the nearest is %s", version, nearest)
		}
		facts.HazelcastVersion = version
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
	return facts, nil
}

// ask reads a range of CPUs or of memory.
func (o *options) ask(fact lint.Fact, first, last string, read func(source.Text, source.Origin) (source.Value, error)) error {
	from, err := read(source.Unlocated(first, string(fact)), source.Argument)
	if err != nil {
		return err
	}
	to, err := read(source.Unlocated(last, string(fact)), source.Argument)
	switch {
	case err != nil:
		return err
	case !o.ranges:
		return fmt.Errorf("only predict takes a range such as %s-%s", first, last)
	case from.N > to.N:
		return fmt.Errorf("%s is more than %s", first, last)
	case fact == lint.FactCPUs && to.N > mostCPUs:
		return fmt.Errorf("%s is more than %d CPUs", last, mostCPUs)
	case o.question.Fact != "":
		return fmt.Errorf("there is a range of %s already, and only one at a time", o.question.Fact)
	}
	o.question = lint.Question{Fact: fact, From: from.N, To: to.N}
	return nil
}

// mostCPUs is where a range of CPUs must end: each one is tried.
const mostCPUs = 4096

// memoryLimit reads bytes, and refuses what no process can live in.
func memoryLimit(t source.Text, origin source.Origin) (source.Value, error) {
	v, err := workload.Bytes(t, origin)
	if err == nil && workload.IsSlip(v) {
		return v, fmt.Errorf("%q is less than a mebibyte: units are Mi and Gi, m is a thousandth", t)
	}
	return v, err
}

func pause(t source.Text, origin source.Origin) (source.Value, error) {
	d, err := time.ParseDuration(t.String())
	if err != nil || d <= 0 {
		return source.Value{}, fmt.Errorf("%q is not a duration such as 12s or 900ms", t)
	}
	return source.Value{N: d.Milliseconds(), Origin: origin, Text: t}, nil
}

func parseJDKs(names []string) ([]int, error) {
	var jdks []int
	for _, name := range names {
		n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(name), "1."))
		if err != nil {
			return nil, fmt.Errorf("--jdk: %q is not a release such as 17", name)
		}
		if n < jvmflag.Oldest || n > jvmflag.Newest {
			return nil, fmt.Errorf("--jdk: JDK %d is not known; there are %d to %d, the nearest is %d", n, jvmflag.Oldest, jvmflag.Newest, min(max(n, jvmflag.Oldest), jvmflag.Newest))
		}
		if !slices.Contains(jdks, n) {
			jdks = append(jdks, n)
		}
	}
	slices.Sort(jdks)
	return jdks, nil
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
