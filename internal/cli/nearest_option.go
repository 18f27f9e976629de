package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// elsewhere are options of other linters, by their names, and what does the same here.
var elsewhere = map[string]string{
	"no-fail": "exit-zero", "soft-fail": "exit-zero", "no-exit-code": "exit-zero", "exit-0": "exit-zero",
	"output-format": "format", "reporter": "format", "out-format": "format", "dry-run": "diff", "fix-dry-run": "diff", "write": "fix", "autofix": "fix", "auto-fix": "fix",
	"rule": "select", "rules": "select", "enable": "select", "only": "select", "disable": "ignore", "skip": "ignore", "exclude-rule": "ignore",
	"severity": "fail-on", "min-severity": "fail-on", "level": "fail-on", "threshold": "fail-on", "failure-threshold": "fail-on",
	"config-file": "config", "skip-path": "exclude", "ignore-path": "exclude", "no-color": "color never", "summary": "statistics", "silent": "quiet",
}

// nearestOption adds the nearest option where an error is about one that does
// not exist.
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
	var names []string
	add := func(f *pflag.Flag) { names = append(names, f.Name) }
	cmd.Flags().VisitAll(add)
	cmd.PersistentFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	if known := elsewhere[name]; known != "" && slices.Contains(names, strings.Split(known, " ")[0]) {
		return fmt.Errorf("unknown option --%s, did you mean --%s?", name, known)
	}
	if n := spelling.Nearest(name, names); n != "" {
		return fmt.Errorf("unknown option --%s, did you mean --%s?", name, n)
	}
	return fmt.Errorf("unknown option --%s", name)
}
