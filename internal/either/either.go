// Package either takes one of two values.
package either

// Of is one value where something holds, and the other where it does not. Go works both out before it calls: use it for
// values that cost nothing, and that are there in either case.
func Of[T any](holds bool, value, otherwise T) T {
	if holds {
		return value
	}
	return otherwise
}
