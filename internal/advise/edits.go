package advise

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

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
	for _, o := range a.Options {
		if !o.Apart && !o.Assumed {
			e.wanted = append(e.wanted, o.Text)
		}
	}
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
			if e.anchor == nil && o.Word.Editable() && everyJDK && o.Channel == e.channel {
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
