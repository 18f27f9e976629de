package hotspot

// since is a row of a table of releases: what holds from that JDK on.
type since[T any] struct {
	jdk   int
	value T
}

// byJDK chooses the last row that has begun by the given JDK. Rows stand in
// the order of releases, and the first holds for all that came before, too.
func byJDK[T any](jdk int, rows ...since[T]) T {
	value := rows[0].value
	for _, r := range rows {
		if r.jdk <= jdk {
			value = r.value
		}
	}
	return value
}
