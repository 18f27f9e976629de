// Package lists makes lists of others.
package lists

import (
	"iter"
	"slices"
	"strings"
)

// Of is what is made of each of several, never nil.
func Of[T, R any](all []T, of func(T) R) []R {
	made := make([]R, len(all))
	for i, one := range all {
		made[i] = of(one)
	}
	return made
}

// Flat is what is made of each of several, in one list; nil where that is nothing.
func Flat[T, R any](all []T, of func(T) []R) []R { return slices.Concat(Of(all, of)...) }

// Where are those of which something holds; nil where there are none.
func Where[T any](all []T, holds func(T) bool) (some []T) {
	for _, one := range all {
		if holds(one) {
			some = append(some, one)
		}
	}
	return some
}

// Found is what is found in each of several, without those in which there is nothing; nil where that are all.
func Found[T, R any](all []T, find func(T) (R, bool)) (found []R) {
	for _, one := range all {
		if what, is := find(one); is {
			found = append(found, what)
		}
	}
	return found
}

// First is the first of which something holds, and whether there is one.
func First[T any](all []T, holds func(T) bool) (first T, found bool) {
	if i := slices.IndexFunc(all, holds); i >= 0 {
		return all[i], true
	}
	return first, false
}

// Any reports whether something holds of one of several.
func Any[T any](all iter.Seq[T], holds func(T) bool) bool {
	for one := range all {
		if holds(one) {
			return true
		}
	}
	return false
}

// By puts those together of which the same is made, in the order in which each comes first.
func By[T any, K comparable](all []T, key func(T) K) (order []K, of map[K][]T) {
	of = map[K][]T{}
	for _, one := range all {
		k := key(one)
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], one)
	}
	return order, of
}

// Sum adds up the numbers of several.
func Sum[T any, N int | int64 | float64](all []T, of func(T) N) (sum N) {
	for _, one := range all {
		sum += of(one)
	}
	return sum
}

// Set has those of a list as its keys.
func Set[T comparable](all []T) map[T]bool {
	set := make(map[T]bool, len(all))
	for _, one := range all {
		set[one] = true
	}
	return set
}

// Map has what is made of each of several: a key, and its value.
func Map[T any, K comparable, V any](all []T, of func(T) (K, V)) map[K]V {
	made := make(map[K]V, len(all))
	for _, one := range all {
		key, value := of(one)
		made[key] = value
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

// AnyWord reports whether one of some words holds of a text, as strings.HasPrefix says of its beginning.
func AnyWord(text string, holds func(text, word string) bool, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return holds(text, word) })
}

// Rows are the lines of a table, apart at tabs, without its remarks.
func Rows(table string) [][]string {
	rows := make([][]string, 0, strings.Count(table, "\n"))
	for line := range strings.Lines(table) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}
