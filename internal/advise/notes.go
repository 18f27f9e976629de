package advise

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
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

// leftAlone says what was looked at and is left to the JVM, and why.
func leftAlone(s *sheet) []Option {
	jvm := s.prediction().JVM
	if jvm == nil {
		return nil
	}
	var all []Option
	add := func(what, format string, args ...any) {
		if _, set := s.prediction().Options.Set(what); !set {
			all = append(all, Option{Text: what, Reason: fmt.Sprintf(format, args...)})
		}
	}
	if g1 := jvm.G1; g1 != nil {
		if g1.RegionSize.Known() && g1.Regions.Known() {
			objects := "no object is known to be larger than half a region (--largest-object)"
			if largest := s.workload.LargestObject; largest.Known() && g1.HumongousOver.Known() && largest.N > g1.HumongousOver.N {
				objects = "no region is large enough for objects of " + jvmflag.FormatSize(uint64(largest.N))
			} else if largest.Known() {
				objects = fmt.Sprintf("objects of %s take no region of their own", jvmflag.FormatSize(uint64(s.workload.LargestObject.N)))
			}
			add("G1HeapRegionSize", "%d regions of %s: %s", g1.Regions.N, jvmflag.FormatSize(uint64(g1.RegionSize.N)), objects)
		}
		add("NewSize", "G1 meets the pause goal by resizing the young generation, which a fixed size prevents")
		if s.profile == store {
			add("InitiatingHeapOccupancyPercent", "G1 learns when it must begin to mark; with a low fixed share it marks without end in a full store")
			add("G1ReservePercent", "10 %% of the heap is kept free already; more would be missing for data")
			add("G1HeapWastePercent", "below 5 %% mixed collections find more to do, below 2 %% full GCs lose workers")
			add("GCPauseIntervalMillis", "it follows the pause goal by itself")
		}
		if s.profile == latency {
			add("MaxTenuringThreshold", "a structure that is swapped as a whole is copied twice at any age from 1 on; 0 saves one copy, and takes what a request still holds along (rule tenuring)")
		}
		add("MaxGCPauseMillis", "the JVM aims at 200 ms by default; a lower goal makes the young generation smaller")
	}
	if s.notZGC != "" {
		add("UseZGC", "%s", s.notZGC)
	}
	if jvm.ParallelGCThreads.Known() && jvm.ParallelGCThreads.N > 0 {
		add("ParallelGCThreads", "%d follow from the CPUs, and continue to follow them", jvm.ParallelGCThreads.N)
	}
	if jvm.ReservedCodeCache.Known() {
		add("ReservedCodeCacheSize", "%s are reserved, but only the used part takes memory", jvmflag.FormatSize(uint64(jvm.ReservedCodeCache.N)))
	}
	return all
}
