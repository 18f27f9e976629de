package advise

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// toAdvice is the rule that the changes of a file go by, like fixes of others.
var toAdvice = &lint.Rule{ID: "advice", Severity: lint.Info}

// Edits are what brings the options of a workload, as its files give them,
// nearer to those of the advice, as findings with a fix each. They are worked out again
// after they have been made, until there are none. It tells false where
// something is left that has no place in a file.
func Edits(w *workload.Workload, a *Advice) (all []*lint.Finding, possible bool) {
	pass := lint.NewPass(w, a.JDK)
	var wanted []string
	for _, o := range a.Options {
		wanted = append(wanted, o.Text)
	}
	var gone []jvmflag.Option // there and not wanted
	var anchor *jvmflag.Option
	resolved := withoutProgram(w.Options)
	for i, o := range resolved {
		if !o.For(a.JDK) || !o.Text.Located() {
			continue
		}
		if at := slices.Index(wanted, o.String()); at >= 0 {
			wanted = slices.Delete(wanted, at, at+1)
		} else {
			gone = append(gone, o)
		}
		if o.Word.Editable() {
			anchor = &resolved[i]
		}
	}
	possible = true
	report := func(title string, edit source.Edit) {
		if edit.Span.IsZero() {
			possible = false
			return
		}
		f := &lint.Finding{Rule: toAdvice, Span: edit.Span, Workload: w}
		all = append(all, f.Suggest(lint.Unsafe, title, edit))
	}
	for _, option := range slices.Clone(wanted) {
		at := slices.IndexFunc(gone, func(o jvmflag.Option) bool { return keyOf(o.String()) == keyOf(option) && o.Text.Editable() })
		if at < 0 {
			continue
		}
		report("write "+option, lint.Replace(gone[at].Text, option))
		gone = slices.Delete(gone, at, at+1)
		wanted = slices.DeleteFunc(wanted, func(other string) bool { return other == option })
	}
	for len(wanted) > 0 && len(gone) > 0 && gone[0].Text.Editable() { // one takes the place of another
		report("write "+wanted[0], lint.Replace(gone[0].Text, wanted[0]))
		wanted, gone = wanted[1:], gone[1:]
	}
	switch {
	case len(wanted) > 0 && anchor != nil:
		edit := lint.AddBehind(*anchor, wanted[0])
		for _, option := range wanted[1:] {
			edit.New += lint.AddBehind(*anchor, option).New
		}
		report("add "+strings.Join(wanted, " "), edit)
	case len(wanted) > 0:
		return all, false
	}
	for _, o := range gone {
		report("remove "+o.String(), pass.RemoveOption(o))
	}
	return all, possible
}
