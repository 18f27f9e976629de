// Package lists makes lists of others.
package lists

import "slices"

// Of is what is made of each of several, never nil.
func Of[T, R any](all []T, of func(T) R) []R {
	made := make([]R, len(all))
	for i, one := range all {
		made[i] = of(one)
	}
	return made
}

// With is a list and, behind it, those of some that are not in it yet.
func With[T comparable](all []T, some ...T) []T {
	for _, one := range some {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}
