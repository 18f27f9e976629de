package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var lockedFlag = lint.Rule{
	ID: "locked-flag", Severity: lint.Error, Confidence: lint.Certain, Groups: ofStart,
	Title: "a flag is locked, and the JVM does not start",
	Check: func(p *lint.Pass) {
		first := map[string]repair.Refused{}
		for _, r := range repair.Refusals(p, "locked-flag") {
			unlock := r.Unlock
			if unlock == "" {
				f := r.Report(lint.Places{r.FlagText()}, "%q is a flag for HotSpot developers: only debug builds have it", r.FlagText())
				r.Remove(f)
				continue
			}
			if _, ok := first[unlock]; !ok {
				first[unlock] = r
			}
			f := r.Report(lint.Places{r.FlagText()}, "%q is %s and needs -XX:+%s before it%s", r.FlagText(), repair.KindBehind[unlock], unlock, r.UnlockElsewhere(unlock))
			if build, known := jvmflag.BuildWith(r.At.String()); known && !bringsOpenJDK(p) {
				f.Severity, f.Confidence = lint.Info, lint.Likely
				f.Note(build.Name + " take it without the unlock")
			}
			if free := r.UnlockedIn(); len(free) > 0 {
				f.Note(fmt.Sprintf("JDK %s %s it without the unlock", lint.And(free), lint.Verb(len(free), "takes", "take")))
			}
			for _, o := range p.Options.Options {
				if o.String() == "-XX:-"+unlock && !r.ReadAfter(o) {
					f.Because(o.Text, "locks it")
				}
			}
			r.SuggestUnlock(f, unlock, first[unlock])
			r.Remove(f)
		}
	},
}
