package advise

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
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

// Profiles are all of them, as they are spelt.
var Profiles = []string{string(store), string(batch), string(latency), string(readHeavy), string(general)}

// ReadProfile reads a name; the empty one leaves the profile to be worked out.
func ReadProfile(name string) (Profile, error) {
	for _, p := range Profiles {
		if p == name || name == "" {
			return Profile(name), nil
		}
	}
	return "", spelling.Unknown("profile", name, Profiles)
}

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
