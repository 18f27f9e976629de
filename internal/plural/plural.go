// Package plural says how many there are, and lists them.
package plural

import (
	"fmt"
	"strings"
)

// And lists some: a, b and c.
func And(names []string) string { return listed(names, "and") }

// Or lists some: a, b or c.
func Or(names []string) string { return listed(names, "or") }

func listed(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

// First lists the first of several, and says of the others how many they are: " and %d more".
func First(names []string, most int, more string) string {
	if n := len(names) - most; n > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(more, n)
	}
	return strings.Join(names, ", ")
}

// Of says how many there are of something: 1 worker, 8 workers. A plural
// that is more than an s at the end is given: 1 entry, 8 entries.
func Of[N int | int64](n N, one string, many ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case len(many) > 0:
		return fmt.Sprintf("%d %s", n, many[0])
	}
	return fmt.Sprintf("%d %ss", n, one)
}
