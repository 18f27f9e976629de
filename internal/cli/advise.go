package cli

import (
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// wished is what the options of advise say.
type wished struct {
	profile, heap string
	reserve       int64
}

func (a *app) adviseCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "advise [PATH ...]",
		Short: "Work out the whole set of options, with the reason and the outcome of each",
		Long: `Works out the options that a JVM should have in its container: a collector for what
it is for, the largest heap that the limit holds beside every other pool, and what the
rules ask for. Options that it says nothing of stay. Without a path, --memory is enough:
the options of a JVM of which nothing else is known.`,
		Example: `  jvmlint advise --memory 10Gi --cpus 8 --jdk 17
  jvmlint advise --profile store --live 6GiB --largest-object 5MiB --members 3 values.yaml
  jvmlint advise --heap 50g --jdk 17 --cpus 20       the limit that a heap takes
  jvmlint advise --diff values.yaml                  as a patch of the file`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := a.prepareAdvice(cmd); err != nil {
				return err
			}
			if len(paths) == 0 && (a.given.Memory.Known() || a.given.Live.Known() || a.options.wished.heap != "") {
				return a.advise([]*input.Input{bare()}, nil)
			}
			if len(paths) == 0 {
				paths = []string{"."}
			}
			inputs, failures, _, err := a.read(paths)
			if err != nil {
				return err
			}
			return a.advise(inputs, failures)
		},
	}
	a.options.addCharts(cmd)
	f := cmd.PersistentFlags()
	f.StringVar(&a.options.wished.profile, "profile", "", "what the program is for: store, batch, latency, read-heavy or general")
	f.StringVar(&a.options.wished.heap, "heap", "", "`size` of the heap that is wanted: what limit does it take?")
	f.Int64Var(&a.options.wished.reserve, "reserve", advise.DefaultReserve, "`percent` of the memory limit that stay free")
	cmd.Flags().BoolVar(&a.options.fix, "fix", false, "write the options into the files that they come from")
	cmd.Flags().BoolVar(&a.options.diff, "diff", false, "print that as a patch and change nothing")
	cmd.Flags().StringVar(&a.options.stdinFilename, "stdin-filename", "<stdin>", "name to show for standard input")
	if err := cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(toCompletions(advise.Profiles), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
	a.withJava(cmd, "The same for a java command line", a.prepareAdvice, a.advise)
	return cmd
}

func (a *app) prepareAdvice(cmd *cobra.Command) error {
	a.options.figures = true
	if err := a.prepare(cmd); err != nil {
		return err
	}
	if a.given.NativeMemory != nil {
		return errNotMeasured("advise")
	}
	return nil
}

// bare is a JVM of which only the facts of the command line are known.
func bare() *input.Input {
	file := source.NewFile(source.CommandLine, nil)
	return &input.Input{File: file, Workloads: []*workload.Workload{{Name: "java", File: file, HasJVM: true, AnyProgram: true, JDK: workload.OpenJDK()}}}
}

// wish reads what is asked for.
func (a *app) wish() (advise.Wish, error) {
	w := advise.Wish{Reserve: a.options.wished.reserve, Rules: a.rules(), Settings: a.settings}
	var err error
	if w.Profile, err = advise.ReadProfile(a.options.wished.profile); err != nil {
		return w, fmt.Errorf("--profile: %w", err)
	}
	if w.Reserve < 0 || w.Reserve > 50 {
		return w, fmt.Errorf("--reserve: %d is not a share from 0 to 50 percent", w.Reserve)
	}
	if text := a.options.wished.heap; text != "" {
		if w.Heap, err = readHeap(text); err != nil {
			return w, fmt.Errorf("--heap: %w", err)
		}
	}
	return w, nil
}

// readHeap reads a size as -Xmx takes it, or as Kubernetes does.
func readHeap(text string) (int64, error) {
	if n, ok := jvmflag.ParseSize(text); ok && n <= math.MaxInt64 {
		return int64(n), nil
	}
	v, err := workload.Bytes(source.Unlocated(text, "--heap"), source.Argument)
	if err != nil {
		return 0, fmt.Errorf("%q is not a size such as 9g or 9Gi", text)
	}
	return v.N, nil
}

// advise works out the options of each workload, and prints or writes them.
func (a *app) advise(inputs []*input.Input, failures []error) error {
	wish, err := a.wish()
	if err != nil {
		return err
	}
	read := a.workloads(inputs)
	if err := a.checkMeasured(read); err != nil {
		return err
	}
	byWorkload := map[int]*advise.Advice{}
	var all []*advise.Advice
	for i, predicted := range read {
		w := predicted.Workload
		if !w.HasJVM || w.Undecided {
			continue
		}
		if !w.Memory.Known() && wish.Heap == 0 && !w.Live.Known() {
			failures = append(failures, &source.Problem{File: w.File, Span: w.At.Span(), Message: w.Name + " is not advised: its memory limit is not known (--memory, or --heap)"})
			continue
		}
		wish.Workload = w
		if why := wish.Impossible(); why != "" {
			failures = append(failures, &source.Problem{File: w.File, Span: w.At.Span(), Message: w.Name + " is not advised: " + why})
			continue
		}
		byWorkload[i] = advise.For(wish)
		all = append(all, byWorkload[i])
	}
	if a.options.fix || a.options.diff {
		if err := a.applyAdvice(inputs, byWorkload); err != nil {
			return err
		}
	} else if err := a.write(map[string]writer{
		"text": func(w io.Writer, colour bool) error { return report.AdviseText(w, all, colour) },
		"json": func(w io.Writer, _ bool) error { return report.AdviseJSON(w, all) },
	}); err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(a.stderr, "note: nothing read says how a JVM is started")
	}
	for _, in := range inputs {
		a.print("note", in.Notes)
	}
	a.noteOverruled()
	a.noteUnread(inputs, failures)
	return a.reportProblems(inputs, failures)
}

// leaveUnwritten says which advice is not for the files as they are: that for a
// larger limit, and that which another JDK that may run them refuses.
func (a *app) leaveUnwritten(advised map[int]*advise.Advice) map[int]bool {
	left := map[int]bool{}
	for _, i := range slices.Sorted(maps.Keys(advised)) {
		of := advised[i]
		switch {
		case of.ForLimit:
			left[i] = true
			fmt.Fprintf(a.stderr, "jvmlint: %s: it is not changed, what is asked for takes a memory limit of %s\n", of.Workload.Name, lint.MiB(of.Limit))
		case len(of.RefusedOn) > 0:
			left[i] = true
			fmt.Fprintf(a.stderr, "jvmlint: %s: it is not changed, name the JDK by --jdk: %s\n", of.Workload.Name, of.RefusedOn[0])
		}
	}
	return left
}

// stillFixed tells whether all edits have a place in a file, among options: a
// chart may put the value of a key of its own into an option.
func stillFixed(findings []*lint.Finding) bool {
	for _, f := range findings {
		if len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 {
			return false
		}
		for _, e := range f.Fixes[0].Edits {
			if !amongOptions(e.Span) {
				return false
			}
		}
	}
	return true
}

// anOption is how one begins, in a text of options or in a list.
var anOption = regexp.MustCompile(`(?:^|[\s"'\[,=:])--?[A-Za-z]`)

// amongOptions tells whether a place stands behind an option on its line, the key
// of a value aside, or at one.
func amongOptions(at source.Span) bool {
	line := at.File.Line(at.File.Position(at.Start).Line)
	before := string(at.File.Data[line.Start:at.Start])
	value := strings.LastIndex(before, ": ") + 1
	return anOption.MatchString(before[value:] + at.String())
}

// applyAdvice brings the files to what is advised, or prints how.
func (a *app) applyAdvice(inputs []*input.Input, advised map[int]*advise.Advice) error {
	current := a.checker(inputs)
	impossible := map[int]bool{}
	left := a.leaveUnwritten(advised)
	check := func(files []*source.File) (*lint.Result, error) {
		current.current = nil
		for _, in := range inputs {
			current.current = append(current.current, again(in, files))
		}
		leaveToCharts(current.current)
		result := &lint.Result{}
		for i, predicted := range a.workloads(current.current) {
			w := predicted.Workload
			if advised[i] == nil || left[i] {
				continue
			}
			edits, possible := advise.Edits(w, advised[i])
			own := &lint.Result{Findings: edits}
			chart.Trace(own, editable(current.current))
			if possible && !stillFixed(own.Findings) {
				possible, own.Findings = false, nil
			}
			impossible[i] = !possible || len(own.Findings) > 0 // until they are made
			result.Findings = append(result.Findings, own.Findings...)
		}
		return result, nil
	}
	files := slices.DeleteFunc(fixable(inputs), func(f *source.File) bool { return f.Name == source.CommandLine })
	result, err := fix.Settle(files, lint.Unsafe, check, current.prove)
	if err != nil {
		return err
	}
	for _, c := range result.Changes {
		if a.options.diff {
			fmt.Fprint(a.stdout, fix.Diff(c))
		} else if err := fix.Write(c); err != nil {
			return plainError(err)
		}
	}
	a.print("jvmlint", result.Problems)
	for i, of := range advised {
		if impossible[i] && !left[i] {
			fmt.Fprintf(a.stderr, "jvmlint: %s: it is not changed, some of its options have no place in a file among options: jvmlint advise prints them\n", of.Workload.Name)
		}
	}
	if len(result.Problems) > 0 {
		return errReported
	}
	if len(result.Changes) > 0 && !a.options.diff {
		fmt.Fprintf(a.stderr, "note: changed %s\n", plural(len(result.Changes), "file", "files"))
	}
	return nil
}
