package advise

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

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
// what the program is for: whoever chose it may know.
func (w Wish) collectorAsked() (hotspot.Kind, bool) {
	if profile, _ := profileOf(w.Workload, w.Profile); profile != general || inCluster(w.Workload) {
		return 0, false
	}
	jdk := slices.Max(w.Workload.JDK.Candidates)
	jvm := predict.Of(asBefore(w.Workload, jdk), jdk).JVM
	if jvm == nil || jvm.Collector.Origin != source.Option {
		return 0, false
	}
	kind := jvm.Collector.Kind
	_, advisable := collectorOptions[kind]
	return kind, advisable && (kind != hotspot.CMS || jdk < 9) // of which later releases warn
}
