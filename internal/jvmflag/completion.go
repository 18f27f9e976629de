package jvmflag

import (
	"maps"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Completion gives the flags that a program sets by itself before it starts its JVM:
// beside those that its options set, and for the memory of the machine in bytes, which
// may be unknown.
type Completion func(given *Resolution, memory source.Value) []Setting

// Completed are the options as the program completes them in that much memory. It starts
// from what the program was given, even if r was completed before.
func (r *Resolution) Completed(memory source.Value) *Resolution {
	if r.Completion == nil {
		return r
	}
	given := r.Given()
	completed := given.With(r.Completion(given, memory))
	completed.Completion, completed.given = r.Completion, given
	return completed
}

// With are the options with further flags set, and no program to complete them.
func (r *Resolution) With(set []Setting) *Resolution {
	with := *r
	with.Completion, with.given = nil, nil
	with.Settings = maps.Clone(r.Settings)
	for _, s := range set {
		with.Settings[s.Flag.Name] = s
	}
	return &with
}

// Given are the options before a program completed them.
func (r *Resolution) Given() *Resolution {
	if r.given != nil {
		return r.given
	}
	return r
}
