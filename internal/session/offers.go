package session

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// offers are the fixes that were offered before any was made. No others are made without
// being asked for: a fix may bring up a finding that nobody has seen.
type offers struct {
	found map[ofRule]bool
	fixes map[offeredFix]bool
	later []*lint.Finding // that came up after fixes
}

// offeredFix is a fix as people saw it.
type offeredFix struct {
	of    ofRule
	sizes lint.Sized
	title string // empty of a size: what it is after other fixes depends on them
}

func offeredAs(of ofRule, x lint.Fix) offeredFix {
	if x.Sizes != lint.NoSize && len(x.Edits) > 0 {
		return offeredFix{of: of, sizes: x.Sizes}
	}
	return offeredFix{of: of, title: x.Title}
}

// keep takes all fixes of the first findings, and leaves later findings those of them that were among these.
func (o *offers) keep(findings []*lint.Finding, ids identities) {
	if o == nil {
		return
	}
	first := o.found == nil
	if first {
		o.found, o.fixes = map[ofRule]bool{}, map[offeredFix]bool{}
	}
	o.later = nil
	for _, f := range findings {
		of := ofRule{f.Rule, ids.of[f.Workload]}
		if !first && !o.found[of] && f.Severity > lint.Info {
			o.later = append(o.later, f)
		}
		var kept []lint.Fix
		for _, x := range f.Fixes {
			fix := offeredAs(of, x)
			if first {
				o.fixes[fix] = true
			}
			if o.fixes[fix] {
				kept = append(kept, x)
			}
		}
		f.Fixes = kept
		if first {
			for _, also := range f.All() {
				o.found[ofRule{f.Rule, ids.of[also.Workload]}] = true
			}
		}
	}
}

// then tells of the findings that came up after fixes, and that nothing fixed.
func (o *offers) then() []*source.Problem {
	if o == nil {
		return nil
	}
	var all []*source.Problem
	for _, f := range o.later {
		all = append(all, &source.Problem{File: f.Span.File, Span: f.Span,
			Message: fmt.Sprintf("then also: %s [%s]", f.Message, f.Rule.ID)})
	}
	return all
}
