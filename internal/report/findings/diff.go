package findings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// Difference is what two checks of the same paths differ in: as they were at a revision, and as they are.
type Difference struct {
	base    string
	version string
	checked int        // workloads that there are now
	all     []*changed // that differ
	text    Text       // says which findings people see
}

// changed is a workload before and after a change.
type changed struct {
	of       *report.Workload // as it is now; as it was, where it is gone
	was, now *report.Outlook  // nil where it is new, or gone
	unread   bool             // its file could not be read on the side where it is missing
	came     []report.Finding
	went     []report.Finding
}

// Differ compares two reports.
func Differ(base string, before, after report.Report, text Text) *Difference {
	d := &Difference{base: report.Show(base), version: after.Version, checked: len(after.Workloads), text: text}
	of, looks := map[*report.Workload]*changed{}, looksOf(slices.Concat(before.Workloads, after.Workloads))
	unreadThen, unreadNow := unreadFiles(before), unreadFiles(after)
	for _, p := range paired(before.Workloads, after.Workloads, looks) {
		c := &changed{of: cmp.Or(p[1], p[0]), was: looks[p[0]], now: looks[p[1]]}
		of[p[0]], of[p[1]] = c, c
		chart, _, _ := strings.Cut(c.of.File, " rendered")
		unread := either.Of(c.was == nil, unreadThen, unreadNow)
		c.unread = (c.was == nil || c.now == nil) && (unread[c.of.At.At.File()] || unread[chart])
		d.all = append(d.all, c)
	}
	delete(of, nil)
	at := func(w *report.Workload) *changed {
		if of[w] == nil { // no JVM: a file with a comment at fault
			of[w] = &changed{of: w}
			d.all = append(d.all, of[w])
		}
		return of[w]
	}
	was, is := aboutEach(before, at), aboutEach(after, at)
	for _, a := range unmatched(is, was) {
		a.of.came = append(a.of.came, a.finding)
	}
	for _, a := range unmatched(was, is) {
		a.of.went = append(a.of.went, a.finding)
	}
	for _, c := range d.all {
		c.came, c.went = worstFirst(c.came), worstFirst(c.went)
	}
	return d
}

func looksOf(all []*report.Workload) map[*report.Workload]*report.Outlook {
	looks, of := make([]report.Outlook, len(all)), map[*report.Workload]*report.Outlook{}
	parallel.Each(len(all), func(i int) { looks[i] = all[i].Outlook() })
	for i, w := range all {
		of[w] = &looks[i]
	}
	return of
}

// unreadFiles are those that a report has something to say of, and no workload.
func unreadFiles(r report.Report) map[string]bool {
	told := slices.Concat(r.Problems, r.Notes())
	files := lists.Set(lists.Of(told, func(p report.Problem) string { return p.At.File() }))
	for _, w := range r.Workloads {
		delete(files, w.At.At.File())
	}
	return files
}

// paired are the workloads of before with those of after: of the same name and file, first those of which the same
// comes, then in their order, and at last those that a chart was rendered to with other files.
func paired(before, after []*report.Workload, looks map[*report.Workload]*report.Outlook) (all [][2]*report.Workload) {
	before, after = slices.Clone(before), slices.Clone(after)
	for _, key := range []func(*report.Workload) string{
		func(w *report.Workload) string { return w.String() + "\x00" + looks[w].String() },
		(*report.Workload).String,
		func(w *report.Workload) string { return w.Name.String() + "\x00" + w.At.At.Name() },
	} {
		waiting := map[string][]int{}
		for i, w := range before {
			if w != nil {
				waiting[key(w)] = append(waiting[key(w)], i)
			}
		}
		for i, w := range after {
			if w == nil {
				continue
			}
			if k := key(w); len(waiting[k]) > 0 {
				was := waiting[k][0]
				waiting[k] = waiting[k][1:]
				all = append(all, [2]*report.Workload{before[was], w})
				before[was], after[i] = nil, nil
			}
		}
	}
	gone := lists.Of(before, func(w *report.Workload) [2]*report.Workload { return [2]*report.Workload{w, nil} })
	came := lists.Of(after, func(w *report.Workload) [2]*report.Workload { return [2]*report.Workload{nil, w} })
	none := func(p [2]*report.Workload) bool { return p[0] == p[1] }
	return slices.DeleteFunc(slices.Concat(all, gone, came), none)
}

// about is a finding in one of its workloads.
type about struct {
	of      *changed
	subject string // what it is about, whatever the workload
	finding report.Finding
}

func aboutEach(r report.Report, at func(*report.Workload) *changed) []about {
	return lists.Flat(r.Findings, func(f report.Finding) []about {
		f.Fixes = nil // nobody has tried them
		return lists.Of(append([]*report.Workload{f.Workload}, f.Also...), func(w *report.Workload) about {
			return about{at(w), r.Subject(f, ""), f}
		})
	})
}

// unmatched are those without a counterpart among others: one about the same in the same workload, or else in any,
// which may have another name now.
func unmatched(some, others []about) []about {
	type same struct {
		of      *changed
		subject string
	}
	exact := map[same]int{}
	for _, o := range others {
		exact[same{o.of, o.subject}]++
	}
	rest := slices.DeleteFunc(slices.Clone(some), func(a about) bool {
		exact[same{a.of, a.subject}]--
		return exact[same{a.of, a.subject}] >= 0
	})
	left := map[string]int{}
	for key, n := range exact {
		left[key.subject] += max(n, 0)
	}
	return slices.DeleteFunc(rest, func(a about) bool {
		left[a.subject]--
		return left[a.subject] >= 0
	})
}

// listed are the workloads that differ in what people see, the worst first, with the findings that they see.
func (d *Difference) listed() []*changed {
	var all []*changed
	for _, c := range d.all {
		shown := *c
		shown.came, shown.went = lists.Where(c.came, d.lists), lists.Where(c.went, d.lists)
		if shown.differs() {
			all = append(all, &shown)
		}
	}
	slices.SortStableFunc(all, func(a, b *changed) int {
		return cmp.Or(cmp.Compare(b.worst(), a.worst()), cmp.Compare(b.grown(), a.grown()))
	})
	return all
}

func (d *Difference) lists(f report.Finding) bool { return !d.text.hides(f) }

// differs reports whether anything does. Sizes are compared as they are shown, in MiB.
func (c *changed) differs() bool {
	none := &report.Outlook{}
	return len(c.came)+len(c.went) > 0 || cmp.Or(c.was, none).String() != cmp.Or(c.now, none).String()
}

// worst is the gravest severity among what is new; -1 where nothing is.
func (c *changed) worst() int {
	if len(c.came) == 0 {
		return -1
	}
	return int(c.came[0].Severity)
}

// grown is how much the plan has grown against the limit, in bytes.
func (c *changed) grown() int64 {
	if share(c.was) == 0 || share(c.now) == 0 {
		return 0
	}
	return (c.now.Plan + c.now.Beside - c.now.Limit) - (c.was.Plan + c.was.Beside - c.was.Limit)
}

// share is how many percent of the limit all JVMs of a container are planned to take; 0 where that is not known.
func share(look *report.Outlook) int64 {
	if look == nil || look.Limit == 0 || look.Plan == 0 {
		return 0
	}
	return ((look.Plan+look.Beside)*100 + look.Limit/2) / look.Limit
}

// how says in a few words what the change does; it is empty where the sizes say it better.
func (c *changed) how() string {
	switch was, now := share(c.was), share(c.now); {
	case c.was == nil && c.now == nil:
		return ""
	case c.was == nil && c.unread:
		return "its file could not be read before"
	case c.now == nil && c.unread:
		return "its file cannot be read now"
	case c.was == nil && now > 0:
		return fmt.Sprintf("new, %d %% of its limit", now)
	case c.was == nil:
		return "new"
	case c.now == nil:
		return "gone"
	case was > 0 && now > 0 && was != now:
		return fmt.Sprintf("from %d %% to %d %% of its limit", was, now)
	case c.was.Limit > 0 && c.now.Limit == 0:
		return "its limit is not known any more"
	}
	return ""
}

func (d *Difference) line(all []*changed) string {
	if len(all) == 0 {
		return fmt.Sprintf("nothing differs from %s in %s", d.base, plural.Of(d.checked, "workload"))
	}
	came := lists.Sum(all, func(c *changed) int { return len(c.came) })
	went := lists.Sum(all, func(c *changed) int { return len(c.went) })
	differ := plural.Of(len(all), "workload differs", "workloads differ")
	return fmt.Sprintf("%s from %s: %s new, %d gone", differ, d.base, plural.Of(came, "finding"), went)
}

// WriteText writes each workload that differs: what came of it, what does now, and the findings that came and went.
func (d *Difference) WriteText(w io.Writer, t Text) error {
	all := d.listed()
	var b strings.Builder
	for _, c := range all {
		head := t.Style.Bold(c.of.String())
		if how := c.how(); how != "" {
			head += ": " + how
		}
		b.WriteString(head + "\n")
		for _, look := range c.looks() {
			t.indented(&b, "  ", strings.TrimSpace(look.when+" "+look.String()))
		}
		c.each(func(when string, f report.Finding) { t.indented(&b, "  ", when+": "+t.firstLine(f)) })
		b.WriteByte('\n')
	}
	return report.Print(w, b.String()+d.line(all)+"\n")
}

// look is what comes of a workload. When that is so is said only where it has changed.
type look struct {
	when string
	*report.Outlook
}

func (c *changed) looks() (all []look) {
	switch {
	case c.was != nil && c.now != nil && c.was.String() != c.now.String():
		all = []look{{"was", c.was}, {"now", c.now}}
	case c.was != nil || c.now != nil:
		all = []look{{"", cmp.Or(c.now, c.was)}}
	}
	return lists.Where(all, func(l look) bool { return l.String() != "" })
}

// each calls a function with the findings that came, and then those that went.
func (c *changed) each(do func(when string, f report.Finding)) {
	for _, f := range c.came {
		do("new", f)
	}
	for _, f := range c.went {
		do("gone", f)
	}
}

// mostListed is how many findings of a workload a comment lists.
const mostListed = 20

// WriteMarkdown writes the same for a comment on a pull request, or the summary of a job.
func (d *Difference) WriteMarkdown(w io.Writer) error {
	all, left := d.listed(), 0
	const reserve = 200 // for what says what was left out
	c := comment{left: commentLimit - reserve}
	c.add("### jvmlint: " + report.Markdown(d.line(all)) + "\n")
	for _, one := range all {
		if !c.add(one.markdown()) {
			left++
		}
	}
	if left > 0 {
		more := plural.Of(left, "more workload differs", "more workloads differ")
		fmt.Fprintf(&c, "\nA comment has no room for all: %s.\n", more)
	}
	return report.Print(w, c.String())
}

func (c *changed) markdown() string {
	text := "\n" + code(c.of.String())
	if how := c.how(); how != "" {
		text += ": **" + how + "**"
	}
	text += "\n"
	if looks := c.looks(); len(looks) > 0 {
		text += "\n| | JDK | collector | heap | plan | limit |\n| --- | --- | --- | --: | --: | --: |\n"
		for _, l := range looks {
			text += fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n",
				l.when, l.JDK(), l.Collector, sizeMarkdown(l.Heap), sizeMarkdown(l.Plan), sizeMarkdown(l.Limit))
		}
	}
	var lines []string
	c.each(func(when string, f report.Finding) {
		lines = append(lines, fmt.Sprintf("- %s %s at %s: %s [%s](%s)\n", when, f.Severity, code(f.At.String()),
			report.Markdown(f.Message.String()), f.Rule.ID, pages.RulePageURL(f.Rule)))
	})
	if more := len(lines) - mostListed; more > 0 {
		lines = append(lines[:mostListed], fmt.Sprintf("- %s\n", plural.Of(more, "more finding")))
	}
	if lines != nil {
		text += "\n" + strings.Join(lines, "")
	}
	return text
}

type jsonDifference struct {
	Schema    int           `json:"schema"`
	Version   string        `json:"version"`
	Base      string        `json:"base"`
	Workloads []jsonChanged `json:"workloads"`
	Checked   int           `json:"checked"`
}

// jsonChanged is a workload that differs. Before is missing where it is new, after where it is gone.
type jsonChanged struct {
	Name     report.Masked   `json:"name"`
	File     string          `json:"file"`
	Rendered string          `json:"rendered,omitempty"` // the chart, and the files that it is rendered with
	Unread   bool            `json:"unread,omitempty"`   // the file could not be read on the side that is missing
	Before   *report.Outlook `json:"before,omitempty"`
	After    *report.Outlook `json:"after,omitempty"`
	New      []jsonFinding   `json:"new"`
	Gone     []jsonFinding   `json:"gone"`
}

// WriteJSON writes the same for programs, with all findings.
func (d *Difference) WriteJSON(w io.Writer) error {
	out := jsonDifference{Schema: report.Schema, Version: d.version, Base: d.base, Checked: d.checked}
	out.Workloads = lists.Of(lists.Where(d.all, (*changed).differs), func(c *changed) jsonChanged {
		of := jsonChanged{
			Name: c.of.Name, File: c.of.At.At.Name(), Unread: c.unread, Before: c.was, After: c.now,
			New: lists.Of(c.came, findingJSON), Gone: lists.Of(c.went, findingJSON),
		}
		if c.of.File != c.of.At.At.File() {
			of.Rendered = c.of.File
		}
		return of
	})
	return report.Encode(w, out)
}

// Fails reports whether a build fails for what is new.
func (d *Difference) Fails() bool {
	return slices.ContainsFunc(d.all, func(c *changed) bool {
		return slices.ContainsFunc(c.came, func(f report.Finding) bool { return f.Fails })
	})
}
