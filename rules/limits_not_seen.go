package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var limitsNotSeen = lint.Rule{
	ID: "limits-not-seen", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofMemory,
	Title: "on some nodes this build does not see the limits of its container",
	Check: func(p *lint.Pass) {
		w := p.Workload
		hasLimits := w.Memory.Known() || w.CPUs.Known()
		set, given := hotspot.HeapOption(p.Options)
		isShare := given && slices.Contains([]string{"MaxRAMPercentage", "MaxRAMFraction"}, set.Flag.Name)
		if p.JVM == nil || w.JDK.Open || w.Limited && !hasLimits || !hasLimits && !isShare {
			return
		}
		u, unseen := p.UnseenLimits()
		if !unseen || u.Seen.JVM == nil || u.There.JVM == nil {
			return
		}
		seen, there, build := u.Seen.JVM, u.There.JVM, p.Build()
		// A start script that is not known may size the heap, of which -Xms and its like say nothing.
		ofStart := given && lists.AnyWord(set.Flag.Name, strings.HasPrefix, "Initial", "Min")
		sized := given && !ofStart || p.ShowsAll()
		heap, changes := sized && seen.Heap.N != there.Heap.N, changesOf(seen, there)
		if !heap && len(changes) == 0 {
			return
		}
		what := "the limits of its container"
		if w.Memory.Known() {
			what = "the limit of " + p.Limit()
		} else if w.CPUs.Known() {
			what = "the limit of " + plural.Of(w.CPUs.N, "CPU")
		}
		consequence := strings.Join(changes, ", ")
		if heap {
			consequence = "a heap of " + lint.Size(there.Heap) + lint.If(seen.Heap.Known(), " in place of "+lint.Size(seen.Heap))
		}
		older := lint.If(build.Bound == release.AtMost, " or older") // which sees no more
		f := p.Report(lint.Places{updateIn(w.JDK.At, build), w.Image, set.Option.Text, w.Memory.Text, w.CPUs.Text},
			"JDK %s%s does not see %s on %s: on one of %s it takes %s", build, older, what, u.On.Words(), sizeOf(u.Node), consequence)
		f.Severity = severityOf(p, u, heap)
		if u.Answer.Likely() || u.On.Seeing().In(build).Likely() {
			f.Confidence = lint.Likely
		}
		f.Because(w.Memory.Text, "memory limit")
		if heap && len(changes) > 0 {
			f.Note("and " + strings.Join(changes, ", "))
		}
		f.Note(doubtsOf(build, u.On.Seeing())...)
		f.Suggest(lint.Manual, mendingOf(w, build, u.On))
	},
}

// severityOf is an error only where the node is known and the heap does not fit.
func severityOf(p *lint.Pass, u predict.Unseen, heap bool) lint.Severity {
	w := p.Workload
	stated := w.Node.Cgroup != ""
	switch {
	case stated && heap && u.Answer == release.No && w.Memory.Known() && u.There.JVM.Heap.N > w.Memory.N:
		return lint.Error
	case !stated && (!heap || p.Build().Bound == release.Newest || u.On == hotspot.CgroupV2Only && !w.Memory.Known()):
		return lint.Info
	}
	return lint.Warning
}

// changesOf are what else of the JVM follows the node.
func changesOf(seen, there *hotspot.JVM) (all []string) {
	if seen.Collector.Kind != there.Collector.Kind && seen.Collector.Origin != source.Assumed {
		all = append(all, fmt.Sprintf("%s in place of %s", there.Collector.Kind, seen.Collector.Kind))
	}
	if a, b := seen.ParallelGCThreads, there.ParallelGCThreads; a.N != b.N && b.N > 0 {
		all = append(all, plural.Of(b.N, "GC thread")+lint.If(a.Known(), fmt.Sprintf(" in place of %d", max(a.N, 1))))
	}
	return all
}

func sizeOf(n hotspot.Node) string {
	memory := either.Of(n.Memory.N%(1<<30) == 0, fmt.Sprintf("%d GiB", n.Memory.N>>30), lint.MiB(n.Memory.N))
	assumed := n.Memory.Origin == source.Assumed || n.CPUs.Origin == source.Assumed
	return fmt.Sprintf("%s and %s%s", memory, plural.Of(n.CPUs.N, "CPU"), lint.If(assumed, " (assumed)"))
}

// doubtsOf say what the update rests on, and why more is not certain.
func doubtsOf(b release.Build, seeing release.Change) (all []string) {
	switch b.Bound {
	case release.Newest:
		all = append(all, fmt.Sprintf("nothing pins the update: it is judged as the newest build of %d", b.Release))
	case release.AtMost:
		all = append(all, fmt.Sprintf("it is %s at the most: what brings it is no longer updated (%s)", b, b.Why))
	case release.Exactly:
		if b.Why != "" {
			all = append(all, fmt.Sprintf("the tag is no longer updated: %s was its last build (%s)", b, b.Why))
		}
	}
	if why := seeing.Doubt(b); why != "" {
		all = append(all, "likely: "+why)
	}
	return all
}

// mendingOf is what makes the JVM see the limits, and what serves until then.
func mendingOf(w *workload.Workload, b release.Build, on hotspot.Cgroup) string {
	const until = "set the heap with -Xmx and the CPUs with -XX:ActiveProcessorCount"
	use := either.Of(w.Image.Len() > 0, "use an image with", "use")
	everywhere, some := release.SeesV2Only.Since(b)
	here, atAll := on.Seeing().Since(b)
	switch {
	case some:
		return fmt.Sprintf("%s JDK %s or later; until then, %s", use, everywhere.Of(b.Release), until)
	case atAll && on != hotspot.CgroupV2Only:
		return fmt.Sprintf("%s JDK %s or later, and %s for nodes whose kernel has no controllers of version 1: no update of %d is known to see limits there", use, here.Of(b.Release), until, b.Release)
	}
	return fmt.Sprintf("%s, or use JDK 25 or a later release: no update of %d is known to see limits there", until, b.Release)
}

// updateIn is where a text names the update of a build, or all of the text.
func updateIn(t source.Text, b release.Build) source.Text {
	for _, form := range []string{b.String(), fmt.Sprintf("1.8.0_%d", b.Update.Number), fmt.Sprintf("1.8.0.%d", b.Update.Number)} {
		if i := strings.Index(t.String(), form); i >= 0 {
			return t.Slice(i, i+len(form))
		}
	}
	return t
}
