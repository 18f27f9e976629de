// Package findings writes what a check came to: one file per format.
package findings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/html"
)

// writers are the formats by their names, but for those of which there are several views.
var writers = map[string]func(io.Writer, report.Report) error{
	"oneline": writeOneLine, "json": writeJSON, "sarif": writeSARIF, "github": writeGitHub, "gitlab": writeGitLab,
	"junit": writeJUnit, "checkstyle": writeCheckstyle, "html": html.Write,
}

func Write(w io.Writer, format string, r report.Report, t Text) error {
	if write := writers[format]; write != nil {
		return write(w, r)
	}
	if format == "markdown" {
		return writeMarkdown(w, r, t.ByWorkload)
	}
	return t.write(w, r)
}

// unreadable is what outputs that know findings only call a problem.
const unreadable = "unreadable-input"

// level is the word of an output for a severity, given those for info, warning and error.
func level(s lint.Severity, info, warning, error string) string {
	return [...]string{info, warning, error}[s]
}

// writeOneLine writes a line for each finding, and nothing else: for grep, editors
// and the problem matchers of build servers.
func writeOneLine(w io.Writer, r report.Report) error {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s: %s: %s%s [%s]\n", f.At, f.Severity, f.Message, lint.If(f.Holds != "", "; "+f.Holds), f.Rule.ID)
	}
	return report.Print(w, b.String())
}

// firstWidth is how wide the lines before the findings are, on any terminal.
const firstWidth = 80

// first writes what a single JVM comes to, and what to do first.
func (t Text) first(b *strings.Builder, r report.Report, entries []entry) {
	jvms := lists.Where(r.Workloads, func(w *report.Workload) bool { return w.Predicted.Workload.HasJVM() })
	if len(jvms) != 1 {
		return
	}
	of := jvms[0].Predicted
	if w := of.Workload; !w.Decided() || w.Evidence() == jvmflag.LooksLike {
		return
	}
	todo, on := slices.IndexFunc(entries, func(e entry) bool { return len(e.Fixes) > 0 }), 0
	if todo >= 0 {
		on = entries[todo].On
	}
	b.WriteString(figures.First(of, on, t.Style))
	if todo >= 0 {
		fix := entries[todo].Fixes[0]
		const lead = "do this first: "
		title := strings.Split(text.WrapSoft(fix.Title.String(), firstWidth-len(lead)), "\n")
		b.WriteString(t.Style.Bold(lead) + report.TrimLines(strings.Join(title, "\n"+strings.Repeat(" ", len(lead)))) + "\n")
		for _, copied := range []string{strings.TrimSpace(fix.Lines()), fix.Words()} { // the line, or what is new in it
			if copied != "" && !strings.Contains(copied, "\n") && text.StringWidthWithoutEscSequences(copied) <= firstWidth-2 {
				b.WriteString("  " + copied + "\n")
				break
			}
		}
	}
	b.WriteByte('\n')
}

// group is the workloads of one name in a file, which several releases of a chart may be, and what was found.
type group struct {
	name  string
	looks []report.Outlook // what comes of them; those that say the same once
	about []int            // findings, the worst first
	worst report.Finding
	over  int64 // bytes that a plan is over its limit
}

// groupsOf are the workloads that findings are about, the worst first. Fine are those that none is about, unless a note
// says that nothing of them is judged; of these, inPart were not judged in full.
func groupsOf(r report.Report, listed []report.Finding) (all []*group, fine, inPart int) {
	of := map[string]*group{}
	for i, f := range listed {
		for _, w := range append([]*report.Workload{f.Workload}, f.Also...) {
			g := of[w.String()]
			if g == nil {
				g = &group{name: w.String(), worst: f}
				of[g.name], all = g, append(all, g)
			}
			g.about = append(g.about, i)
		}
	}
	for _, w := range r.Workloads {
		g := of[w.String()]
		switch {
		case g == nil && w.Extent == lint.NotAtAll && w.Noted:
			continue
		case g == nil:
			g = &group{name: w.String()}
			of[g.name] = g
			fine++
			if w.Extent < lint.InFull {
				inPart++
			}
		case len(g.about) > 0:
			g.add(w.Outlook())
		}
	}
	slices.SortStableFunc(all, func(a, b *group) int {
		return cmp.Or(cmp.Compare(b.worst.Severity, a.worst.Severity), cmp.Compare(b.over, a.over))
	})
	return all, fine, inPart
}

func (g *group) add(look report.Outlook) {
	if look.Limit > 0 {
		g.over = max(g.over, look.Plan-look.Limit)
	}
	same := func(have report.Outlook) bool { return have.String() == look.String() }
	if !slices.ContainsFunc(g.looks, same) {
		g.looks = append(g.looks, look)
	}
}

// byWorkload writes the findings of each workload together. One about several stands under the first, and the others
// name its rule.
func (t Text) byWorkload(r report.Report) string {
	var b strings.Builder
	listed := lists.Of(t.entries(r), func(e entry) report.Finding { return e.Finding })
	groups, fine, inPart := groupsOf(r, listed)
	written := map[int]bool{}
	for _, g := range groups {
		fmt.Fprintf(&b, "%s\n", t.Style.Bold(g.name))
		for _, look := range g.looks {
			if line := look.String(); line != "" {
				t.indented(&b, "  ", line)
			}
		}
		var shared []string
		for _, i := range g.about {
			if f := listed[i]; written[i] {
				shared = append(shared, f.Rule.ID)
			} else {
				written[i] = true
				t.inGroup(&b, f)
			}
		}
		if len(shared) > 0 {
			t.indented(&b, "    ", "listed above: "+strings.Join(slices.Compact(shared), ", "))
		}
		b.WriteByte('\n')
	}
	b.WriteString(fineLine(len(groups), fine, inPart))
	return b.String()
}

// inGroup writes a finding in a group: in full where all is asked for, else its line and its first fix.
func (t Text) inGroup(b *strings.Builder, f report.Finding) {
	if t.Verbose {
		t.finding(b, entry{Finding: f, again: true})
		return
	}
	fmt.Fprintf(b, "  %s\n", t.firstLine(f))
	if len(f.Fixes) > 0 {
		t.indented(b, "    ", t.Style.Fix(f.Fixes[0].Lead())+f.Fixes[0].Title.String())
	}
}

// indented writes a line, broken at the width of the terminal.
func (t Text) indented(b *strings.Builder, indent, line string) {
	for _, part := range t.broken(line, len(indent)) {
		b.WriteString(strings.TrimRight(indent+part, " ") + "\n")
		indent = strings.Repeat(" ", len(indent)) + "  "
	}
}

// fineLine counts the workloads that no finding is about.
func fineLine(listed, fine, inPart int) string {
	if fine == 0 {
		return ""
	}
	line := plural.Of(fine, "workload")
	if listed > 0 {
		line = plural.Of(fine, "further workload")
	}
	line += " without a finding to list" + lint.If(inPart > 0, fmt.Sprintf(", %d of them not judged in full", inPart))
	return line + "\n"
}
