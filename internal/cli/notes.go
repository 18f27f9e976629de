package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/findings"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
)

func (a *app) note(format string, args ...any) {
	if !a.output.quiet {
		say(a.stderr, "note", report.Show(fmt.Sprintf(format, args...)))
	}
}

// notes writes lines, each as a note; an empty one is none.
func (a *app) notes(lines ...string) {
	for _, line := range lines {
		if line != "" {
			a.note("%s", line)
		}
	}
}

// noteAbout is a note that a file gives rise to.
func (a *app) noteAbout(p *source.Problem) {
	if !a.output.quiet {
		say(a.stderr, "note", report.Error(p))
	}
}

// noteAll writes notes; where many say the same, the first of them, and how many more there are.
func (a *app) noteAll(notes []*source.Problem) {
	notes, left := a.fewUnjudged(a.fewLacking(notes))
	_, all := lists.By(notes, func(n *source.Problem) string { return n.Message })
	said := map[string]int{}
	for _, n := range notes {
		said[n.Message]++
		switch more := len(all[n.Message]) - mostNamed; {
		case a.output.verbose, more < 2, said[n.Message] <= mostNamed: // one more takes a line, too
			a.noteAbout(n)
		case said[n.Message] == len(all[n.Message]):
			a.note("%s more (--verbose lists them): %s", plural.Of(more, "place"), n.Message)
		}
	}
	if left > 0 {
		a.note("%d more JVMs are not judged (--verbose says where and why)", left)
	}
}

// fewLacking says in one line which charts without a JVM lack dependencies, and gives the other notes.
func (a *app) fewLacking(notes []*source.Problem) []*source.Problem {
	lacking := lists.Where(notes, func(n *source.Problem) bool { return n.Lacking })
	charts := lists.With(nil, lists.Of(lacking, func(n *source.Problem) string { return n.File.Name })...)
	if a.output.verbose || len(charts) < 2 {
		return notes
	}
	a.note("dependencies are missing in charts/ of %d charts in which no JVM was found, "+
		"and helm dependency build fetches them: %s", len(charts), a.list(charts))
	return slices.DeleteFunc(slices.Clone(notes), func(n *source.Problem) bool { return n.Lacking })
}

// mostUnjudged is how many JVMs are named of which nothing is judged.
const mostUnjudged = 5

// fewUnjudged are notes without those that name further JVMs of which nothing is judged, and how many those are.
func (a *app) fewUnjudged(notes []*source.Problem) (few []*source.Problem, left int) {
	named := 0
	few = slices.DeleteFunc(slices.Clone(notes), func(n *source.Problem) bool {
		if n.Unjudged {
			named++
		}
		return n.Unjudged && named > mostUnjudged
	})
	if left = named - mostUnjudged; a.output.verbose || left < 2 { // one more takes a line, too
		return notes, 0
	}
	return few, left
}

// fail writes why something was not done to the error stream.
func (a *app) fail(err error) { say(a.stderr, "jvmlint", report.Error(err)) }

// say writes to the error stream. All that is said there is a line that report
// made fit to be shown; progress alone moves the cursor.
func say(stderr io.Writer, who, line string) {
	fmt.Fprintln(stderr, report.Fold(who+": "+line, columns(stderr)))
}

func (a *app) showLine(p *source.Problem) {
	if !a.output.quiet {
		fmt.Fprint(a.stderr, findings.Snippet(report.SourceOf(p, report.MostCells), report.Style(false)))
	}
}

// mostShown is of how many problems the line is shown.
const mostShown = 20

// problems writes what kept something from being judged, and fails where there is any.
func (a *app) problems(all []*source.Problem) error {
	for i, p := range all {
		a.fail(p)
		if i < mostShown {
			a.showLine(p)
		}
	}
	if len(all) > 0 {
		return errReported
	}
	return nil
}

// noteElsewhere says where the GC log is of a JVM that the options do not make, and which files one name stands for.
func (c *command) noteElsewhere(all []*predict.Predictions) {
	if log := c.app.options.Facts.GCLog; log != nil && len(log.Files) > len(c.app.facts.gcLogs) {
		c.app.note("--gc-log: read as one log: %s", strings.Join(log.Files, ", "))
	}
	for _, why := range c.session.Elsewhere(all) {
		c.app.note("--gc-log: %s: its pauses and sizes are not those of this JVM", why)
	}
}

// noteMeasured says what of a measurement was not held against the plan.
func (c *command) noteMeasured(judged []*predict.Predictions) {
	m := c.app.options.Facts.NativeMemory
	for _, w := range judged {
		if m == nil || !w.Workload.HasJVM() {
			continue
		}
		for _, jdk := range w.Workload.JDK.Candidates {
			notes := []string{"not compared: the memory of the process is unknown"}
			if budget, ok := w.On(jdk).Budget(); ok {
				notes = figures.MeasuredDoubts(budget.Compared)
			}
			for _, note := range notes {
				c.app.note("%s on JDK %d: %s", m.File.Name, jdk, note)
			}
		}
	}
}

// noteUnread says how many files were passed over and, to those who ask, what the rest were that hold no JVM.
func (c *command) noteUnread(r *project.Files) {
	c.app.notes(r.Left.String())
	if names := r.OfNoKind; len(names) > 0 {
		hold := plural.Of(len(names), "file holds", "files hold")
		c.app.note("%s JVM options that jvmlint does not read: %s", hold, c.app.list(names))
	}
	if len(r.Inputs) == 0 && len(r.Failures) == 0 {
		c.app.note("there are no files to read")
	}
	if !c.app.output.verbose {
		return
	}
	counts, files := r.Unread()
	for _, format := range input.Formats() {
		if n := counts[format]; n > 0 {
			c.app.note("nothing judged in %d of %d files: %s", n, files, format)
		}
	}
}

// mostNamed is how many files a note names, and how many notes say the same, to those who did not ask for all.
const mostNamed = 3

// noteUnknown counts what may run a JVM and is not known: for those who ask, or where nothing else tells
// that a JVM is likely there and was not judged.
func (c *command) noteUnknown(j *session.Judgement) {
	isJVM := func(e lint.Judged) bool { return e.Workload.HasJVM() }
	judged := j.Named > 0 || slices.ContainsFunc(j.Extents, isJVM)
	if len(j.Unknown) == 0 || !c.app.output.verbose && (judged || !j.UnknownLikely) {
		return
	}
	c.app.note("it is unknown whether %s a JVM: %s", plural.Of(len(j.Unknown), "container image runs", "container images run"), c.app.list(j.Unknown))
}

// list names the first of many, unless all are asked for.
func (a *app) list(names []string) string {
	if a.output.verbose {
		return strings.Join(names, ", ")
	}
	return plural.First(names, mostNamed, " and %d more (--verbose lists them)")
}

// close says last what was read, and what of it was not judged in full.
func (c *command) close(r *project.Files, shown report.Report) {
	o := c.app.output
	if o.quiet || len(r.Inputs) == 0 {
		return
	}
	if o.verbose {
		c.app.notes(shown.Doubts()...)
	}
	counted := shown.LastLine(false) != "" && slices.Contains(o.outputs, output{format: "text"})
	fmt.Fprintln(c.app.stderr, report.Fold(shown.Checked(counted, o.verbose), columns(c.app.stderr)))
}
