package session

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// numbered are changes that are numbers, each of which changes a file of its own, or that of another.
func numbered(same bool) func([]int) []source.Edit {
	files := lists.Of([]string{"0", "1", "2", "3", "4", "5", "6", "7"}, func(name string) *source.File { return source.NewFile(name, nil) })
	return func(set []int) []source.Edit {
		return lists.Of(set, func(n int) source.Edit {
			if same {
				n = 0
			}
			return source.Edit{Span: files[n%8].Span(0, 0), New: "a"}
		})
	}
}

func TestTrials(t *testing.T) {
	bad := func(of ...int) func([]int) bool {
		return func(set []int) bool {
			return slices.ContainsFunc(set, func(n int) bool { return slices.Contains(of, n) })
		}
	}
	one := (&trial{}).steps([]*source.File{source.NewFile("0", nil)})
	for _, c := range []struct {
		name  string
		sets  [][]int
		fails func([]int) bool
		same  bool // they are of one file
		once  bool
		steps int // in trials of one file; 0: so many that it does not matter

		tried []string // in any order
		holds []string
		left  []string
	}{
		{"all hold", [][]int{{0, 1}, {2}}, bad(), false, false, 0, []string{"[0 1]", "[2]"}, []string{"[0 1]", "[2]"}, nil},
		{"one of four fails", [][]int{{0, 1, 2, 3}}, bad(2), false, false, 0,
			[]string{"[0 1 2 3]", "[0 1]", "[2 3]", "[2]", "[3]"}, []string{"[0 1]", "[3]"}, []string{"2: bad"}},
		{"another in its place holds", [][]int{{7}}, bad(7), false, false, 0, []string{"[7]", "[107]"}, []string{"[107]"}, nil},
		{"nor does another", [][]int{{7}}, bad(7, 107), false, false, 0, []string{"[7]", "[107]"}, nil, []string{"107: bad"}},
		{"those that fail together", [][]int{{0, 1}}, func(set []int) bool { return len(set) > 1 }, false, false, 0,
			[]string{"[0 1]", "[0]", "[1]"}, []string{"[0]", "[1]"}, nil},
		{"as far as the run pays, in their order", [][]int{{0}, {1}, {2}}, bad(), false, false, 2, []string{"[0]", "[1]"}, []string{"[0]", "[1]"},
			[]string{"2: this run has tried too much: name the file alone"}},
		{"halves of what the run does not pay for", [][]int{{0, 1, 2, 3}}, bad(), false, false, 3, []string{"[0 1]", "[2]"}, []string{"[0 1]", "[2]"},
			[]string{"3: this run has tried too much: name the file alone"}},
		{"each gets a trial before one gets two", [][]int{{0, 1}, {2}}, bad(0, 1), false, false, 4, []string{"[0 1]", "[2]", "[0]"}, []string{"[2]"},
			[]string{"0: bad", "1: this run has tried too much: name the file alone"}},
		{"a file that is tried once", [][]int{{0, 1, 2}}, bad(1), true, true, 0, []string{"[0 1 2]"}, nil,
			[]string{"0: " + errTooMany.Error(), "1: " + errTooMany.Error(), "2: " + errTooMany.Error()}},
		{"two files of which one is tried once", [][]int{{0, 1}}, bad(0), false, true, 0, []string{"[0 1]", "[0]", "[1]"}, []string{"[1]"}, []string{"0: bad"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tried, holds, left []string
			var lock sync.Mutex
			run, n := budget.NewRun(), 0
			for ; run.Pay(one); n++ {
			}
			if run = budget.NewRun(); c.steps > 0 {
				run.Pay((n - c.steps) * one)
			}
			tries := trials[int]{of: &trial{}, run: run, edits: numbered(c.same)}
			tries.try = func(set []int, _ []source.Edit) (func(), error) {
				lock.Lock()
				defer lock.Unlock()
				tried = append(tried, fmt.Sprint(set))
				if c.fails(set) {
					return nil, errors.New("bad")
				}
				return func() { holds = append(holds, fmt.Sprint(set)) }, nil
			}
			tries.fails = func(n int, err error) []int {
				if n == 7 {
					return []int{107}
				}
				left = append(left, fmt.Sprintf("%d: %v", n, err))
				return nil
			}
			files, _ := lists.By(tries.edits(slices.Concat(c.sets...)), fileOf)
			tries.add(files, c.once, c.sets...)
			tries.each()
			slices.Sort(tried)
			slices.Sort(c.tried)
			assert.Equal(t, c.tried, tried)
			assert.Equal(t, c.holds, holds)
			assert.Equal(t, c.left, left)
		})
	}
}

func TestConnected(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	files := lists.Of(names, func(name string) *source.File { return source.NewFile(name, nil) })
	for _, c := range []struct {
		name string
		of   map[string][]int // the inputs of each file
		want [][]string
	}{
		{"each by itself", map[string][]int{"a": {0}, "b": {1}, "c": {2}, "d": {3}, "e": {4}}, [][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}}},
		{"files of an overlay", map[string][]int{"a": {0, 3}, "b": {1, 3}, "c": {2}, "d": {3}, "e": {4}}, [][]string{{"a", "b", "d"}, {"c"}, {"e"}}},
		{"by way of others", map[string][]int{"a": {0, 1}, "b": {2, 3}, "c": {1, 2}, "d": {4}, "e": {3}}, [][]string{{"a", "b", "c", "e"}, {"d"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tries := &trial{of: c.of, inputs: lists.Of(names, func(name string) *project.Input {
				return &project.Input{Input: &reading.Input{File: source.NewFile(name, nil)}}
			})}
			got := lists.Of(tries.connected(files), func(group []*source.File) []string { return lists.Of(group, nameOf) })
			assert.Equal(t, c.want, got)
		})
	}
}

// Edits of a file that was read twice, or that touch each other, are not made together.
func TestApart(t *testing.T) {
	a, again, b := source.NewFile("a", []byte("12345")), source.NewFile("a", []byte("12345")), source.NewFile("b", []byte("12345"))
	edit := func(f *source.File, start, end int) []source.Edit { return []source.Edit{{Span: f.Span(start, end)}} }
	var taken apart
	assert.Equal(t, []bool{true, false, true, true, false, false}, []bool{
		taken.take(edit(a, 0, 2)), taken.take(edit(a, 1, 3)), taken.take(edit(a, 3, 4)), taken.take(edit(b, 1, 3)),
		taken.take(edit(b, 2, 4)), taken.take(edit(again, 4, 5))})
}

// A workload that is read again with some of the files is told from those of its name that others deploy.
func TestIdentitiesOfWhatIsReadAgain(t *testing.T) {
	file := source.NewFile("base/a.yaml", nil)
	deployed := func() *project.Input {
		return &project.Input{Input: &reading.Input{File: file, Workloads: []*workload.Workload{
			{Identity: workload.Identity{File: file, Name: "a"}}, {Identity: workload.Identity{File: file, Name: "a"}}}}}
	}
	before := []*project.Input{deployed(), deployed(), deployed()}
	ids := identify(before)
	again := identify(nil)
	for _, number := range []int{1, 2} {
		in := deployed()
		again.add(number, in)
		for i, w := range in.Workloads {
			assert.Equal(t, ids.of[before[number].Workloads[i]], again.of[w], "workload %d of input %d", i, number)
		}
	}
	assert.Len(t, lists.Set(slices.Collect(maps.Values(ids.of))), 6)
}
