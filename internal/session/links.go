package session

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/source"
)

// agree takes out of a result the changes of files that go by several names, of
// which one leads to the other, unless all names ask for the same change: what
// was judged by one name must hold by the others too. files are all that were
// asked about. The problems say which were taken out.
func (s *Session) agree(result *fix.Result, files []*source.File) (problems []*source.Problem) {
	after := map[*source.File]*source.File{}
	for _, c := range result.Changes {
		after[c.Before] = c.After
	}
	if len(after) == 0 {
		return nil
	}
	names := map[string][]*source.File{}
	for _, f := range files {
		real := realPath(s.files, f.Name)
		names[real] = append(names[real], f)
	}
	text := func(f *source.File) []byte {
		if a := after[f]; a != nil {
			return a.Data
		}
		return f.Data
	}
	for _, f := range files {
		same := names[realPath(s.files, f.Name)]
		if len(same) < 2 || same[0] != f {
			continue
		}
		if slices.ContainsFunc(same, func(other *source.File) bool { return !bytes.Equal(text(other), text(f)) }) {
			result.Changes = slices.DeleteFunc(result.Changes, func(c fix.Change) bool { return slices.Contains(same, c.Before) })
			var all []string
			for _, other := range same {
				all = append(all, other.Name)
			}
			problems = append(problems, &source.Problem{File: f, Message: fmt.Sprintf("%s are one file, but its fixes differ by name: none was applied", strings.Join(all, " and "))})
		}
	}
	return problems
}
