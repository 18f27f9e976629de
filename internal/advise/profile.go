package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Profile is what a program is for, as far as its JVM is concerned.
type Profile string

const (
	store     Profile = "store"      // keeps data in its heap for long: the maps of a Hazelcast member
	batch     Profile = "batch"      // works through data: throughput counts, pauses do not
	latency   Profile = "latency"    // answers at once, and swaps large structures
	readHeavy Profile = "read-heavy" // many short-lived objects beside a cache
	general   Profile = "general"    // nothing more is known
)

var Profiles = []string{string(store), string(batch), string(latency), string(readHeavy), string(general)}

// profileOf works the profile out where nobody says it, and tells from what.
func profileOf(w *workload.Workload, asked Profile) (Profile, string) {
	switch {
	case asked != "":
		return asked, "--profile"
	case w.IsMember && w.Hazelcast != nil && w.Hazelcast.Jet() && len(w.Hazelcast.Maps()) == 0:
		return batch, "its Hazelcast configuration has Jet and no maps"
	case w.IsMember && w.Hazelcast != nil && len(w.Hazelcast.Maps()) > 0:
		return store, fmt.Sprintf("its Hazelcast configuration has %s", plural.Of(len(w.Hazelcast.Maps()), "map"))
	case w.IsMember:
		return store, "it is a Hazelcast member"
	}
	return general, "its purpose is unknown (--profile)"
}

// Impossible says why a workload cannot be advised; nothing where it can.
func (w Wish) Impossible() string {
	r := w.Workload.Command().Resolve(slices.Max(w.Workload.JDK.Candidates))
	for _, o := range r.Unread {
		return fmt.Sprintf("the contents of the file that %s names are unknown", o)
	}
	for _, refusal := range r.Refusals {
		if refusal.Cause == jvmflag.MissingFile {
			return fmt.Sprintf("the contents of the file that %s names are unknown", refusal.At)
		}
	}
	return ""
}

// collectorAsked is the collector that the options choose, where nothing says
// what the program is for: whoever chose it may know. It is nil where one is to be chosen.
func (s *sheet) collectorAsked() *hotspot.Kind {
	jvm := s.before.JVM
	if s.profile != general || inCluster(s.Workload) || jvm == nil || jvm.Collector.Origin != source.Option {
		return nil
	}
	kind := jvm.Collector.Kind
	deprecated := kind == hotspot.CMS && s.jdk >= 9
	if _, advisable := collectorOptions[kind]; !advisable || deprecated {
		return nil
	}
	return &kind
}

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
	assumed := slices.DeleteFunc(slices.Clone(a.Options), func(o Option) bool { return !o.Assumed })
	if len(assumed) > 0 {
		all = append(all, "the plan assumes "+strings.Join(lists.Of(assumed, Option.String), " ")+
			", which nobody measured: a bound that is too small ends the program, so measure before you set one (--nmt)")
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
		if !s.prediction().Options.Sets(what) {
			all = append(all, Option{Text: what, Reason: fmt.Sprintf(format, args...)})
		}
	}
	if g1 := jvm.G1; g1 != nil {
		if g1.RegionSize.Known() && g1.Regions.Known() {
			objects := "no object is known to be larger than half a region (--largest-object)"
			if largest := s.Workload.LargestObject; largest.Known() && g1.HumongousOver.Known() && largest.N > g1.HumongousOver.N {
				objects = "no region is large enough for objects of " + jvmflag.FormatSize(uint64(largest.N))
			} else if largest.Known() {
				objects = fmt.Sprintf("objects of %s take no region of their own", jvmflag.FormatSize(uint64(s.Workload.LargestObject.N)))
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
