package cli

import (
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// adviseOptions are what is asked for.
type adviseOptions struct {
	profile, heap string
	reserve       int64
	fix           bool
	writing
}

func adviseCommand(a *app) *cobra.Command {
	var o adviseOptions
	cmd := figuresCommand(a, &cobra.Command{
		Use:   "advise [PATH ...]",
		Short: "Work out the whole set of options, with the reason and the outcome of each",
		Long: `Works out the options that a JVM should have in its container: a collector for its
purpose, the largest heap that the limit holds beside every other pool, and the options
that the rules ask for. All other options stay. Without a path, --memory is enough: the
result is then the options of a JVM of which nothing else is known.`,
		Example: `  jvmlint advise --memory 10Gi --cpus 8 --jdk 17
  jvmlint advise --profile store --live 6GiB --largest-object 5MiB --members 3 values.yaml
  jvmlint advise --heap 50g --jdk 17 --cpus 20       the limit that a heap takes
  jvmlint advise --diff values.yaml                  as a patch of the file`,
	}, figuring{
		java: "The same for a java command line",
		bare: func() *input.Input {
			if f := a.options.Facts; !f.Memory.Known() && !f.Live.Known() && o.heap == "" {
				return nil
			}
			return bareJVM()
		},
		do: func(c *command, r *session.Files) error { return c.advise(r, o) },
	})
	f := cmd.PersistentFlags()
	f.StringVar(&o.profile, "profile", "", "what the program is for: store, batch, latency, read-heavy or general")
	f.StringVar(&o.heap, "heap", "", "`size` of the heap that you want: which limit does it need?")
	f.Int64Var(&o.reserve, "reserve", advise.DefaultReserve, "`percent` of the memory limit that stays free")
	cmd.Flags().BoolVar(&o.fix, "fix", false, "write the options into the files that they come from")
	cmd.Flags().BoolVar(&o.diff, "diff", false, "print the options as a patch and change nothing")
	o.add(cmd.Flags())
	if err := cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(toCompletions(advise.Profiles), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
	return cmd
}

// bareJVM is a JVM of which only the facts of the command line are known.
func bareJVM() *input.Input {
	file := source.NewFile(source.CommandLine, nil)
	return &input.Input{File: file, Workloads: []*workload.Workload{{Name: "java", File: file, Known: workload.AllOptions, AnyProgram: true, JDK: workload.OpenJDK()}}}
}

// wish reads what is asked for.
func (o adviseOptions) wish() (advise.Wish, error) {
	w := advise.Wish{Reserve: o.reserve}
	var err error
	if w.Profile, err = advise.ReadProfile(o.profile); err != nil {
		return w, fmt.Errorf("--profile: %w", err)
	}
	if w.Reserve < 0 || w.Reserve > 50 {
		return w, fmt.Errorf("--reserve: %d is not a share from 0 to 50 percent", w.Reserve)
	}
	if o.heap != "" {
		if w.Heap, err = readHeap(o.heap); err != nil {
			return w, fmt.Errorf("--heap: %w", err)
		}
	}
	return w, nil
}

// readHeap reads a size as -Xmx takes it, or as Kubernetes does.
func readHeap(text string) (int64, error) {
	if n, ok := bytesize.Parse(text); ok && n <= math.MaxInt64 {
		return int64(n), nil
	}
	v, err := workload.Bytes(source.Unlocated(text, "--heap"), source.Argument)
	if err != nil {
		return 0, fmt.Errorf("%q is not a size such as 9g or 9Gi", text)
	}
	return v.N, nil
}

// advise works out the options of each workload, and prints or writes them.
func (c *command) advise(r *session.Files, o adviseOptions) error {
	wish, err := o.wish()
	if err != nil {
		return err
	}
	advised, predicted, err := c.session.Advise(r, wish)
	if err != nil {
		return err
	}
	c.noteElsewhere(predicted)
	c.noteMeasured(predicted)
	if o.fix || o.diff {
		err = c.writeAdvice(r, advised, o.writing)
	} else {
		all := advised.All()
		err = c.app.write(figureWriters("Options that are advised",
			func(w io.Writer, colour bool) error { return figures.AdviseText(w, all, colour, c.app.output.verbose) },
			func(w io.Writer) error { return figures.AdviseJSON(w, all) },
			func() []figures.Sheet { return figures.AdviseSheets(all) }))
	}
	if err != nil {
		return err
	}
	return c.endFigures(r, len(advised.All()) > 0)
}

// writeAdvice brings the files to what is advised, or prints how.
func (c *command) writeAdvice(r *session.Files, advised *session.Advised, how writing) error {
	apply, end := c.applying(how)
	written, err := c.session.WriteAdvice(r, advised, apply)
	again := end()
	if err != nil {
		return err
	}
	for _, one := range advised.All() {
		for _, note := range one.Notes() {
			c.app.note("%s: %s", report.Show(one.Workload.Name), report.Show(note))
		}
	}
	for _, why := range written.Left {
		say(c.app.stderr, "jvmlint", report.Show(why))
	}
	if written.Changed > 0 && !how.diff {
		c.app.note("changed %s", plural.Of(written.Changed-len(again), "file"))
	}
	return nil
}
