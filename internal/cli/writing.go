package cli

import (
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/jvmlint/jvmlint/internal/fix"
)

// writing is how changes reach files: they are written, or printed as a patch.
type writing struct{ diff, readOnlyToo bool }

func (w *writing) add(f *pflag.FlagSet) {
	f.BoolVar(&w.readOnlyToo, "fix-read-only", false, "also change files that their owner may not write to")
}

// applying gives what writes or prints changes, and what ends it: it tells of the
// changes that were made already, by another name of a file.
func (c *command) applying(w writing) (apply func(fix.Change) error, end func() []fix.Again) {
	targets := fix.NewTargets(slices.Concat(c.paths, c.app.options.Charts.Values))
	do := func(change fix.Change) error { return fix.Write(change, w.readOnlyToo) }
	if w.diff {
		do = func(change fix.Change) error {
			patch, err := fix.Diff(change)
			if err == nil {
				_, err = io.WriteString(c.app.stdout, patch)
			}
			return err
		}
	}
	apply = func(change fix.Change) error { return targets.Apply(change, do) }
	end = func() []fix.Again {
		for _, a := range targets.Again {
			c.app.note("%s and %s are one file, which is changed once", a.First, a.Before.Name)
		}
		return targets.Again
	}
	return apply, end
}
