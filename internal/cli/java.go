package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/source"
)

func javaCommand(a *app) *cobra.Command {
	return beforeJava(&cobra.Command{
		Use:   "java OPTIONS ... | java --pid N",
		Short: "Check a java command line: put jvmlint in front of it",
		Long: `Checks the command line that follows, without running it. Options of jvmlint go
before the word java; everything after it belongs to java. JAVA_TOOL_OPTIONS,
JDK_JAVA_OPTIONS and _JAVA_OPTIONS apply as they would for the JVM, and HZ_... as they
would for a Hazelcast member.

java --pid N checks a running process (on Linux): its command line, its
environment, its JDK and the limits of its cgroup.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.openForRules(cmd, formats.Names(), nil)
			if err != nil {
				return err
			}
			c.pasted = true
			c.session.LeaveBaselines() // they list findings of files
			r, err := c.readJava(args)
			if err != nil {
				return err
			}
			return c.judge(r)
		},
	})
}

// beforeJava leaves everything behind the word java to java.
func beforeJava(cmd *cobra.Command) *cobra.Command {
	cmd.DisableFlagParsing = true
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 || args[0] == "--help" {
			return cmd.Help()
		}
		if err := factsBehindJava(cmd, args); err != nil {
			return err
		}
		return run(cmd, args)
	}
	return cmd
}

// factsBehindJava finds options of jvmlint that stand behind the word java, where they would be taken for java's.
func factsBehindJava(cmd *cobra.Command, args []string) error {
	for _, a := range args {
		name, long := strings.CutPrefix(a, "--")
		name, _, _ = strings.Cut(name, "=")
		switch {
		case a == "-jar" || a == "-m" || a == "--module":
			return nil
		case long && cmd.InheritedFlags().Lookup(name) != nil:
			return fmt.Errorf("--%s is an option of jvmlint: put it before the word java", name)
		case !strings.HasPrefix(a, "-"):
			return nil
		}
	}
	return nil
}

// runningProcess is the N of --pid N, and whether that is what the arguments ask for.
func runningProcess(args []string) (pid int, asked bool, err error) {
	const option = "--pid"
	value, joined := strings.CutPrefix(args[0], option+"=")
	switch {
	case joined && len(args) == 1:
	case args[0] == option && len(args) == 2:
		value = args[1]
	case joined || args[0] == option:
		return 0, true, errors.New("--pid takes a process id, and nothing after it")
	default:
		return 0, false, nil
	}
	if pid, err = strconv.Atoi(value); err != nil || pid <= 0 {
		return 0, true, fmt.Errorf("--pid: %q is not a process id", value)
	}
	return pid, true, nil
}

// readJava reads a running process, or the arguments and, unless --no-env
// forbids it, the variables that the JVM would read, saying so.
func (c *command) readJava(args []string) (*project.Files, error) {
	if pid, asked, err := runningProcess(args); err != nil || asked {
		if err != nil {
			return nil, err
		}
		if c.app.options.Configuration.File == "" {
			c.session.LeaveConfigurations() // they are of the files here, and not of that process
		}
		in, err := input.ReadProcess(pid)
		return project.Given(in), err
	}
	environment := map[jvmflag.Channel]string{}
	var names []string
	for _, channel := range jvmflag.EnvironmentChannels {
		if value, set := os.LookupEnv(channel.String()); set && !c.app.facts.noEnv {
			environment[channel] = value
			names = append(names, channel.String())
		}
	}
	slices.Sort(names)
	if len(names) > 0 {
		c.app.note("%s of the environment applies too, as it would for the JVM (--no-env ignores it)", strings.Join(names, ", "))
	}
	read := func(args []string) *input.Input {
		in := input.ReadJavaCommand(args, environment, input.Folder("."))
		for _, w := range in.Workloads {
			in.RunByPath(w, source.Unlocated(c.app.java, source.CommandLine))
			if !c.app.facts.noEnv {
				w.Environment = overridesOf(os.Environ())
			}
		}
		return in
	}
	in := read(args)
	in.Reread = func(edits []source.Edit) (*input.Input, error) {
		edited, err := input.EditedArguments(in.File, edits)
		return read(edited), err
	}
	return project.Given(in), nil
}

// overridesOf are the variables that a Hazelcast member reads, each as a file
// of its own. What the program is they do not say.
func overridesOf(environment []string) []hazelcast.Variable {
	var all []hazelcast.Variable
	for _, e := range environment {
		if name, value, _ := strings.Cut(e, "="); strings.HasPrefix(name, "HZ_") {
			at := source.Verbatim(source.NewFile("<environment>", []byte(name)).Span(0, len(name)))
			all = append(all, hazelcast.Variable{Name: at, Value: source.Unlocated(value, "the environment")})
		}
	}
	slices.SortFunc(all, func(a, b hazelcast.Variable) int { return strings.Compare(a.Name.String(), b.Name.String()) })
	return all
}
