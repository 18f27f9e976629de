package capacity

import (
	"fmt"
)

func members(n int64) string { return count(n, "member") }

// count says how many there are of something.
func count(n int64, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "copy":
		what = "copie"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// size writes bytes for people.
func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<20:
		return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}
