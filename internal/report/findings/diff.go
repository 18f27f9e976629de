package findings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// Difference is two checks of the same paths: as they were at a revision, and as they are.
type Difference struct {
	Base          string
	Before, After report.Report
	Text          Text
}

// changed is a workload that differs: in what comes of it, or in what is found.
type changed struct {
	of      *report.Workload // as it is; as it was, where it is gone
	was     *report.Outlook  // nil where it is new
	now     *report.Outlook  // nil where it is gone
	came    []report.Finding // the worst first
	went    []report.Finding
	share   [2]int64 // percent of the limit that the plan takes, before and now; 0 where that is not known
	further int64    // bytes that the plan takes more of the limit than before
}

// New are the findings that were not there before.
func (d Difference) New() []report.Finding { return newSince(d.Before, d.After) }

func newSince(before, after report.Report) []report.Finding {
	known := lists.Set(before.Fingerprints())
	var all []report.Finding
	for i, name := range after.Fingerprints() {
		if !known[name] {
			f := after.Findings[i]
			f.Fixes = nil // nobody has tried them
			all = append(all, f)
		}
	}
	return worstFirst(all)
}

// workloads are those that differ, the worst first, and how many there are now.
func (d Difference) workloads() (all []*changed, now int) {
	of := map[string]*changed{}
	in := func(r report.Report, each func(*changed, report.Outlook)) map[*report.Workload]*changed {
		named, seen := map[*report.Workload]*changed{}, map[string]int{}
		for _, w := range r.Workloads {
			name := w.String()
			seen[name]++
			key := fmt.Sprintf("%s\x00%d", name, seen[name]) // the releases of a chart, in their order
			if of[key] == nil {
				of[key] = &changed{}
				all = append(all, of[key])
			}
			c := of[key]
			c.of, named[w] = w, c
			each(c, w.Outlook())
		}
		return named
	}
	before := in(d.Before, func(c *changed, look report.Outlook) { c.was = &look })
	after := in(d.After, func(c *changed, look report.Outlook) { c.now = &look })
	for _, f := range newSince(d.After, d.Before) {
		before[f.Workload].went = append(before[f.Workload].went, f)
	}
	for _, f := range d.New() {
		after[f.Workload].came = append(after[f.Workload].came, f)
	}
	all = slices.DeleteFunc(all, func(c *changed) bool {
		same := c.was != nil && c.now != nil && c.was.String() == c.now.String()
		nothing := cmp.Or(c.was, c.now).String() == "" && cmp.Or(c.now, c.was).String() == "" // no JVM, as of a configuration
		return (same || nothing) && len(c.came)+len(c.went) == 0
	})
	for _, c := range all {
		c.weigh()
	}
	slices.SortStableFunc(all, func(a, b *changed) int {
		return cmp.Or(cmp.Compare(b.worst(), a.worst()), cmp.Compare(b.further, a.further))
	})
	return all, len(d.After.Workloads)
}

// weigh finds out how much more of its limit it takes.
func (c *changed) weigh() {
	for i, look := range []*report.Outlook{c.was, c.now} {
		if look != nil && look.Limit > 0 && look.Plan > 0 {
			c.share[i] = (look.Plan*100 + look.Limit/2) / look.Limit
		}
	}
	if c.share[0] > 0 && c.share[1] > 0 {
		c.further = (c.now.Plan - c.now.Limit) - (c.was.Plan - c.was.Limit)
	}
}

// worst is the gravest severity among what is new; -1 where nothing is.
func (c *changed) worst() int {
	if len(c.came) == 0 {
		return -1
	}
	return int(c.came[0].Severity)
}

// how says what a change does to it; it is empty where that is not said in a few words.
func (c *changed) how() string {
	switch was, now := c.share[0], c.share[1]; {
	case c.was == nil && now > 0:
		return fmt.Sprintf("new, %d %% of its limit", now)
	case c.was == nil:
		return "new"
	case c.now == nil:
		return "gone"
	case was > 0 && now > 0 && was != now:
		return fmt.Sprintf("from %d %% to %d %% of its limit", was, now)
	case was > 0 && now == 0 && c.now.Limit == 0:
		return "no limit is left"
	}
	return ""
}

// line counts what differs.
func (d Difference) line(all []*changed, now int) string {
	if len(all) == 0 {
		return fmt.Sprintf("nothing differs from %s in %s", report.Show(d.Base), plural.Of(now, "workload"))
	}
	count := func(of func(*changed) []report.Finding) int {
		return lists.Sum(all, func(c *changed) int { return len(lists.Where(of(c), d.lists)) })
	}
	came := count(func(c *changed) []report.Finding { return c.came })
	went := count(func(c *changed) []report.Finding { return c.went })
	verb := "differ"
	if len(all) == 1 {
		verb = "differs"
	}
	return fmt.Sprintf("%s %s from %s: %s new, %d gone", plural.Of(len(all), "workload"), verb, report.Show(d.Base), plural.Of(came, "finding"), went)
}

func (d Difference) lists(f report.Finding) bool { return !d.Text.hides(f) }

// WriteText writes each workload that differs: what came of it, what does now, and the findings that came and went.
func (d Difference) WriteText(w io.Writer) error {
	all, now := d.workloads()
	var b strings.Builder
	for _, c := range all {
		head := d.Text.Style.Bold(c.of.String())
		if how := c.how(); how != "" {
			head += ": " + how
		}
		b.WriteString(head + "\n")
		for _, look := range c.looks() {
			d.Text.indented(&b, "  ", strings.TrimSpace(look.when+" "+look.String()))
		}
		for _, part := range c.parts() {
			for _, f := range lists.Where(part.findings, d.lists) {
				d.Text.indented(&b, "  ", part.when+": "+d.Text.firstLine(f))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String()+d.line(all, now)+"\n")
	return err
}

// look is what comes of a workload, and when that is so; never where it did not change.
type look struct {
	when string
	*report.Outlook
}

func (c *changed) looks() []look {
	if c.was == nil || c.now == nil || c.was.String() == c.now.String() {
		return lists.Where([]look{{"", cmp.Or(c.now, c.was)}}, func(l look) bool { return l.String() != "" })
	}
	return []look{{"was", c.was}, {"now", c.now}}
}

// part is findings that came, or that went.
type part struct {
	when     string
	findings []report.Finding
}

func (c *changed) parts() []part { return []part{{"new", c.came}, {"gone", c.went}} }

// WriteMarkdown writes the same for a comment on a pull request, or the summary of a job.
func (d Difference) WriteMarkdown(w io.Writer) error {
	all, now := d.workloads()
	c := comment{left: commentLimit - 200}
	c.add("### jvmlint: " + report.Markdown(d.line(all, now)) + "\n")
	for i, one := range all {
		if !c.add(d.markdown(one)) {
			fmt.Fprintf(&c, "\nA comment has no more room: %s more differ.\n", plural.Of(len(all)-i, "workload"))
			break
		}
	}
	_, err := io.WriteString(w, c.String())
	return err
}

func (d Difference) markdown(c *changed) string {
	text := "\n" + code(c.of.String())
	if how := c.how(); how != "" {
		text += ": **" + how + "**"
	}
	text += "\n"
	if looks := lists.Where(c.looks(), func(l look) bool { return l.JDKs != nil }); len(looks) > 0 {
		text += "\n| | JDK | collector | heap | plan | limit |\n| --- | --- | --- | --: | --: | --: |\n"
		for _, l := range looks {
			text += fmt.Sprintf("| %s | %s | %s | %s | %s | %s |\n",
				l.when, l.JDK(), l.Collector, sizeMarkdown(l.Heap), sizeMarkdown(l.Plan), sizeMarkdown(l.Limit))
		}
	}
	lines := ""
	for _, part := range c.parts() {
		for _, f := range lists.Where(part.findings, d.lists) {
			lines += fmt.Sprintf("- %s %s at %s: %s [%s](%s)\n", part.when, f.Severity, code(f.At.String()),
				report.Markdown(f.Message.String()), f.Rule.ID, pages.RulePageURL(f.Rule))
		}
	}
	if lines != "" {
		text += "\n" + lines
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
	Name   report.Masked   `json:"name"`
	File   string          `json:"file"`
	Before *report.Outlook `json:"before,omitempty"`
	After  *report.Outlook `json:"after,omitempty"`
	New    []jsonFinding   `json:"new"`
	Gone   []jsonFinding   `json:"gone"`
}

// WriteJSON writes the same for programs, with all findings.
func (d Difference) WriteJSON(w io.Writer) error {
	all, now := d.workloads()
	return report.Encode(w, jsonDifference{report.Schema, d.After.Version, report.Show(d.Base), lists.Of(all, func(c *changed) jsonChanged {
		return jsonChanged{c.of.Name, c.of.At.At.Name(), c.was, c.now, lists.Of(c.came, findingJSON), lists.Of(c.went, findingJSON)}
	}), now})
}

// Fails reports whether a build fails for what is new.
func (d Difference) Fails() bool {
	return slices.ContainsFunc(d.New(), func(f report.Finding) bool { return f.Fails })
}
