package changes

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// touched are lines of a file that a change adds, or writes anew.
type touched struct {
	whole bool
	runs  [][2]int // first and last line
}

func (t touched) has(first, last int) bool {
	for _, r := range t.runs {
		if first <= r[1] && r[0] <= last {
			return true
		}
	}
	return t.whole
}

// mostPasses bounds how often what differs is compared once more: the library
// gives up between the first and the last 50 differences, and takes all for new.
const mostPasses = 64

// added are the lines that a text has and an earlier one has not, their numbers
// counted from first.
func added(before, after string, first, passes int) [][2]int {
	var all [][2]int
	line, at := first, 0
	for _, e := range udiff.Lines(before, after) {
		line += strings.Count(before[at:e.Start], "\n")
		at = e.End
		n := linesOf(e.New)
		switch less := len(e.New) < len(after); {
		case less && e.Start < e.End && passes > 0:
			all = append(all, added(before[e.Start:e.End], e.New, line, passes-1)...)
		case n > 0:
			all = append(all, [2]int{line, line + n - 1})
		}
		line += n
	}
	return all
}

// linesOf counts the lines of a text; one without a line end counts.
func linesOf(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}
