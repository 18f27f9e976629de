package chart

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// place is where a text is best pointed at: at the first value of a file that
// is in it, or that it is computed from, else at the text of a template.
func place(t source.Text) source.Span {
	var best source.Span
	least := 4
	for _, p := range t.Pieces() {
		at := p.Foremost()
		if at.IsZero() {
			continue
		}
		rank := 0
		if isTemplate(at.File) {
			rank = 2
		}
		if !p.Exact() {
			rank++
		}
		if strings.TrimSpace(p.String()) != "" && rank < least {
			best, least = at, rank
		}
	}
	if best.IsZero() {
		return t.Foremost()
	}
	return best
}

// isTemplate tells a template from a file of values, by where Helm looks for
// them.
func isTemplate(f *source.File) bool {
	return path.Base(path.Dir(f.Name)) == "templates" || strings.Contains(f.Name, "/templates/")
}
