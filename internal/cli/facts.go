package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

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
func (o *factOptions) by(option string) string {
	if v := o.variables[option]; v != "" {
		return v
	}
	return "--" + option
}

func (o *factOptions) add(f *pflag.FlagSet) {
	f.StringSliceVar(&o.jdk, "jdk", nil, "JDK `release`s that may run it: "+lint.Releases(jvmflag.Supported)+"; builds, such as 8u252 or 17.0.9; or a file that names one, with the output of java -version or the file release of a JDK")
	f.StringVar(&o.cgroup, "cgroup", "", "control `groups` of the node: v1, v2, or v2-only where its kernel has no controllers of version 1")
	o.stated = make([]string, len(workload.AllStated))
	for i, fact := range workload.AllStated {
		f.StringVar(&o.stated[i], fact.Name, "", fact.Doc)
	}
	f.StringVar(&o.hazelcast, "hazelcast", "", "Hazelcast `version`, such as 5.3.1")
	f.BoolVar(&o.noEnv, "no-env", false, "ignore JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS, _JAVA_OPTIONS and HZ_... of the environment")
	f.StringArrayVar(&o.gcLogs, "gc-log", nil, "GC log `file` of the JVM, any number of times; one name covers all files of a rotated log")
	f.StringVar(&o.nmt, "nmt", "", "`file` with the output of jcmd PID VM.native_memory for the one JVM that is judged")
	f.StringVar(&o.hazelcastConfig, "hazelcast-config", "", "Hazelcast YAML `file` of a program whose options are given")
}

// read reads what the user says about the workloads. Given reports whether an
// option was given at all. A range of CPUs or of memory becomes the question;
// where that is nil there may be none.
func (o *factOptions) read(given func(option string) bool, question *predict.Question, progress session.Progress) (workload.Facts, error) {
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
	return string(data), session.Plain(err)
}

// mostPrinted is in bytes: the file release of a JDK names its modules, and has a few thousand.
const mostPrinted = 1 << 20

// readStated reads the numbers.
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
func (o *factOptions) readFiles(facts *workload.Facts, given func(option string) bool, progress session.Progress) error {
	files := filesystem.OS{}
	if o.hazelcastConfig != "" {
		file, err := session.ReadFile(files, o.hazelcastConfig)
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
		if facts.GCLog, err = session.ReadGCLogs(files, o.gcLogs, progress); err != nil {
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
