package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/html"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// figuring is a command that prints figures of what it reads, and no findings:
// of files, or of a java command line behind the word java.
type figuring struct {
	java     string                     // what the command for a java command line does, in a line
	question *predict.Question          // takes a range of CPUs or of memory; nil: there may be none
	bare     func() *input.Input        // what there is without a path; nil, or none: the current folder
	check    func(*cobra.Command) error // refuses facts that the command would not look at, and reads its own options; may be nil
	do       func(*command, *project.Files) error
}

// figureFormats are those that can hold figures.
var figureFormats = []string{"text", "json", "markdown", "html"}

func figureWriters(title string, text writer, json func(io.Writer) error, sheets func() []figures.Sheet) map[string]writer {
	return map[string]writer{
		"text":     text,
		"json":     func(w io.Writer, _ bool) error { return json(w) },
		"markdown": func(w io.Writer, _ bool) error { return figures.WriteMarkdown(w, sheets()) },
		"html":     func(w io.Writer, _ bool) error { return html.WriteFigures(w, title, version(), sheets()) },
	}
}

// figuresCommand gives a command its way: open, read, do.
func figuresCommand(a *app, cmd *cobra.Command, f figuring) *cobra.Command {
	way := func(read func(*command, []string) (*project.Files, error)) func(*cobra.Command, []string) error {
		return func(cmd *cobra.Command, args []string) error {
			c, err := a.openForRules(cmd, figureFormats, f.question)
			if err == nil && f.check != nil {
				err = f.check(cmd)
			}
			if err != nil {
				return err
			}
			r, err := read(c, args)
			if err != nil {
				return err
			}
			return f.do(c, r)
		}
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = way(func(c *command, paths []string) (*project.Files, error) {
		if len(paths) == 0 && f.bare != nil {
			if in := f.bare(); in != nil {
				return project.Given(in), nil
			}
		}
		return c.read(orHere(paths))
	})
	a.addReading(cmd.Flags())
	cmd.AddCommand(beforeJava(&cobra.Command{Use: "java OPTIONS ...", Short: f.java, RunE: way((*command).readJava)}))
	return cmd
}

// endFigures says what was left out of figures, and fails where that is a fault.
func (c *command) endFigures(r *project.Files, some bool) error {
	if !some {
		c.app.note("nothing that was read shows how a JVM is started")
	}
	for _, in := range r.Inputs {
		for _, n := range in.Notes {
			c.app.noteAbout(n)
		}
	}
	c.app.notes(c.session.Overruled()...)
	c.noteUnread(r)
	return c.app.problems(r.Problems())
}

func predictCommand(a *app) *cobra.Command {
	var question predict.Question
	return figuresCommand(a, &cobra.Command{
		Use:   "predict [PATH ...]",
		Short: "Predict what the JVM would do: start, heap, regions, threads, memory, full GC",
		Example: `  jvmlint predict values.yaml
  jvmlint predict --cpus 1-32 values.yaml          where the outcome changes with the CPUs
  jvmlint predict --memory 4Gi-16Gi values.yaml    and with the memory`,
	}, figuring{
		java: "The same for a java command line", question: &question,
		do: func(c *command, r *project.Files) error { return c.predict(r, question) },
	})
}

// predict tells what each workload that says how its JVM starts will do.
func (c *command) predict(r *project.Files, question predict.Question) error {
	if err := c.rendered(r); err != nil {
		return err
	}
	all, err := c.session.Predict(r)
	if err != nil {
		return err
	}
	c.noteElsewhere(all)
	predicted := slices.DeleteFunc(slices.Clone(all), func(p *predict.Predictions) bool { return !p.Workload.Decided() })
	if question.Of != "" {
		along, _ := figures.Along(question)
		err = c.app.write(figureWriters("What the JVM would do, by "+along,
			func(w io.Writer, colour bool) error { return figures.WhatIfText(w, predicted, question, colour) },
			func(w io.Writer) error { return figures.WhatIfJSON(w, predicted, question) },
			func() []figures.Sheet { return figures.WhatIfSheets(predicted, question) }))
	} else {
		err = c.app.write(figureWriters("What the JVM would do",
			func(w io.Writer, colour bool) error { return figures.PredictText(w, predicted, colour) },
			func(w io.Writer) error { return figures.PredictJSON(w, predicted) },
			func() []figures.Sheet { return figures.PredictSheets(predicted) }))
	}
	if err != nil {
		return err
	}
	return c.endFigures(r, len(predicted) > 0)
}

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
			in, w := ofFacts("java")
			w.AnyProgram = true
			return in
		},
		do: func(c *command, r *project.Files) error { return c.advise(r, o) },
	})
	f := cmd.PersistentFlags()
	f.StringVar(&o.profile, "profile", "", "what the program is for: store, batch, latency, read-heavy or general")
	f.StringVar(&o.heap, "heap", "", "`size` of the heap that you want: which limit does it need?")
	f.Int64Var(&o.reserve, "reserve", advise.DefaultReserve, "`percent` of the memory limit that stays free")
	cmd.Flags().BoolVar(&o.fix, "fix", false, "write the options into the files that they come from")
	cmd.Flags().BoolVar(&o.diff, "diff", false, "print the options as a patch and change nothing")
	o.add(cmd.Flags())
	if err := cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(advise.Profiles, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
	return cmd
}

// ofFacts is a workload of which only the facts of the command line are known.
func ofFacts(name string) (*input.Input, *workload.Workload) {
	file := source.NewFile(source.CommandLine, nil)
	w := workload.New(name, file, source.Text{})
	return &input.Input{Format: input.JavaCommand, File: file, Workloads: []*workload.Workload{&w}}, &w
}

func (o adviseOptions) wish() (advise.Wish, error) {
	w := advise.Wish{Reserve: o.reserve, Profile: advise.Profile(o.profile)} // an empty one is worked out
	err := checkOneOf("profile", o.profile, advise.Profiles)
	if o.profile != "" && err != nil {
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
func (c *command) advise(r *project.Files, o adviseOptions) error {
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
func (c *command) writeAdvice(r *project.Files, advised *session.Advised, how writing) error {
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

func capacityCommand(a *app) *cobra.Command {
	var asked capacityOptions
	cmd := figuresCommand(a, &cobra.Command{
		Use:   "capacity [PATH ...]",
		Short: "Plan a Hazelcast cluster: how many entries fit, or how many members or how much memory they need",
		Long: `Works out how many entries of a map a cluster holds, and what evicts or runs out of memory
when members are lost. With --objects, it works out how many members, or how much memory
for each, that many entries need. Describe the members by files, as for check, by a java
command line, or by facts alone: each then has the largest heap that --memory holds.`,
		Example: `  jvmlint capacity --object 5MiB values.yaml
  jvmlint capacity --memory 10Gi --cpus 8 --jdk 11 --members 3 --backups 1 --object 5MiB
  jvmlint capacity --members 3 --objects 5000000 --sizes p50=10KiB,p99=1MiB,max=5MiB values.yaml
  jvmlint capacity --members 3 --object 5MiB --hazelcast-config hazelcast.yaml java -Xmx9g -Xms9g`,
	}, figuring{
		java: "The same for members that a java command line starts",
		bare: func() *input.Input {
			in, w := ofFacts("member")
			w.Known, w.IsMember = workload.Nothing, true
			return in
		},
		check: func(cmd *cobra.Command) error {
			if f := a.options.Facts; f.NativeMemory != nil || f.GCLog != nil {
				return errors.New("--nmt and --gc-log are for check, java, predict and advise: capacity does not read them")
			}
			return asked.read(given(cmd))
		},
		do: func(c *command, r *project.Files) error { return c.capacity(r, asked) },
	})
	asked.add(cmd)
	return cmd
}

// capacity plans for each member that was read.
func (c *command) capacity(r *project.Files, asked capacityOptions) error {
	predicted, err := c.session.Predict(r)
	if err != nil {
		return err
	}
	var plans []capacity.MapPlan
	found := false
	for _, p := range predicted {
		w := p.Workload
		if !isMember(w) {
			continue
		}
		found = true
		of, failed := asked.Plans(w, asked.mapName)
		for _, err := range failed {
			r.Failures = append(r.Failures, source.Unreadable(w.File.Name, fmt.Errorf("%s: %w", w.Name, err)))
		}
		plans = append(plans, of...)
	}
	if !found && len(r.Problems()) == 0 {
		return errors.New("nothing that was read is a Hazelcast member that can be planned for")
	}
	if len(plans) > 0 {
		if err := c.app.write(figureWriters("What the cluster holds",
			func(w io.Writer, colour bool) error {
				return figures.CapacityText(w, plans, colour, c.app.output.verbose)
			},
			func(w io.Writer) error { return figures.CapacityJSON(w, plans) },
			func() []figures.Sheet { return figures.CapacitySheets(plans) })); err != nil {
			return err
		}
	}
	return c.app.problems(r.Problems())
}

// isMember tells a member that can be planned for: its JVM is known, or can be chosen.
func isMember(w *workload.Workload) bool {
	if !w.HasJVM() {
		return w.Hazelcast != nil || w.IsMember
	}
	return (w.IsMember || w.AnyProgram) && w.Decided() && !w.Short
}

// capacityOptions are what the command asks about the entries of a map.
type capacityOptions struct {
	mapName, object, sizes, key    string
	backupsText, objectsText, lose string
	data                           string

	capacity.Asked // what the texts say
}

func (o *capacityOptions) add(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&o.mapName, "map", "", "plan only for the map of this `name`")
	f.StringVar(&o.object, "object", "", "bytes of each value, an array or a string in UTF-8, such as 5MiB")
	f.StringVar(&o.sizes, "sizes", "", "sizes of the values by quantiles, such as p50=10KiB,p99=1MiB,max=5MiB; or one size")
	f.StringVar(&o.key, "key", "", "bytes of each key, a string in UTF-8; without it, keys are assumed to be Integers")
	f.StringVar(&o.backupsText, "backups", "", "backups of the map, instead of the number in its configuration")
	f.StringVar(&o.objectsText, "objects", "", "entries that the map must hold, such as 20M: says yes or no, and what they need")
	f.StringVar(&o.data, "data", "", "bytes of all values that the map must hold, backups aside, such as 40GB: the same for as many entries")
	f.StringVar(&o.lose, "lose", "", "members that may be lost while the others hold all entries (default 1)")
}

func (o *capacityOptions) read(set func(option string) bool) error {
	for _, option := range []struct{ name, text string }{{"map", o.mapName}, {"object", o.object}, {"sizes", o.sizes}, {"key", o.key},
		{"backups", o.backupsText}, {"objects", o.objectsText}, {"lose", o.lose}, {"data", o.data}} {
		if option.text == "" && set(option.name) {
			return fmt.Errorf("--%s is empty", option.name)
		}
	}
	if o.object != "" && o.sizes != "" {
		return errors.New("--object and --sizes exclude each other")
	}
	if o.data != "" && o.objectsText != "" {
		return errors.New("--data and --objects exclude each other")
	}
	var err error
	if o.Values, err = readValues(o.object, o.sizes); err != nil {
		return err
	}
	if o.data != "" {
		if o.Data, err = workload.Size(source.Unlocated(o.data, "--data"), source.Argument); err != nil {
			return fmt.Errorf("--data: %w", err)
		}
		o.Data.Text = source.Unlocated(o.data, "--data") // as it was written
	}
	o.Key = source.Value{N: hazelcast.IntegerKey(), Origin: source.Assumed, Why: "an Integer (--key)"}
	if o.key != "" {
		v, err := workload.Size(source.Unlocated(o.key, "--key"), source.Argument)
		if err != nil {
			return fmt.Errorf("--key: %w", err)
		}
		if v.N > capacity.LargestValue {
			return fmt.Errorf("--key: %s is too large for a key", o.key)
		}
		o.Key = source.Value{N: hazelcast.ArrayValue(v.N), Origin: source.Argument, Why: "a string of " + o.key + " (--key)"}
	}
	for _, count := range []struct {
		option, text string
		least, most  int64
		to           *source.Value
	}{
		{"--backups", o.backupsText, 0, 6, &o.Backups}, {"--objects", o.objectsText, 1, 1e15, &o.Objects}, {"--lose", o.lose, 0, 1e6, &o.Lost},
	} {
		if count.text == "" {
			continue
		}
		digits, unit := count.text, int64(1)
		for i, suffix := range []string{"k", "M", "G"} { // of entries: 20M
			if whole, is := strings.CutSuffix(count.text, suffix); is && count.to == &o.Objects {
				digits, unit = whole, int64(math.Pow10(3*(i+1)))
			}
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < count.least || n > count.most/unit {
			return fmt.Errorf("%s: %q is not a whole number from %d to %d", count.option, count.text, count.least, count.most)
		}
		n *= unit
		*count.to = source.Value{N: n, Origin: source.Argument, Why: count.option}
	}
	return nil
}

func readValues(object, sizes string) (capacity.Sizes, error) {
	option, text := "--sizes", sizes
	if object != "" {
		option, text = "--object", object
		if strings.Contains(object, "=") {
			return capacity.Sizes{}, fmt.Errorf("--object: %q is not one size: quantiles go into --sizes", object)
		}
	}
	if text == "" {
		return capacity.Sizes{}, nil
	}
	values, err := capacity.ParseSizes(text)
	if err != nil {
		return values, fmt.Errorf("%s: %w", option, err)
	}
	values.Text += " (" + option + ")"
	return values, nil
}
