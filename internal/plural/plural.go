// Package plural says how many there are.
package plural

import "fmt"

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
