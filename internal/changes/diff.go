package changes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
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

var hunk = lazyregexp.New(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// runs reads a patch without context: the lines that it adds to each file, by
// its new name.
func runs(patch string) (map[string][][2]int, error) {
	all := map[string][][2]int{}
	name := ""
	body := 0 // lines of a hunk that are to come: one may begin as a header does
	for line := range strings.Lines(patch) {
		line = strings.TrimSuffix(line, "\n")
		if body > 0 && line != "" && (line[0] == '+' || line[0] == '-') {
			body--
			continue
		}
		if written, ok := strings.CutPrefix(line, "+++ "); ok {
			var err error
			if name, err = newName(written); err != nil {
				return nil, err
			}
		}
		m := hunk.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		first, added := number(m[2]), number(m[3])
		body = number(m[1]) + added
		if added > 0 {
			all[name] = append(all[name], [2]int{first, first + added - 1})
		}
	}
	return all, nil
}

// newName is the name behind +++, which git quotes where it has strange
// characters, and ends with a tab where it has blanks.
func newName(written string) (string, error) {
	name := strings.TrimSuffix(written, "\t")
	if strings.HasPrefix(name, `"`) {
		var err error
		if name, err = strconv.Unquote(name); err != nil {
			return "", fmt.Errorf("git names a file in a way that is not understood: %s", written)
		}
	}
	return strings.TrimPrefix(name, "b/"), nil
}

// number is a count of lines, which is left out where it is 1.
func number(s string) int {
	if s == "" {
		return 1
	}
	n, _ := strconv.Atoi(s) // they are digits
	return n
}
