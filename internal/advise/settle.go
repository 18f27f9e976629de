package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// startable drops what keeps the JVM from starting, or mends it.
func startable(s *sheet) {
	for range 2 * len(s.lines) {
		refusal := s.prediction().Start.Refusal
		if refusal == nil {
			return
		}
		file := s.prediction().Workload.File
		if slices.ContainsFunc(s.judge(), func(f *lint.Finding) bool {
			return (f.Refusal != nil || f.Severity == lint.Error) && mendBy(s, f)
		}) {
			continue
		}
		at := refusal.At.Span()
		if at.File != file || at.IsZero() {
			return
		}
		i := file.LineAt(at.Start) - 1
		if i >= len(s.lines) {
			return
		}
		s.drop(i, fmt.Sprintf("JDK %d does not start with it: %v", s.jdk, refusal))
	}
}

// mendBy takes the first fix of a finding that a sheet can take.
func mendBy(s *sheet, f *lint.Finding) bool {
	return slices.ContainsFunc(f.Fixes, func(fix lint.Fix) bool {
		return fix.Safety <= lint.Unsafe && s.mend(s.prediction().Workload.File, f, fix)
	})
}

// obeyRules mends what the rules find, one fix after the other: a fix may bring
// up another finding, or take one away.
func obeyRules(s *sheet) {
	tried := map[string]bool{}
	const most = 50
	for range most {
		found := s.judge()
		slices.SortStableFunc(found, func(a, b *lint.Finding) int { return weight(a) - weight(b) })
		if !slices.ContainsFunc(found, func(f *lint.Finding) bool {
			state := f.Rule.ID + "\n" + s.text()
			before := tried[state]
			tried[state] = true
			return !before && mendBy(s, f)
		}) {
			return
		}
	}
}

// weight lets rules that change the heap go first: others speak of its size.
func weight(f *lint.Finding) int {
	switch {
	case wantsMemory(f) || f.Rule.ID == "compressed-oops-lost":
		return 0
	case f.Rule.ID == "cms-card-stride": // of the old generation that cms-young-size leaves
		return 2
	}
	return 1
}

func (s *sheet) text() string { return strings.Join(lists.Of(s.lines, line.String), "\n") + "\n" }

// dropFaulty takes off options that rules find fault with and no fix mends, where the JVM does without.
func dropFaulty(s *sheet) {
	for range s.lines {
		found := s.judge()
		i, reason := s.faulty(found)
		if i < 0 {
			return
		}
		trial := s.without(i)
		if trial.prediction().Start.Refusal != nil || len(trial.judge()) >= len(found) {
			return
		}
		s.drop(i, reason)
	}
}

// faulty is the first line that was given and that a finding points at, and what the last such finding says; -1: none.
func (s *sheet) faulty(found []*lint.Finding) (first int, reason string) {
	first = -1
	for _, f := range found {
		if i := s.lineOf(f); i >= 0 && s.lines[i].Kept && (first < 0 || i == first) {
			first, reason = i, f.Message
		}
	}
	return first, reason
}

// lineOf is the line that a finding points at; -1 where it points elsewhere.
func (s *sheet) lineOf(f *lint.Finding) int {
	file := s.prediction().Workload.File
	if f.Span.File != file || f.Span.Len() == 0 {
		return -1
	}
	return min(file.LineAt(f.Span.Start), len(s.lines)) - 1
}

func (s *sheet) without(i int) *sheet {
	trial := *s
	trial.lines, trial.predicted = slices.Delete(slices.Clone(s.lines), i, i+1), nil
	return &trial
}

// dropOwnChoices takes off options that give a flag what the JVM gives it by itself: fewer flags are better advice.
func dropOwnChoices(s *sheet) {
	for i := 0; i < len(s.lines); i++ {
		l := s.lines[i]
		if !l.Kept || !strings.HasPrefix(l.Text, "-XX:") {
			continue
		}
		before, found := s.prediction(), len(s.judge())
		flag := flagOf(before.Options, l.Text)
		if before.JVM == nil || flag == "" || before.JVM.Flag(flag).Name == "" {
			continue
		}
		trial := s.without(i)
		after := trial.prediction()
		differs := func(f hotspot.Flag) bool { return after.JVM.Flag(f.Name).Value != f.Value }
		if after.JVM == nil || lists.Any(before.JVM.Flags(), differs) || len(trial.judge()) > found {
			continue
		}
		s.drop(i, "the JVM chooses the same by itself")
		i--
	}
}

// flagOf is the one flag that an option sets; empty for any other option.
func flagOf(r *jvmflag.Resolution, option string) string {
	flag := ""
	for _, set := range r.History {
		if set.Option.String() == option {
			if flag != "" && flag != set.Flag.Name {
				return ""
			}
			flag = set.Flag.Name
		}
	}
	return flag
}

// toAdvice is the rule that the changes of a file go by, like fixes of others.
var toAdvice = &lint.Rule{ID: "advice", Severity: lint.Info}

// Edits are what brings the options of a workload, as its files give them, nearer to those of the advice, as findings
// with a fix each. They are worked out again after they have been made, until there are none. It tells false, and
// gives none, where something has no place in a file: half of the advice is none.
func Edits(w *workload.Workload, a *Advice) (all []*lint.Finding, possible bool) {
	e := editor{pass: lint.NewPass(predict.Of(w, a.JDK)), channel: a.channel, possible: true}
	e.compare(w.Options, a)
	e.replaceByKey()
	for e.anchor == nil && len(e.wanted) > 0 && len(e.gone) > 0 && e.gone[0].Text.Editable() { // none stays to go behind
		e.replace(0, e.wanted[0])
	}
	e.add()
	for _, o := range e.gone {
		e.report("remove "+o.String(), e.pass.RemoveOption(o))
	}
	if !e.possible {
		return nil, false
	}
	return e.all, true
}

// editor gathers the edits of one workload.
type editor struct {
	pass     *lint.Pass
	channel  jvmflag.Channel // of further options
	wanted   []string        // and not there
	gone     []jvmflag.Option
	anchor   *jvmflag.Option // one that stays, behind which further options go
	all      []*lint.Finding
	possible bool
}

// compare finds what is there and not wanted, and what is wanted and not there.
func (e *editor) compare(options []jvmflag.Option, a *Advice) {
	wanted := lists.Where(a.Options, func(o Option) bool { return !o.Apart && !o.Assumed })
	e.wanted = lists.Of(wanted, func(o Option) string { return o.Text })
	there := slices.DeleteFunc(withoutProgram(options), func(o jvmflag.Option) bool { return !o.For(a.JDK) || !o.Text.Located() })
	// Of equal options the last counts, and stays.
	for i := len(there) - 1; i >= 0; i-- {
		o := there[i]
		if i > 0 && jvmflag.TakesArgument(there[i-1].String()) || jvmflag.TakesArgument(o.String()) && i+1 < len(there) {
			continue
		}
		everyJDK := o.ForAll()
		if at := slices.Index(e.wanted, o.String()); at >= 0 {
			e.wanted = slices.Delete(e.wanted, at, at+1)
			if e.anchor == nil && o.Word().Editable() && everyJDK && o.Channel == e.channel {
				e.anchor = &there[i]
			}
			continue
		}
		if !everyJDK && (o.Since != o.Until || o.Since != a.JDK) {
			e.possible = false // other JDKs need the line
		}
		e.gone = append(e.gone, o)
	}
	slices.Reverse(e.gone)
}

func (e *editor) report(title string, edit source.Edit) {
	if edit.Span.IsZero() {
		e.possible = false
		return
	}
	f := &lint.Finding{Rule: toAdvice, Span: edit.Span, Workload: e.pass.Workload}
	e.all = append(e.all, f.Suggest(lint.Unsafe, title, edit))
}

// replaceByKey gives flags that are set already their new values.
func (e *editor) replaceByKey() {
	for _, option := range slices.Clone(e.wanted) {
		at := slices.IndexFunc(e.gone, func(o jvmflag.Option) bool {
			return keyOf(o.String()) == keyOf(option) && o.Text.Editable() && o.ForAll()
		})
		if at >= 0 {
			e.replace(at, option)
		}
	}
}

func (e *editor) replace(at int, option string) {
	e.report("write "+option, lint.Replace(e.gone[at].Text, option))
	e.gone = slices.Delete(e.gone, at, at+1)
	i := slices.Index(e.wanted, option)
	e.wanted = slices.Delete(e.wanted, i, i+1)
}

// add puts what is still wanted behind the last option: all of it at once on a
// line, one at a time where each is an item or a line of its own.
func (e *editor) add() {
	switch {
	case len(e.wanted) == 0:
		return
	case e.anchor == nil:
		e.possible = e.possible && len(e.all) > 0 // those that take places now are there the next time
		return
	case e.anchor.Comma || e.anchor.OwnLine:
		e.wanted = e.wanted[:1]
	}
	edit := lint.AddBehind(*e.anchor, e.wanted[0])
	for _, option := range e.wanted[1:] {
		edit.New += lint.AddBehind(*e.anchor, option).New
	}
	e.report("add "+strings.Join(e.wanted, " "), edit)
}
