package advise

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/plural"
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
