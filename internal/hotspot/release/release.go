// Package release chooses by JDK: HotSpot's formulas and constants differ from one release to the next.
package release

// Row is a row of a table of releases: what holds from a JDK on.
type Row[T any] struct {
	jdk   int
	value T
}

// Since is the value that holds from that JDK on.
func Since[T any](jdk int, value T) Row[T] { return Row[T]{jdk, value} }

// Within reports whether a JDK is one of those of a row; until is 0 where the row has not ended.
func Within(jdk, since, until int) bool { return since <= jdk && (until == 0 || jdk <= until) }

// Choose takes the last row that has begun by the given JDK. Rows stand in the
// order of releases, and the first holds for all that came before, too.
func Choose[T any](jdk int, rows ...Row[T]) T {
	value := rows[0].value
	for _, r := range rows {
		if r.jdk <= jdk {
			value = r.value
		}
	}
	return value
}
