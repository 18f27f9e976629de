// Package editor writes what an editor shows of findings and predictions, in Markdown.
package editor

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/pages"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Option says what each JDK that may run a workload makes of one of its options: what it comes to and why, and what
// the JVM says of it. It is empty for what is no option.
func Option(w *predict.Predictions, o jvmflag.Option) string {
	all := figures.Predictions(w)
	var lines []string
	if table := comesTo(all, o); len(table) > 1 {
		lines = append(lines, report.Table(table, 1), "")
	}
	lines = append(lines, saidByAll(all, o)...)
	if len(lines) == 0 {
		return ""
	}
	if facts := flagFacts(all[len(all)-1], o); facts != "" {
		lines = append(lines, facts)
	}
	lines = append(lines, lint.ContextOfAll(w.Workload))
	hidden := report.SecretsOfWorkload(w.Workload)
	return fmt.Sprintf("**%s** of %s\n\n%s", report.CodeSpan(hidden.Show(o.Text.String())), hidden.Show(w.Workload.Name), preformatted(hidden, lines...))
}

// comesTo sets what an option decides in rows, by JDK, with the reasons.
func comesTo(all []figures.Prediction, o jvmflag.Option) [][]string {
	table := [][]string{{"JDK", "what", "value", "because"}}
	for _, p := range all {
		if p.JVM == nil {
			continue
		}
		for _, r := range p.Rows() {
			if r.Of.Span() == o.Text.Span() && r.Set == figures.OptionText(o.Text) {
				table = append(table, []string{fmt.Sprint(p.JDK), r.What, r.Value + unitOf(p, o, r.Value), r.Because})
			}
		}
	}
	return table
}

// saidByAll is what becomes of an option beside its value. What several JDKs have in common is said once.
func saidByAll(all []figures.Prediction, o jvmflag.Option) []string {
	type said struct {
		line string
		jdk  int
	}
	each := lists.Flat(all, func(p figures.Prediction) []said {
		return lists.Of(saidOf(p, o), func(line string) said { return said{line, p.JDK} })
	})
	order, of := lists.By(each, func(s said) string { return s.line })
	return lists.Of(order, func(line string) string {
		jdks := lists.Of(of[line], func(s said) int { return s.jdk })
		return fmt.Sprintf("JDK %s: %s", lint.Releases(jdks), line)
	})
}

// saidOf is the same for one JDK.
func saidOf(p figures.Prediction, o jvmflag.Option) []string {
	var said []string
	add := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
	for _, m := range p.Start.Messages {
		if m.At.Len() > 0 && m.At.Span() == o.Text.Span() {
			add("%s", report.Show(m.Line))
		}
	}
	for _, r := range p.Refusals() {
		if r.At.Len() > 0 && r.At.Span() == o.Text.Span() {
			add("does not start: %s", report.Show(r.Error()))
		}
	}
	for _, s := range p.Options.History {
		if s.Flag.Name == "" || s.Option.Text.Span() != o.Text.Span() {
			continue
		}
		if last, _ := p.Options.Set(s.Flag.Name); last.Option.Text.Span() != o.Text.Span() {
			add("%s is overridden by %s", s.Flag.Name, figures.Because(source.Value{Text: last.Option.Text, Why: figures.OptionText(last.Option.Text)}))
		}
	}
	for _, a := range p.Options.Arguments {
		if a.Text.Span() == o.Text.Span() {
			add("an argument of %s: the JVM does not read it", report.Show(p.Options.Program.Name))
		}
	}
	for _, i := range p.Options.Ignored {
		if i.Text.Span() == o.Text.Span() {
			add("%s is not read", i.Channel)
		}
	}
	for _, d := range p.Options.Properties {
		if d.Option.Text.Span() == o.Text.Span() {
			add("sets the system property %s", report.Show(d.Name))
		}
	}
	if len(said) == 0 && p.JVM == nil && len(p.Refusals()) > 0 {
		add("no effect, because the JVM does not start: %s", report.Show(p.Refusals()[0].Error()))
	}
	return said
}

func settingOf(p figures.Prediction, o jvmflag.Option) (jvmflag.Setting, bool) {
	return lists.First(p.Options.History, func(s jvmflag.Setting) bool {
		return s.Flag.Name != "" && s.Option.Text.Span() == o.Text.Span()
	})
}

// flagFacts says what the newest JDK notes of a flag: its kind, the value that it begins with and its range.
func flagFacts(p figures.Prediction, o jvmflag.Option) string {
	s, ok := settingOf(p, o)
	if !ok {
		return ""
	}
	collector := ""
	if p.JVM != nil {
		collector = p.JVM.Collector.String()
	}
	initially := s.Flag.DefaultUnder(p.Options.Table, collector)
	return fmt.Sprintf("%s: %s (JDK %d)", s.Flag.Name, facts(*s.Flag, initially), p.Options.Table)
}

// units are what flags count in that are no sizes, by how their names end.
var units = []struct{ end, unit string }{
	{"Millis", " ms"}, {"Percent", " %"}, {"Percentage", " %"}, {"ThreadStackSize", " KB"},
}

// unitOf is the unit of a number that has none yet.
func unitOf(p figures.Prediction, o jvmflag.Option, value string) string {
	s, ok := settingOf(p, o)
	if !ok || strings.Trim(value, "0123456789.") != "" {
		return ""
	}
	return unitOfFlag(*s.Flag)
}

// unitOfFlag is what a flag counts in that is no size, as its name tells.
func unitOfFlag(f jvmflag.Flag) string {
	of, _ := lists.First(units, func(u struct{ end, unit string }) bool { return strings.HasSuffix(f.Name, u.end) })
	return of.unit
}

// Memory is the sum of the memory of a process under the newest JDK that may run it; empty where it is not known.
func Memory(w *predict.Predictions) string {
	p := figures.Prediction{Prediction: w.Newest()}
	memory, ok := p.Memory()
	if !ok {
		return ""
	}
	hidden := report.SecretsOfWorkload(w.Workload)
	return fmt.Sprintf("**memory of %s**\n\n%s", hidden.Show(w.Workload.Name), preformatted(hidden, memory.Table(), "", figures.Bar(memory, false), lint.Context(p.Prediction)))
}

// InMemory reports whether a text is an option that decides on a part of the memory.
func InMemory(w *predict.Predictions, option source.Text) bool {
	budget, ok := w.Newest().Budget()
	return ok && slices.ContainsFunc(budget.Pools, func(pool memory.Pool) bool {
		at := pool.At.Written().Span()
		return !at.IsZero() && option.Written().Span().Covers(at)
	})
}

// Offer is an option to be completed.
type Offer struct {
	Option string // as it is written: -XX:+UseG1GC, -XX:MaxGCPauseMillis=
	Filter string // what is typed for it
	Detail string // its type, default and range on a JDK, in a line
}

// sizes are the options in short form that size something.
var sizes = []Offer{
	{"-Xmx", "-Xmx", "the maximum heap, a size such as 2g"},
	{"-Xms", "-Xms", "the initial heap, a size such as 2g"},
	{"-Xmn", "-Xmn", "the young generation, a size such as 512m"},
	{"-Xss", "-Xss", "the stack of a thread, a size such as 512k"},
	{"-Xlog:", "-Xlog:", "unified logging, from JDK 9 on: -Xlog:gc*:file=gc.log"},
}

// Offered are the options that a JDK takes and that begin with some letters, behind a sign
// where one is typed: flags, or else the short forms too. Defaults are those under a collector.
func Offered(jdk int, collector, sign, letters string, flags bool) []Offer {
	var all []Offer
	if !flags {
		all = append(all, sizes...)
	}
	for f := range jvmflag.All(jdk) {
		if f.Kind.Debug() || !strings.HasPrefix(strings.ToLower(f.Name), strings.ToLower(letters)) || sign != "" && f.Type != jvmflag.Bool {
			continue
		}
		detail := facts(*f, f.DefaultUnder(jdk, collector)) + fmt.Sprintf(" (JDK %d)", jdk)
		all = append(all, Offer{written(*f, sign), "-XX:" + sign + f.Name, detail})
	}
	return all
}

// written is a flag as an option. A switch is turned to what it is not by itself, where no sign is typed.
func written(f jvmflag.Flag, sign string) string {
	switch {
	case f.Type != jvmflag.Bool:
		return "-XX:" + f.Name + "="
	case sign != "":
		return "-XX:" + sign + f.Name
	case f.Default == "true":
		return "-XX:-" + f.Name
	}
	return "-XX:+" + f.Name
}

var types = map[jvmflag.Type]string{
	jvmflag.Bool: "switch", jvmflag.Unsigned: "number", jvmflag.Signed: "number", jvmflag.Double: "number", jvmflag.String: "text",
}

// facts are what a flag takes, needs, begins with and may be.
func facts(f jvmflag.Flag, initially string) string {
	said := either.Of(isSize(f), "size", types[f.Type])
	if f.Kind != jvmflag.Product {
		said = f.Kind.String() + " " + said
	}
	switch {
	case initially == "":
	case f.Type == jvmflag.Bool:
		said += ", " + map[bool]string{true: "on", false: "off"}[initially == "true"] + " by default"
	default:
		said += ", " + readable(f, initially) + " by default"
	}
	switch {
	case f.Least == "":
	case readable(f, f.Most) == unbounded:
		said += ", at least " + readable(f, f.Least)
	default:
		said += fmt.Sprintf(", from %s to %s", readable(f, f.Least), readable(f, f.Most))
	}
	return said
}

// isSize reports whether a flag counts bytes, as its name tells.
func isSize(f jvmflag.Flag) bool {
	return f.Type == jvmflag.Unsigned && strings.HasSuffix(f.Name, "Size") && f.Name != "ThreadStackSize"
}

// unbounded is the largest number that there is.
const unbounded = "no bound"

// readable writes a number for people: 124.8m, 8g, 200 ms.
func readable(f jvmflag.Flag, value string) string {
	n, err := strconv.ParseUint(value, 10, 64)
	switch {
	case err != nil:
		if real, err := strconv.ParseFloat(value, 64); err == nil && f.Type == jvmflag.Double {
			return strconv.FormatFloat(real, 'f', -1, 64) + unitOfFlag(f)
		}
		return value
	case n >= math.MaxInt64-1<<20:
		return unbounded
	case !isSize(f) || n < 1<<10:
		return value + unitOfFlag(f)
	}
	if exact := jvmflag.FormatSize(n); strings.Trim(exact, "0123456789") != "" {
		return exact
	}
	if n >= 1<<20 {
		return fmt.Sprintf("%.1fm", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1fk", float64(n)/(1<<10))
}

// Headline is what a finding says in one line, and on which JDKs.
func Headline(f report.Finding) string {
	return f.Message.String() + lint.If(f.Holds != "", " ("+f.Holds+")")
}

// FixTitle is what a fix does, and that it changes the behaviour if it does.
func FixTitle(f report.Fix) string {
	return f.Title.String() + lint.If(f.Safety != lint.Safe, " ("+f.Safety.String()+")")
}

func Rule(r *lint.Rule) string {
	return fmt.Sprintf("### [%s](%s)\n\n%s", r.ID, pages.RulePageURL(r), pages.RuleMarkdown(r))
}

// Finding is all that a finding says, without the page of its rule.
func Finding(f report.Finding) string {
	lines := []string{fmt.Sprintf("%s: %s [%s]", f.Severity, f.Message, f.Rule.ID)}
	if f.Memory != nil {
		lines = append(lines, "", f.Memory.Table(), "")
	}
	return preformatted(nil, append(lines, f.Details()...)...)
}

// preformatted is a block of lines that are shown as they are, but for secrets and what cannot be seen.
func preformatted(hidden report.Secrets, parts ...string) string {
	lines := strings.Split(strings.TrimRight(strings.Join(parts, "\n"), "\n"), "\n")
	return report.Fenced("text", strings.Join(lists.Of(lines, hidden.Show), "\n"))
}
