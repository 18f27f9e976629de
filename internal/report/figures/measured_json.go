package figures

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
)

// jsonNativeMemory is a measurement beside the plan, in bytes. Of another JDK than
// this one there are no pools.
type jsonNativeMemory struct {
	File      string                 `json:"file"`
	Line      int                    `json:"line"` // of the total
	Committed int64                  `json:"committed"`
	Pools     []jsonNativeMemoryPool `json:"pools"`
	NotSeen   string                 `json:"not_counted"`
	Notes     []string               `json:"notes"`
}

// jsonNativeMemoryPool has null for what was not measured, and a difference of null
// where the two cannot be held against each other.
type jsonNativeMemoryPool struct {
	Name       string   `json:"name"`
	AtStart    int64    `json:"at_start"`
	Planned    int64    `json:"planned"`
	Committed  *int64   `json:"committed"`
	Difference *int64   `json:"difference"`
	Categories []string `json:"categories"`
	Why        string   `json:"why"`
}

func nativeMemoryJSON(c *memory.Comparison) *jsonNativeMemory {
	if c == nil {
		return nil
	}
	out := &jsonNativeMemory{File: c.With.File.Name, Line: c.With.Total.Line(), Committed: c.With.Total.Committed.N,
		Pools: []jsonNativeMemoryPool{}, NotSeen: notSeen, Notes: append([]string{}, measuredNotes(c)...)}
	for _, p := range c.Parts {
		pool := jsonNativeMemoryPool{Name: p.Name, AtStart: p.AtStart(), Planned: p.Planned(), Committed: known(p.Measured),
			Categories: append([]string{}, p.Categories...), Why: p.Measured.Why}
		if p.Compares() {
			difference := p.Measured.N - p.Planned()
			pool.Difference = &difference
		} else if p.Unlike != "" {
			pool.Why += ": " + p.Unlike
		}
		out.Pools = append(out.Pools, pool)
	}
	return out
}
