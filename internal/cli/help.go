package cli

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// groups are the options that all commands share, as help lists them.
var groups = []struct{ title, options string }{
	{"Facts that files do not give", "jdk memory cpus cgroup node-memory node-cpus threads live full-gc-pause largest-object hazelcast hazelcast-config members gc-log nmt no-env"},
	{judged, "config no-config select ignore"},
	{"Output", "format output fail-on exit-zero quiet verbose statistics group-by color"},
}

// listed are the groups of which help lists the options, of commands that judge nothing.
var listed = map[string][]string{"version": {}, "help": {}, "playground": {}, "completion": {}, "explain": {judged}, "rules": {judged}, "init": {judged}}

const judged = "Configuration"

// helpTemplate is help with the shared options in groups, where a command takes them.
//
//go:embed help.tmpl
var helpTemplate string

func ownOptions(cmd *cobra.Command) string {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		if !slices.ContainsFunc(groups, func(g struct{ title, options string }) bool {
			return slices.Contains(strings.Fields(g.options), f.Name)
		}) {
			own.AddFlag(f)
		}
	})
	return strings.TrimRight(own.FlagUsages(), "\n")
}

// sharedOptions are the groups of options that a command takes.
func sharedOptions(cmd *cobra.Command) []string {
	titles, some := listed[cmd.Name()]
	if cmd.HasParent() && cmd.Parent().Name() == "completion" {
		return nil
	}
	var all []string
	for _, g := range groups {
		if some && !slices.Contains(titles, g.title) {
			continue
		}
		of := pflag.NewFlagSet("", pflag.ContinueOnError)
		for name := range strings.FieldsSeq(g.options) {
			if f := cmd.Flag(name); f != nil {
				of.AddFlag(f)
			}
		}
		of.SortFlags = false
		if of.HasFlags() {
			all = append(all, g.title+":\n"+strings.TrimRight(of.FlagUsages(), "\n"))
		}
	}
	return all
}

// helpCommand is help that knows no other command than those that there are.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show what a command does, and its options",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			of.InitDefaultHelpFlag()
			return of.Help()
		},
	}
}

// otherNames are words of other tools for commands.
var otherNames = map[string]string{
	"lint": "check", "scan": "check", "validate": "check", "verify": "check", "test": "check", "analyze": "check", "analyse": "check", "run": "check", "audit": "check",
	"fix": "check --fix", "format": "check --fix", "diff": "check --diff", "size": "advise", "tune": "advise", "recommend": "advise", "plan": "capacity",
	"simulate": "predict", "what-if": "predict", "list": "rules", "rule": "explain", "config": "init",
}

// unknownCommand says that a word names no command, and what it may mean: a path to be
// checked, a word of another tool, or a command that is nearly spelt so.
func unknownCommand(root *cobra.Command, word string) error {
	if _, err := os.Stat(word); err == nil {
		return fmt.Errorf("unknown command %q: to check that file or folder, write jvmlint check %s", word, word)
	}
	if strings.ContainsAny(word, " \t=") {
		return fmt.Errorf("%q is not a command of jvmlint: "+
			"to check a line of a shell, write echo 'LINE' | jvmlint check -", word)
	}
	if meant, known := otherNames[word]; known {
		return fmt.Errorf("unknown command %q, did you mean %q?", word, meant)
	}
	return spelling.Unknown("command", word, lists.Of(root.Commands(), (*cobra.Command).Name))
}

// variable is the name of the variable that stands for an option.
func variable(option string) string {
	return "JVMLINT_" + strings.ToUpper(strings.ReplaceAll(option, "-", "_"))
}

// fromEnvironment sets the options of a command that were not given and have a variable:
// JVMLINT_FAIL_ON=error is --fail-on error.
func (a *app) fromEnvironment(cmd *cobra.Command) error {
	var failed []error
	a.facts.variables = map[string]string{}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		value, set := os.LookupEnv(variable(f.Name))
		if !set || value == "" || f.Changed || f.Name == "help" || f.Name == "version" {
			return
		}
		if err := cmd.Flags().Set(f.Name, value); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", variable(f.Name), err))
		}
		a.facts.variables[f.Name] = variable(f.Name)
	})
	return errors.Join(failed...)
}

// elsewhere are options of other linters, by their names, and what does the same here.
var elsewhere = map[string]string{
	"no-fail": "exit-zero", "soft-fail": "exit-zero", "no-exit-code": "exit-zero", "exit-0": "exit-zero",
	"output-format": "format", "reporter": "format", "out-format": "format", "dry-run": "diff", "fix-dry-run": "diff", "write": "fix", "autofix": "fix", "auto-fix": "fix",
	"rule": "select", "rules": "select", "enable": "select", "only": "select", "disable": "ignore", "skip": "ignore", "exclude-rule": "ignore",
	"severity": "fail-on", "min-severity": "fail-on", "level": "fail-on", "threshold": "fail-on", "failure-threshold": "fail-on",
	"config-file": "config", "skip-path": "exclude", "ignore-path": "exclude", "no-color": "color never", "summary": "statistics", "silent": "quiet",
}

// nearestOption adds the nearest option where an error is about one that does not exist.
func nearestOption(cmd *cobra.Command, err error) error {
	if _, word, short := strings.Cut(err.Error(), "unknown shorthand flag: "); short {
		_, word, _ = strings.Cut(word, " in ")
		if input.JavaOf([]string{word}) != nil {
			return fmt.Errorf("%s is an option of the JVM, and %s takes paths: "+
				"to check a command line, write jvmlint java %s", word, cmd.CommandPath(), word)
		}
	}
	_, name, ok := strings.Cut(err.Error(), "unknown flag: --")
	if !ok {
		return err
	}
	names := slices.Concat(namesOf(cmd.Flags()), namesOf(cmd.PersistentFlags()), namesOf(cmd.InheritedFlags()))
	if known := elsewhere[name]; known != "" && slices.Contains(names, strings.Split(known, " ")[0]) {
		return fmt.Errorf("unknown option --%s, did you mean --%s?", name, known)
	}
	if n := spelling.Nearest(name, names); n != "" {
		return fmt.Errorf("unknown option --%s, did you mean --%s?", name, n)
	}
	return fmt.Errorf("unknown option --%s", name)
}
