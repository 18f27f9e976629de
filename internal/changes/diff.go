package changes

import (
	"fmt"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
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

// state is what a change makes of a file: its letter, as git has it, and the
// name that the file had before.
type state struct {
	letter byte
	before string
}

// states reads git diff --name-status -z, by the names that files have now.
func states(out string) map[string]state {
	all := map[string]state{}
	fields := strings.Split(out, "\x00")
	for i := 0; i+1 < len(fields) && fields[i] != ""; i += 2 {
		s := state{letter: fields[i][0], before: fields[i+1]}
		if strings.IndexByte("RC", s.letter) >= 0 && i+2 < len(fields) {
			i++
		}
		all[fields[i+1]] = s
	}
	return all
}

// runs reads a patch without context: the lines that it adds to each file, by
// its new name.
func runs(patch string) (map[string][][2]int, error) {
	files, _, err := gitdiff.Parse(strings.NewReader(patch))
	if err != nil {
		return nil, fmt.Errorf("git says what differs in a way that is not understood: %w", err)
	}
	all := map[string][][2]int{}
	for _, f := range files {
		for _, hunk := range f.TextFragments {
			if first := int(hunk.NewPosition); hunk.NewLines > 0 {
				all[f.NewName] = append(all[f.NewName], [2]int{first, first + int(hunk.NewLines) - 1})
			}
		}
	}
	return all, nil
}
