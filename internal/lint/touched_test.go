package lint

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// What was there before stands for one of now, first for one of its own
// workload.
func TestNewSince(t *testing.T) {
	heap, stack := &Rule{ID: "heap"}, &Rule{ID: "stack"}
	f := source.NewFile("f", []byte("-Xmx1g -Xss1m -Xmx1g"))
	other := source.NewFile("other", f.Data)
	at := func(r *Rule, name string, file *source.File, start int) *Finding {
		return &Finding{Rule: r, Span: file.Span(start, start+6), Workload: &workload.Workload{Identity: workload.Identity{Name: name, File: file}}}
	}
	was := at(heap, "a", f, 0)
	for _, c := range []struct {
		name        string
		before, now []*Finding
		want        []int
	}{
		{"the same", []*Finding{was}, []*Finding{at(heap, "a", f, 0)}, nil},
		{"elsewhere in the file", []*Finding{was}, []*Finding{at(heap, "a", f, 14)}, nil},
		{"another rule", []*Finding{was}, []*Finding{at(stack, "a", f, 0)}, []int{0}},
		{"other words", []*Finding{was}, []*Finding{at(heap, "a", f, 7)}, []int{0}},
		{"another file", []*Finding{was}, []*Finding{at(heap, "a", other, 0)}, []int{0}},
		{"one more", []*Finding{was}, []*Finding{at(heap, "a", f, 0), at(heap, "a", f, 14)}, []int{1}},
		{"of a workload with another name", []*Finding{was}, []*Finding{at(heap, "b", f, 0)}, nil},
		{"of another workload, too", []*Finding{was}, []*Finding{at(heap, "b", f, 0), at(heap, "a", f, 14)}, []int{0}},
		{"of two that were", []*Finding{was, at(heap, "b", f, 0)}, []*Finding{at(heap, "c", f, 0), at(heap, "a", f, 14)}, nil},
	} {
		var want []*Finding
		for _, i := range c.want {
			want = append(want, c.now[i])
		}
		assert.Equal(t, want, NewSince(c.before, c.now), c.name)
	}
}
