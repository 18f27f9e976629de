// Package cli is the command line: commands, streams and exit codes. What is
// read, judged and mended is the session's; nothing else prints or exits.
package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lsp"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/session"
)

// Exit codes.
const (
	exitClean    = 0
	exitFindings = 1 // findings at or above --fail-on
	exitBroken   = 2 // usage, unreadable or unparsable input, an internal error

	exitNoShutdown = 1 // as the protocol of language servers has it
)

// errFindings ends a command with exit code 1, and prints nothing more.
var errFindings = errors.New("findings")

// errReported ends a command with exit code 2 when the reasons were printed.
var errReported = errors.New("problems")

// Main runs jvmlint and gives its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			say(stderr, "jvmlint", report.Show(fmt.Sprintf("internal error, please report it: %v", r)))
			_, _ = stderr.Write(debug.Stack())
			code = exitBroken
		}
	}()
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr}
	root := root(a)
	args, a.java = javaFound(joinNegative(args))
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	switch err := root.Execute(); {
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, lsp.ErrNoShutdown):
		say(stderr, "jvmlint", report.Error(err))
		return exitNoShutdown
	case errors.Is(err, errReported):
		return exitBroken
	default:
		say(stderr, "jvmlint", report.Error(nearestOption(root, err)))
		return exitBroken
	}
}

// Command is the tree of commands, for those who describe it.
func Command() *cobra.Command {
	root := root(&app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard})
	root.InitDefaultCompletionCmd()
	return root
}

// app holds the streams, and the options that all commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	facts          factOptions
	options        session.Options
	output         outputOptions
	strict         bool
	java           string // the path by which java is called; empty: by its name
}

// command is one command at work in its session.
type command struct {
	app     *app
	session *session.Session
	paths   []string // that were read

	showFixes  bool // all of them are listed
	pasted     bool // a person asks about what stands in no file
	requireJVM bool // a check that judges nothing fails
}

func root(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "jvmlint",
		Short: "Predicts what a JVM and its Hazelcast member will do, and judges it",
		Long: `jvmlint reads everything that decides how a JVM process will run (options, container
limits, Hazelcast configuration), works out what it will do, and says what is wrong,
where, and how to fix it. It only reads files and never uses the network.`,
		Example: `  jvmlint check values.yaml
  jvmlint --memory 10Gi --cpus 8 java -Xmx9g -Xms9g -jar app.jar
  echo 'JAVA_OPTS=-Xmx50g -XX:G1HeapRegionSize=4m' | jvmlint check --jdk 11 -
  jvmlint predict values.yaml`,
		SilenceUsage: true, SilenceErrors: true, TraverseChildren: true,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return a.fromEnvironment(cmd) },
		Version:           version(),
	}
	root.SetVersionTemplate("jvmlint {{.Version}}\n")
	cobra.AddTemplateFunc("ownOptions", ownOptions)
	cobra.AddTemplateFunc("sharedOptions", sharedOptions)
	root.SetUsageTemplate(helpTemplate)
	root.SetHelpCommand(helpCommand())
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", nearestOption(cmd, err), cmd.CommandPath())
	})
	a.facts.add(root.PersistentFlags())
	a.output.add(root.PersistentFlags())
	addProject(root.PersistentFlags(), &a.options)
	a.complete(root)
	root.AddCommand(checkCommand(a), diffCommand(a), javaCommand(a), predictCommand(a), adviseCommand(a), capacityCommand(a), explainCommand(a), rulesCommand(a), initCommand(a), lspCommand(a), playgroundCommand(a), versionCommand(a))
	return root
}

// joinNegative joins an option with a value below zero, which the parser of the command line
// takes for another option: --memory -1.
func joinNegative(args []string) []string {
	var joined []string
	for i, a := range args {
		if a == "java" || a == "--" {
			return append(joined, args[i:]...)
		}
		negative := len(a) > 1 && a[0] == '-' && '0' <= a[1] && a[1] <= '9'
		if last := len(joined) - 1; last >= 0 && negative && strings.HasPrefix(joined[last], "--") && !strings.Contains(joined[last], "=") {
			joined[last] += "=" + a
			continue
		}
		joined = append(joined, a)
	}
	return joined
}

// javaFound finds java among the arguments: by its path, behind other commands (sudo -u app java), in a
// line that is one argument, or left out before its options. It gives the path by which it is called.
func javaFound(args []string) (changed []string, java string) {
	for i, a := range args {
		if a == "java" || a == "check" {
			return args, ""
		}
		if words := input.JavaOf(args[i:]); words != nil {
			return slices.Concat(args[:i], []string{"java"}, words[1:]), filepath.ToSlash(words[0])
		}
	}
	return args, ""
}

// release is set when a release is built.
var release = ""

// version is the release, else what the Go toolchain noted of the build.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "0.0.0-dev"
}
