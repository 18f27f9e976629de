package cli

import (
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

func (a *app) checkCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [PATH ...]",
		Short: "Judge files and folders; - is standard input; without a path, the current folder",
		RunE: func(cmd *cobra.Command, paths []string) error {
			if len(paths) == 0 {
				paths = []string{"."}
			}
			if a.options.showConfig {
				return a.showConfig(cmd, paths)
			}
			return a.check(cmd, paths)
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.options.stdinFilename, "stdin-filename", "<stdin>", "name to show for standard input")
	f.BoolVar(&a.options.fix, "fix", false, "apply the fixes that keep the behaviour")
	f.BoolVar(&a.options.unsafeFixes, "unsafe-fixes", false, "apply the fixes that change the behaviour too")
	f.BoolVar(&a.options.diff, "diff", false, "print the fixes as a patch and change nothing; with --fix the safe ones only")
	f.BoolVar(&a.options.showConfig, "show-config", false, "print every setting that holds for the paths, and where it comes from")
	a.options.addCharts(cmd)
	a.options.addBaseline(cmd)
	a.options.addNewFrom(cmd)
	return cmd
}

// check is the one path from files to findings.
func (a *app) check(cmd *cobra.Command, paths []string) error {
	if err := a.prepare(cmd); err != nil {
		return err
	}
	if err := a.readBaseline(); err != nil {
		return err
	}
	inputs, failures, left, err := a.read(paths)
	if err != nil {
		return err
	}
	if a.options.fix || a.options.unsafeFixes || a.options.diff {
		if inputs, err = a.fixAll(inputs, &failures); err != nil || a.options.diff {
			return errors.Join(err, a.reportProblems(inputs, failures))
		}
	}
	err = a.judge(inputs, failures)
	if s := left.String(); s != "" {
		fmt.Fprintf(a.stderr, "note: %s\n", s)
	}
	return err
}

// read finds and reads files, several at a time; the order stays that of the
// paths.
func (a *app) read(paths []string) ([]*input.Input, []error, skipped, error) {
	if err := a.options.spare(paths); err != nil {
		return nil, nil, skipped{}, err
	}
	var failures []error
	files, left := find(paths, func(err error) { failures = append(failures, err) })
	a.found = files
	files = a.withPairs(a.configure(files, &left))
	a.project.faults = append(a.project.faults, a.openBaselines()...)
	if err := errors.Join(a.faulty(), a.checkRules()); err != nil {
		return nil, nil, left, err
	}
	prepareMemory(len(files))
	if err := a.checkCharts(files); err != nil {
		failures = append(failures, err)
	}
	inputs, more := a.readFiles(files, &left)
	return inputs, append(failures, more...), left, nil
}

// readFiles reads what was found, several files at a time.
func (a *app) readFiles(files []found, left *skipped) (all []*input.Input, failures []error) {
	progress := progressOf(a.stderr, "reading files and charts:", len(files))
	defer progress.end()
	charts := slices.DeleteFunc(slices.Clone(files), func(f found) bool { return !f.chart })
	files = slices.DeleteFunc(files, func(f found) bool { return f.chart })
	inputs := make([]*input.Input, len(files))
	faults := make([]error, len(files))
	parallel.Each(len(files), func(i int) {
		defer progress.step()
		inputs[i], faults[i] = a.readOne(files[i])
	})
	var read []*input.Input
	for i := range files {
		switch {
		case errors.Is(faults[i], errBinary):
			left.binary++
		case faults[i] != nil:
			failures = append(failures, faults[i])
		default:
			read = append(read, inputs[i])
		}
	}
	withoutBeside(read)
	failures = append(failures, a.checkPairs(read)...)
	var rendered []*input.Input
	for _, f := range charts {
		of, err := a.readChart(f, slices.Concat(read, rendered))
		if err != nil {
			failures = append(failures, err)
		}
		rendered = append(rendered, of...)
		progress.step()
	}
	return append(withoutValues(read, rendered), rendered...), failures
}

// withoutBeside drops what was read of files that were read with others, which
// say more of the JVM.
func withoutBeside(inputs []*input.Input) {
	taken := map[string]bool{}
	for _, in := range inputs {
		for _, f := range in.ReadWith {
			taken[f.Name] = true
		}
	}
	for _, in := range inputs {
		if taken[in.File.Name] {
			in.Workloads = nil
		}
	}
}

// errBinary is why a file that nobody named is left out.
var errBinary = errors.New("binary")

func (a *app) readOne(f found) (in *input.Input, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = source.Unreadable(f.path, fmt.Errorf("internal error, please report it: %v", r))
		}
	}()
	var file *source.File
	if f.path == stdinName {
		file, err = readAll(a.options.stdinFilename, a.stdin, 0)
	} else {
		file, err = a.readFile(f.path)
	}
	if err != nil {
		return nil, err
	}
	if !f.named && isBinary(file.Data) {
		return nil, errBinary
	}
	options := input.Options{Images: f.config.Images}
	in = input.ReadWith(file, options)
	if in.Format == input.SystemdUnit && f.path != stdinName {
		in = input.ReadBeside(file, options, func(name string) *source.File {
			named, err := a.readFile(filepath.Join(filepath.Dir(f.path), name))
			if err != nil {
				return nil
			}
			return named
		})
	}
	in.Beside = f.beside
	if !f.named && in.Format == "" && !isYAML(f.path) {
		in.Format, in.Problems = input.OtherText, nil // it was found by a name that others have, too
	}
	if in.Format == input.HazelcastXML && !f.named {
		in.Problems = nil // a note says so: nobody asked about this file
	}
	if in.Format == input.HelmTemplate && f.named && len(in.Workloads) == 0 {
		in.Problems = append(in.Problems, &source.Problem{File: file, Message: "a Helm template: check the folder of its chart, which renders it"})
	}
	return in, nil
}

func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// judge runs the rules over what was read, and reports.
func (a *app) judge(inputs []*input.Input, failures []error) error {
	if a.options.showRendered {
		if err := a.showRendered(inputs); err != nil {
			return err
		}
	}
	judged, by := a.workloads(inputs), a.rules()
	if err := a.checkMeasured(judged); err != nil {
		return err
	}
	result, _ := lint.CheckWith(judged, by, a.settings)
	chart.Trace(result, editable(inputs))
	a.suppress(result, inputs)
	j := a.judgementOf(result, inputs)
	if err := a.storeBaseline(result, j); err != nil {
		return err
	}
	a.adopt(result)
	failures = append(failures, result.Faults...) // the rest is judged
	change, err := a.changeOf(inputs)
	if err != nil {
		return err
	}
	if err := change.keep(result); err != nil {
		return err
	}
	problems := problems(inputs, result.Refused)
	r := report.Report{
		Version: version(), Result: result, Problems: withFailures(problems, failures),
		Rules: a.known, Judged: a.judgedBy(by), Fails: a.fails, Path: fromRepository(),
	}
	for _, in := range inputs {
		r.Notes = append(r.Notes, in.Notes...)
	}
	r.Notes = append(r.Notes, refusalNotes(result.Refused)...)
	writers := map[string]writer{}
	for _, f := range report.Formats() {
		writers[f.Name] = func(w io.Writer, colour bool) error { return f.Write(w, r, colour) }
	}
	if err := a.write(writers); err != nil {
		return err
	}
	a.print("jvmlint", r.Problems)
	a.print("note", r.Notes)
	a.noteMeasured(judged)
	a.noteGone(j)
	a.noteOverruled()
	a.noteUnread(inputs, failures)
	if len(r.Problems) > 0 {
		return errReported
	}
	for _, f := range result.Findings {
		if a.fails(f) && !a.options.exitZero {
			return errFindings
		}
	}
	return nil
}

// problems gathers what kept inputs, or JVMs that do not start, from being
// judged.
func problems(inputs []*input.Input, refused []lint.Refused) []*source.Problem {
	var all []*source.Problem
	for _, in := range inputs {
		all = append(all, in.Problems...)
	}
	for _, r := range refused {
		if r.All && !r.Reported {
			all = append(all, problemAt(r.Workload.File, r.Refusal.At.Span(),
				fmt.Sprintf("the JVM does not start on JDK %s: %v", lint.Releases(r.JDKs), r.Refusal)))
		}
	}
	return all
}

// problemAt is a problem where the text of its span was written.
func problemAt(f *source.File, at source.Span, message string) *source.Problem {
	if !at.IsZero() {
		at = chart.Origin(at)
		f = at.File
	}
	return &source.Problem{File: f, Span: at, Message: message}
}

// withFailures adds the files that could not be read at all.
func withFailures(problems []*source.Problem, failures []error) []*source.Problem {
	for _, err := range failures {
		var problem *source.Problem
		if !errors.As(err, &problem) {
			problem = &source.Problem{File: source.NewFile("jvmlint", nil), Message: err.Error()}
		}
		problems = append(problems, problem)
	}
	return problems
}

// print writes problems or notes to the error stream.
func (a *app) print(lead string, problems []*source.Problem) {
	for _, p := range problems {
		fmt.Fprintf(a.stderr, "%s: %s\n", lead, report.Plain(p.Error()))
	}
}

func (a *app) reportProblems(inputs []*input.Input, failures []error) error {
	all := withFailures(problems(inputs, nil), failures)
	a.print("jvmlint", all)
	if len(all) > 0 {
		return errReported
	}
	return nil
}

// refusalNotes say which of several JDKs would not start: the findings hold on
// the others.
func refusalNotes(refused []lint.Refused) []*source.Problem {
	var notes []*source.Problem
	for _, r := range refused {
		if !r.All && !r.Reported {
			notes = append(notes, problemAt(r.Workload.File, r.Refusal.At.Span(),
				fmt.Sprintf("%s is judged without JDK %s, on which the JVM does not start: %v", r.Workload.Name, lint.Releases(r.JDKs), r.Refusal)))
		}
	}
	return notes
}

// noteUnread says how many files were passed over and what they were.
func (a *app) noteUnread(inputs []*input.Input, failures []error) {
	if len(inputs) == 0 && len(failures) == 0 {
		fmt.Fprintln(a.stderr, "note: there are no files to read")
	}
	counts := map[input.Format]int{}
	inputs = outsideCharts(inputs)
	for _, in := range inputs {
		if len(in.Workloads) == 0 && len(in.Problems) == 0 {
			counts[in.Format]++
		}
	}
	for _, format := range input.Formats() {
		if n := counts[format]; n > 0 {
			fmt.Fprintf(a.stderr, "note: nothing judged in %d of %d files: %s\n", n, len(inputs), format)
		}
	}
}

// outsideCharts are the inputs that are no chart, and no part of one.
func outsideCharts(inputs []*input.Input) []*input.Input {
	var folders []string
	for _, in := range inputs {
		if in.Chart != nil {
			folders = append(folders, path.Join(in.Chart.Path, "x"))
		}
	}
	return slices.DeleteFunc(slices.Clone(inputs), func(in *input.Input) bool {
		return in.Chart != nil || slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(in.File.Name, strings.TrimSuffix(f, "x")) })
	})
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
