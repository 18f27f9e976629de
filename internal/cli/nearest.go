package cli

import (
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// nearest is the one of the names that a misspelt one most likely means; empty
// where none is near.
func nearest(name string, names []string) string {
	best, distance := "", max(len(name)/2, 2)+1
	for _, n := range names {
		if d := levenshtein.ComputeDistance(name, n); d < distance {
			best, distance = n, d
		}
	}
	return best
}

// unknown says that a name is none of those that exist.
func unknown(what, name string, names []string) error {
	if n := nearest(name, names); n != "" {
		return fmt.Errorf("unknown %s %q, did you mean %q?", what, name, n)
	}
	return fmt.Errorf("unknown %s %q, there are %s", what, name, strings.Join(names, ", "))
}

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
	if n := nearest(name, names); n != "" {
		return fmt.Errorf("unknown option --%s, did you mean --%s?", name, n)
	}
	return fmt.Errorf("unknown option --%s", name)
}
