// Package either takes one of two values.
package either

// Of is one value where something holds, and the other where it does not. Both are there in any case, so that it is for
// those that nothing has to make first.
func Of[T any](holds bool, value, otherwise T) T {
	if holds {
		return value
	}
	return otherwise
}
