package source

import (
	"fmt"
	"slices"
)

// Edit replaces the bytes of a span by new ones. An empty span adds, an empty
// New removes.
type Edit struct {
	Span Span
	New  string
}

// Apply gives the bytes of f with the edits made. The edits must be of f and
// must not overlap; two that add at the same place are made in their order.
func (f *File) Apply(edits []Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	out := make([]byte, 0, len(f.Data))
	at := 0
	for _, e := range sorted {
		s := e.Span
		if s.File != f || s.Start < 0 || s.End < s.Start || s.End > len(f.Data) {
			return nil, fmt.Errorf("an edit at %d to %d is not of %s", s.Start, s.End, f.Name)
		}
		if s.Start < at {
			return nil, fmt.Errorf("edits overlap at byte %d of %s", s.Start, f.Name)
		}
		out = append(append(out, f.Data[at:s.Start]...), e.New...)
		at = s.End
	}
	return append(out, f.Data[at:]...), nil
}
