package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/spelling"
)

// nearestOption adds the nearest option where an error is about one that does
// not exist.
func nearestOption(cmd *cobra.Command, err error) error {
	_, name, ok := strings.Cut(err.Error(), "unknown flag: --")
	if !ok {
		return err
	}
	var names []string
	add := func(f *pflag.Flag) { names = append(names, f.Name) }
	cmd.Flags().VisitAll(add)
	cmd.PersistentFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	if n := spelling.Nearest(name, names); n != "" {
		return fmt.Errorf("unknown option --%s, did you mean --%s?", name, n)
	}
	return fmt.Errorf("unknown option --%s", name)
}
