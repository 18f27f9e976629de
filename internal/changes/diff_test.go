package changes

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAdded(t *testing.T) {
	var many, fewer []string
	for n := range 2000 {
		many = append(many, fmt.Sprint(n))
		if n%7 > 0 {
			fewer = append(fewer, fmt.Sprint(n))
		}
	}
	var sevenths [][2]int
	for n := 0; n < 2000; n += 7 {
		sevenths = append(sevenths, [2]int{n + 1, n + 1})
	}
	for name, c := range map[string]struct {
		before, after string
		want          [][2]int
	}{
		"nothing":                   {"a\n", "a\n", nil},
		"all":                       {"", "a\nb\n", [][2]int{{1, 2}}},
		"gone":                      {"a\nb\n", "", nil},
		"no line end":               {"a\nb", "a\nc", [][2]int{{2, 2}}},
		"a line end that came":      {"a\nb", "a\nb\n", [][2]int{{2, 2}}},
		"in the middle":             {column("abcde"), column("aXbcYe"), [][2]int{{2, 2}, {5, 5}}},
		"removed before one":        {column("abcde"), column("deX"), [][2]int{{3, 3}}},
		"none in common":            {column("abc"), column("xyz"), [][2]int{{1, 3}}},
		"more than are looked for":  {strings.Join(fewer, "\n"), strings.Join(many, "\n"), sevenths},
		"a carriage return is text": {"a\nb\n", "a\r\nb\n", [][2]int{{1, 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, added(c.before, c.after, 1, mostPasses))
		})
	}
}

// No more lines count as new than git finds.
func TestAddedAsGit(t *testing.T) {
	r := newRepo(t)
	random := rand.New(rand.NewPCG(1, 1))
	text := func(lines int) []string {
		var all []string
		for range lines {
			all = append(all, string("abcdefghijklmnopqrst"[random.IntN(20)])+"\n")
		}
		return all
	}
	for n := range 200 {
		before := text(1 + random.IntN(60))
		var after []string
		for _, line := range before {
			switch random.IntN(8) {
			case 0:
			case 1:
				after = append(after, text(1+random.IntN(3))...)
			default:
				after = append(after, line)
			}
		}
		r.write("before", strings.Join(before, ""))
		r.write("after", strings.Join(after, ""))
		ours := 0
		for _, run := range added(strings.Join(before, ""), strings.Join(after, ""), 1, mostPasses) {
			ours += run[1] - run[0] + 1
		}
		cmd := exec.Command("git", "diff", "--no-index", "--minimal", "--numstat", "before", "after")
		cmd.Dir = r.folder
		theirs := 0
		if out, err := cmd.Output(); err != nil { // it says so where they differ
			_, err := fmt.Sscan(string(out), &theirs)
			require.NoError(t, err, n)
		}
		assert.Equal(t, theirs, ours, n)
	}
}
