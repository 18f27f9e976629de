package advise

import (
	"fmt"

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
