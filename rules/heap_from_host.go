package rules

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var heapFromHost = lint.Rule{
	ID: "heap-from-host", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemory,
	Title: "the heap is a share of the node's memory: the container has no memory limit",
	Check: func(p *lint.Pass) {
		w := p.Workload
		if !sharesMemory(p) || !w.Limited && lacks(p, w.Memory, lint.FactMemory) {
			return
		}
		heap := hotspot.WithMemory(p.Options, p.BudgetMachine())
		small, large := heap(16<<30).JVM, heap(64<<30).JVM
		if small == nil || large == nil {
			return
		}
		set, given := hotspot.HeapOption(p.Options)
		share, percent := "no option sizes the heap, and the container has no memory limit", p.JVM.Flag("MaxRAMPercentage").Value
		switch all, _ := percent.(float64); {
		case given && set.Flag.Name == "InitialHeapSize":
			share = fmt.Sprintf("%s does not set the maximum heap size, and the container has no memory limit", set.Option)
		case given && all >= 100:
			share = fmt.Sprintf("%s is all the memory of the node: the container has no memory limit", set.Option)
		case given:
			share = fmt.Sprintf("%s is a share of the node: the container has no memory limit", set.Option)
		}
		places := lint.Places{set.Option.Text, w.Image}
		f := p.Report(lackedBy(w, places), "%s", share)
		f.NoLimit = true
		percentage, byPercentage := p.Options.Set("MaxRAMPercentage")
		script := set.Option.Evidence < jvmflag.Runs || w.Known < workload.AllOptions
		switch {
		case given && set.Flag.Name == "InitialHeapSize" && script: // which may give the maximum
			f.Severity = lint.Info
		case w.Request.Known() || w.CPUs.Known():
			f.Confidence = lint.Certain
		case !p.HeapIsSized() || byPercentage && percentage.Double <= 25: // no more than by default
			f.Severity = lint.Info
		}
		f.Because(w.Request.Text, "a request is not a limit")
		if len(lackedBy(w, places)) > len(places) {
			f.Because(set.Option.Text, "a share of the memory")
			f.Because(w.Image, "its image")
		}
		f.Note(fmt.Sprintf("the heap is %s on a node of 16Gi, and %s on a node of 64Gi", lint.Size(small.Heap), lint.Size(large.Heap)))
		if origin := set.Option.Text.Origin(); given && origin != "" {
			f.Note(fmt.Sprintf("%s is in %s", set.Option, origin))
		}
		f.Suggest(lint.Manual, fmt.Sprintf("set %s, of which the share is then taken, or set the heap size with -Xmx", cmp.Or(w.LimitKey, "resources.limits.memory")))
	},
}

// lackedBy puts the container that lacks a limit before places of its JVM, if those are in other
// files, such as the Dockerfile of its image.
func lackedBy(w *workload.Workload, places []source.Text) []source.Text {
	first := slices.IndexFunc(places, source.Text.Located)
	if w.Container == nil || !w.At.Located() || first < 0 || places[first].Span().File == w.At.Span().File {
		return places
	}
	return slices.Concat(lint.Places{w.At}, places)
}

// sharesMemory reports whether the heap is a share of a memory whose size is not known.
func sharesMemory(p *lint.Pass) bool {
	w := p.Workload
	return p.JVM != nil && !p.JVM.Heap.Known() && !w.Memory.Known() && len(w.Slips) == 0 && (p.ShowsAll() || p.HeapIsSized()) && hotspot.SeesContainer(p.Options)
}
