package capacity

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Unit is what a figure counts.
type Unit string

const (
	Bytes   Unit = "bytes"
	Entries Unit = "entries"
	Count   Unit = "count"
)

// Figure is a number of a plan, with where it comes from: what gave it, or the
// formula that it was computed by.
type Figure struct {
	ID     string // for programs
	What   string // for people
	Unit   Unit
	Origin string // as source.Origin has it, or computed
	source.Value
}

const computed = "computed"

// given is a figure that somebody gave, or that is predicted.
func given(id, what string, v source.Value, unit Unit) Figure {
	return Figure{id, what, unit, v.Origin.String(), v}
}

// worked is a figure that is computed from others.
func worked(id, what string, n int64, unit Unit, formula string, args ...any) Figure {
	return Figure{id, what, unit, computed, source.Value{N: n, Why: fmt.Sprintf(formula, args...)}}
}

// assumed is a figure that nobody gave.
func assumed(id, what string, n int64, unit Unit, why string, args ...any) Figure {
	return given(id, what, source.Value{N: n, Origin: source.Assumed, Why: fmt.Sprintf(why, args...)}, unit)
}
