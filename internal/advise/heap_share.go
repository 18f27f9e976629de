package advise

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/programs"
)

// keepsAll reports whether nothing says how large the heap of the program may be: its options stay,
// but for those that keep the JVM from starting or that rules mend.
func (s *sheet) keepsAll() bool { return s.share != nil && s.share.Percent == 0 && s.heap == 0 }

// stepsThatMend change nothing without a finding.
var stepsThatMend = []func(*sheet, judge){startable, obeyRules, dropFaulty}

func (s *sheet) steps() []func(*sheet, judge) {
	if s.keepsAll() {
		return stepsThatMend
	}
	return steps
}

// aboutShare says what the program needs, and how its heap was sized for it.
func aboutShare(h programs.HeapShare) string {
	switch {
	case h.LivesOn == "":
		return fmt.Sprintf("jvmlint does not know %s: its heap and its pools keep their sizes (--heap resizes the heap)", h.Name)
	case h.Percent == 0:
		return fmt.Sprintf("%s lives on %s, and its vendor gives no share for the heap: "+
			"its heap and its pools keep their sizes (--heap resizes the heap; %s)", h.Name, h.LivesOn, h.Source)
	}
	most := fmt.Sprintf("at most %d %% of the limit", h.Percent)
	if h.Most > 0 {
		most += ", never more than " + jvmflag.FormatSize(uint64(h.Most))
	}
	return fmt.Sprintf("%s needs memory for %s: its heap gets %s (%s)", h.Name, h.LivesOn, most, h.Source)
}
