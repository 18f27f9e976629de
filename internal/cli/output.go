package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// outputOptions are about what is printed, and about the exit code.
type outputOptions struct {
	formats       []string // as given
	outputs       []output // what they come to
	failOn, color string
	exitZero      bool
	showRendered  bool

	quiet, verbose bool
	statistics     bool   // counts by rule in place of findings
	groupBy        string // what findings stand together by
	file           string // that takes what goes to standard output
}

// byWorkload is what findings may be grouped by.
const byWorkload = "workload"

var colourModes = []string{"auto", "always", "never"}

func (o *outputOptions) add(f *pflag.FlagSet) {
	o.formats = []string{"text"}
	f.VarP(&several{values: &o.formats}, "format", "", "`output` NAME, or NAME=FILE, any number of times: "+strings.Join(formats.Names(), ", "))
	f.StringVar(&o.failOn, "fail-on", "warning", "lowest severity that gives exit code 1: "+strings.Join(lint.Severities(), ", "))
	f.BoolVar(&o.exitZero, "exit-zero", false, "exit with 0 even if there are findings")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print only errors on standard error")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "list infos, tables and all notes; say which JVMs were not judged in full and why")
	f.StringVarP(&o.file, "output", "o", "", "write standard output to this `file`; without --format, its name gives the format: .json, .sarif, .html, .md, .txt")
	f.BoolVar(&o.statistics, "statistics", false, "count the findings by rule instead of listing them (text)")
	f.StringVar(&o.groupBy, "group-by", "",
		"list findings by `workload`, the worst first, with its limit, plan and heap (text, markdown)")
	f.StringVar(&o.color, "color", "auto", "auto, always or never")
}

func (o *outputOptions) check(formats []string) error {
	err := cmp.Or(checkOneOf("severity", o.failOn, lint.Severities()), checkOneOf("colour mode", o.color, colourModes))
	if err == nil && o.groupBy != "" {
		err = checkOneOf("group", o.groupBy, []string{byWorkload})
	}
	switch {
	case err != nil:
		return err
	case o.groupBy != "" && o.statistics:
		return errors.New("--group-by and --statistics exclude each other")
	case o.quiet && o.verbose:
		return errors.New("--quiet and --verbose exclude each other")
	case o.file != "":
		o.formats = o.toFile(formats)
	}
	o.outputs, err = outputsOf(o.formats, formats)
	return err
}

// toFile lets the output that would go to standard output go to a file. Where no format is
// given, it is the one that the name of the file promises.
func (o *outputOptions) toFile(known []string) []string {
	if slices.Equal(o.formats, []string{"text"}) {
		for _, f := range formats.All() {
			if f.Extension == strings.ToLower(filepath.Ext(o.file)) && slices.Contains(known, f.Name) {
				return []string{f.Name + "=" + o.file}
			}
		}
	}
	all := slices.Clone(o.formats)
	for i, value := range all {
		if !strings.Contains(value, "=") {
			all[i] = value + "=" + o.file
		}
	}
	return all
}

// output is one --format: its name, and the file that it goes to; empty for standard output.
type output struct{ format, file string }

// outputsOf reads the values of --format: NAME, or NAME=FILE.
func outputsOf(values, formats []string) ([]output, error) {
	var all []output
	for _, value := range values {
		name, file, toFile := strings.Cut(value, "=")
		o := output{name, file}
		switch {
		case !slices.Contains(formats, name):
			return nil, spelling.Unknown("format", name, formats)
		case toFile && file == "":
			return nil, fmt.Errorf("--format %s names no file", value)
		}
		for _, other := range all {
			switch {
			case other.file != o.file:
			case o.file == "":
				return nil, fmt.Errorf("--format %s and --format %s would both go to standard output: give one a file, as %s", other.format, name, example(name))
			default:
				return nil, fmt.Errorf("--format %s and --format %s would both go to %s", other.format, name, file)
			}
		}
		all = append(all, o)
	}
	return all, nil
}

// spare refuses outputs that would take the place of what is read.
func (a *app) spare(inputs []string) error {
	for _, out := range a.output.outputs {
		there, err := os.Stat(out.file)
		if out.file == "" || err != nil {
			continue
		}
		for _, path := range slices.Concat(inputs, a.options.Charts.Files(), []string{a.facts.hazelcastConfig}) {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && os.SameFile(info, there) {
				return fmt.Errorf("--format %s=%s: that file is an input, and would be overwritten", out.format, out.file)
			}
		}
	}
	return nil
}

// example is a --format that goes to a file.
func example(name string) string {
	f, _ := lists.First(formats.All(), func(f formats.Format) bool { return f.Name == name })
	return name + "=jvmlint" + f.Extension
}

type writer func(w io.Writer, colour bool) error

// write writes all outputs, those that go to files first: each whole or not at all, and without colours.
func (a *app) write(writers map[string]writer) error {
	outputs := slices.Clone(a.output.outputs)
	slices.SortStableFunc(outputs, func(a, b output) int { return strings.Compare(b.file, a.file) })
	var failed []error
	for _, o := range outputs {
		write, has := writers[o.format]
		if !has {
			failed = append(failed, fmt.Errorf("--format %s: this command writes %s", o.format, strings.Join(slices.Sorted(maps.Keys(writers)), " or ")))
			continue
		}
		var b bytes.Buffer
		err := write(&b, o.file == "" && a.colour())
		switch {
		case o.file == "" && o.format == "text":
			failed = append(failed, err, report.Print(a.stdout, report.Fold(b.String(), columns(a.stdout))))
		case o.file == "":
			_, printed := b.WriteTo(a.stdout)
			failed = append(failed, err, printed)
		case err == nil:
			failed = append(failed, project.Plain(atomicfile.Write(o.file, b.Bytes())))
		default:
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// colour decides whether to colour: as told, else on a terminal only, and not
// where NO_COLOR or a dumb terminal asks for none.
func (a *app) colour() bool {
	switch a.output.color {
	case "always":
		return true
	case "never":
		return false
	}
	unwanted := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb"
	return !unwanted && (os.Getenv("FORCE_COLOR") != "" || terminal(a.stdout) != nil)
}

// terminal is a stream that is one; nil: it is none.
func terminal(w io.Writer) *os.File {
	if f, is := w.(*os.File); is && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// columns is how wide the lines are that people read: as COLUMNS of the environment says, or else the terminal;
// 0: this is none, and no line is broken.
func columns(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	f := terminal(w)
	if f == nil {
		return 0
	}
	width, _, _ := term.GetSize(int(f.Fd()))
	return width
}

// rendered prints what charts came to, where that is asked for.
func (c *command) rendered(r *project.Files) error {
	for _, in := range r.Inputs {
		if in.Chart == nil || !c.app.output.showRendered {
			continue
		}
		if err := report.Rendered(c.app.stdout, in.File); err != nil {
			return err
		}
	}
	return nil
}

// fromRepository gives the names of files as seen from the root of the repository around the current folder, which is
// looked for when the first name is asked. Without one, and for files outside of it, names stay as they are.
func fromRepository() func(name string) string {
	root := sync.OnceValue(func() string {
		root := filesystem.Root(filesystem.OS{}, filesystem.Way(filesystem.OS{}, "."))
		if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
			return ""
		}
		return root
	})
	return func(name string) string {
		if root() == "" || strings.HasPrefix(name, "<") || strings.HasPrefix(name, "--") { // no file: a command line, --set
			return name
		}
		whole := filesystem.Way(filesystem.OS{}, filepath.FromSlash(name))
		within, err := filepath.Rel(root(), whole)
		if err != nil || !filepath.IsLocal(within) {
			return filepath.ToSlash(whole)
		}
		return filepath.ToSlash(within)
	}
}

// writing is how changes reach files: they are written, or printed as a patch.
type writing struct{ diff, readOnlyToo bool }

func (w *writing) add(f *pflag.FlagSet) {
	f.BoolVar(&w.readOnlyToo, "fix-read-only", false, "also change files that their owner may not write to")
}

// applying gives what writes or prints changes, and what ends it: it tells of the
// changes that were made already, by another name of a file.
func (c *command) applying(w writing) (apply func(fix.Change) error, end func() []fix.Again) {
	targets := fix.NewTargets(slices.Concat(c.paths, c.app.options.Charts.Files()))
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
