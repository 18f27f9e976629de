package advise

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// Notes are what must be known before anybody copies the options.
func (a *Advice) Notes() []string {
	var all []string
	if a.Share != nil {
		all = append(all, aboutShare(*a.Share))
	}
	if a.shrinksBlindly() {
		all = append(all, fmt.Sprintf("the heap shrinks from %s to %s, and the live data are unknown: "+
			"measure them first (--gc-log, or the total of jmap -histo:live PID as --live)",
			lint.Size(a.Before.JVM.Heap), lint.Size(a.After.JVM.Heap)))
	}
	if assumed := a.assumed(); len(assumed) > 0 {
		all = append(all, "the plan assumes "+strings.Join(assumed, " ")+
			", which nobody measured: a bound that is too small ends the program, so measure before you set one (--nmt)")
	}
	return all
}

// assumed are the bounds that nobody measured.
func (a *Advice) assumed() []string {
	var all []string
	for _, o := range a.Options {
		if o.Assumed {
			all = append(all, o.Text)
		}
	}
	return all
}

// shrinksBlindly reports whether the heap becomes smaller than the one that is set, and nothing
// says how much of it is in use.
func (a *Advice) shrinksBlindly() bool {
	if a.Workload.Live.Known() || !a.Before.HeapIsSized() || a.After.JVM == nil {
		return false
	}
	before := a.Before.JVM.Heap
	return before.Known() && a.After.JVM.Heap.N < before.N
}
