package html

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/report"
)

// findingsOf are the findings of a page, with those taken together that say the same of the
// same JDK, limits and CPUs.
func findingsOf(all []report.Finding) []finding {
	var shown []finding
	at := map[string]int{}
	for _, f := range all {
		key := place.ReplaceAllString(fmt.Sprintln(f.Rule.ID, f.Severity, f.Message, f.Notes, f.Under(), f.Fixes), "")
		if i, before := at[key]; before {
			shown[i].Elsewhere = append(shown[i].Elsewhere, f.At.String())
			continue
		}
		at[key] = len(shown)
		shown = append(shown, finding{Finding: f})
	}
	return shown
}

// place is where a fact stands, behind it.
var place = lazyregexp.New(`\([^()\s]+:\d+(?::\d+)?\)`)

// workloadsOf are the workloads that start a JVM, with those taken together of which the
// same is predicted.
func workloadsOf(all []*report.Workload) []prediction {
	var shown []prediction
	at := map[string]int{}
	for _, of := range all {
		if !of.Predicted.Workload.HasJVM() {
			continue
		}
		p := predictionOf(of)
		key := p.outcome()
		if i, before := at[key]; before {
			shown[i].Alike = append(shown[i].Alike, p.Name)
			continue
		}
		at[key] = len(shown)
		shown = append(shown, p)
	}
	return shown
}

// outcome is all that is predicted, but for where it is from.
func (w prediction) outcome() string {
	key := fmt.Sprintln(w.Verdict, w.Messages, w.MemoryUnknown, w.PauseUnknown)
	for _, f := range w.Facts {
		key += f.What + "=" + f.Value + "\n"
	}
	if w.Memory != nil {
		key += w.Memory.Alt + fmt.Sprintln(w.Memory.Pools)
	}
	if w.Pause != nil {
		key += w.Pause.Alt
	}
	return key
}
