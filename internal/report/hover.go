package report

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// What an editor shows of findings and predictions, in Markdown.

// Headline is what a finding says in one line, and on which JDKs.
func Headline(f *lint.Finding) string {
	message := show(f.Message)
	if holds := partly(f); holds != "" {
		message += " (" + holds + ")"
	}
	return message
}

// FixTitle is what a fix does, and that it changes the behaviour if it does.
func FixTitle(f lint.Fix) string {
	if f.Safety == lint.Safe {
		return show(f.Title)
	}
	return fmt.Sprintf("%s (%s)", show(f.Title), f.Safety)
}

// RuleHover is the page of a rule.
func RuleHover(r *lint.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "### [%s](%s)\n\n", r.ID, RulePageURL(r))
	writeRuleMarkdown(&b, r)
	return b.String()
}

// FindingHover is all that a finding says, without the page of its rule.
func FindingHover(f *lint.Finding) string {
	lines := []string{fmt.Sprintf("%s: %s [%s]", f.Severity, f.Message, f.Rule.ID)}
	if f.Budget != nil {
		lines = append(lines, "", renderTable(budgetTable(*f.Budget)), "")
	}
	lines = append(lines, f.Notes...)
	for _, fix := range f.Fixes {
		lines = append(lines, fmt.Sprintf("fix (%s): %s", fix.Safety, fix.Title))
	}
	if f.Context != "" {
		lines = append(lines, f.Context)
	}
	if holds := partly(f); holds != "" {
		lines = append(lines, holds)
	}
	return preformatted(strings.Join(lines, "\n"))
}

// preformatted is a block of lines that are shown as they are, but for secrets
// and what cannot be seen.
func preformatted(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, line := range lines {
		lines[i] = show(line)
	}
	s = strings.Join(lines, "\n")
	fence := fenceAround(s)
	return fence + "text\n" + s + "\n" + fence + "\n"
}

// SumHover is the sum of the memory of a process under the newest JDK that may
// run it; empty where it is not known.
func SumHover(w *predict.Predictions) string {
	pass := w.Newest()
	budget, ok := pass.Budget()
	if !ok {
		return ""
	}
	text := renderTable(budgetTable(budget)) + "\n\n" + budgetBar(budget, w.Workload.Memory, false) + "\n" + lint.Context(pass)
	return fmt.Sprintf("**memory of %s**\n\n%s", w.Workload.Name, preformatted(text))
}

// InSum tells whether a text is an option that decides on a part of the memory.
func InSum(w *predict.Predictions, option source.Text) bool {
	budget, ok := w.Newest().Budget()
	if !ok {
		return false
	}
	for _, pool := range budget.Pools {
		if at := pool.At.Written().Span(); !at.IsZero() && option.Written().Span().Covers(at) {
			return true
		}
	}
	return false
}

// OptionHover tells what each JDK that may run a workload makes of one of its
// options: what it comes to and why, and what the JVM says of it. It is empty
// for what is no option.
func OptionHover(w *predict.Predictions, o jvmflag.Option) string {
	all := predictionsOf(w)
	var lines []string
	if table := comesTo(all, o); len(table) > 1 {
		lines = append(lines, renderTable(table, 1), "")
	}
	lines = append(lines, saidByAll(all, o)...)
	if len(lines) == 0 {
		return ""
	}
	if facts := flagFacts(all[len(all)-1], o); facts != "" {
		lines = append(lines, facts)
	}
	lines = append(lines, lint.ContextOfAll(w.Workload))
	return fmt.Sprintf("**%s** of %s\n\n%s", codeSpan(optionOf(o.Text)), w.Workload.Name, preformatted(strings.Join(lines, "\n")))
}

// codeSpan is text that Markdown shows as it is, in a line.
func codeSpan(s string) string {
	if n := longestRun(s, '`'); n > 0 {
		fence := strings.Repeat("`", n+1)
		return fence + " " + s + " " + fence
	}
	return "`" + s + "`"
}

// comesTo sets what an option decides in rows, by JDK, with the reasons.
func comesTo(all []prediction, o jvmflag.Option) [][]string {
	table := [][]string{{"JDK", "what", "comes to", "because"}}
	for _, p := range all {
		if p.JVM == nil {
			continue
		}
		for _, r := range p.rows() {
			if r.of.Span() != o.Text.Span() || r.set != optionOf(o.Text) {
				continue
			}
			table = append(table, []string{fmt.Sprint(p.JDK), r.what, r.value + unitOf(p, o, r.value), r.because})
		}
	}
	return table
}

// saidByAll is what becomes of an option beside its value. What several JDKs
// have in common is said once.
func saidByAll(all []prediction, o jvmflag.Option) []string {
	var order []string
	on := map[string][]int{}
	for _, p := range all {
		for _, line := range saidOf(p, o) {
			if on[line] == nil {
				order = append(order, line)
			}
			on[line] = append(on[line], p.JDK)
		}
	}
	for i, line := range order {
		order[i] = fmt.Sprintf("JDK %s: %s", lint.Releases(on[line]), line)
	}
	return order
}

// saidOf is the same for one JDK.
func saidOf(p prediction, o jvmflag.Option) []string {
	var said []string
	add := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	for _, m := range p.Start.Messages {
		if m.At.Len() > 0 && m.At.Span() == o.Text.Span() {
			add("%s", Plain(m.Line))
		}
	}
	for _, r := range p.Refusals() {
		if r.At.Len() > 0 && r.At.Span() == o.Text.Span() {
			add("does not start: %s", Plain(r.Error()))
		}
	}
	for _, s := range p.Options.History {
		if s.Flag.Name == "" || s.Option.Text.Span() != o.Text.Span() {
			continue
		}
		if last, _ := p.Options.Set(s.Flag.Name); last.Option.Text.Span() != o.Text.Span() {
			add("%s is overridden by %s", s.Flag.Name, because(source.Value{Text: last.Option.Text, Why: optionOf(last.Option.Text)}))
		}
	}
	for _, a := range p.Options.Arguments {
		if a.Text.Span() == o.Text.Span() {
			add("an argument of %s: the JVM does not read it", Plain(p.Options.Program.Name))
		}
	}
	for _, i := range p.Options.Ignored {
		if i.Text.Span() == o.Text.Span() {
			add("%s is not read", i.Channel)
		}
	}
	for _, d := range p.Options.Properties {
		if d.Option.Text.Span() == o.Text.Span() {
			add("sets the system property %s", Plain(d.Name))
		}
	}
	if len(said) == 0 && p.JVM == nil && len(p.Refusals()) > 0 {
		add("nothing comes of it, the JVM does not start: %s", Plain(p.Refusals()[0].Error()))
	}
	return said
}

// flagOf is the flag that an option sets.
func flagOf(p prediction, o jvmflag.Option) (jvmflag.Flag, bool) {
	for _, s := range p.Options.History {
		if s.Flag.Name != "" && s.Option.Text.Span() == o.Text.Span() {
			return *s.Flag, true
		}
	}
	return jvmflag.Flag{}, false
}

// flagFacts says what the newest JDK notes of a flag: its kind, the
// value that it begins with and its range.
func flagFacts(p prediction, o jvmflag.Option) string {
	f, ok := flagOf(p, o)
	if !ok {
		return ""
	}
	facts := fmt.Sprintf("%s: %s, %s", f.Name, f.Kind, f.Spelling)
	collector := ""
	if p.JVM != nil {
		collector = p.JVM.Collector.String()
	}
	if initially := f.DefaultUnder(p.Options.Table, collector); initially != "" {
		facts += ", initially " + initially
	}
	if f.Least != "" {
		facts += fmt.Sprintf(", from %s to %s", f.Least, f.Most)
	}
	return facts + fmt.Sprintf(" (JDK %d)", p.Options.Table)
}

// units are what flags count in that are no sizes, by how their names end.
var units = []struct{ end, unit string }{
	{"Millis", " ms"}, {"Percent", " %"}, {"Percentage", " %"}, {"ThreadStackSize", " KB"},
}

// unitOf is the unit of a number that has none yet.
func unitOf(p prediction, o jvmflag.Option, value string) string {
	f, ok := flagOf(p, o)
	if !ok || strings.Trim(value, "0123456789.") != "" {
		return ""
	}
	for _, u := range units {
		if strings.HasSuffix(f.Name, u.end) {
			return u.unit
		}
	}
	return ""
}
