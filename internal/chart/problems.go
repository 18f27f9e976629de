package chart

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// failedAt is how the template engine says where something failed.
var failedAt = lazyregexp.New(`^template: ([^:]+):(\d+):(?:(\d+):)? `)

// explain says why templates were not rendered. Where dependencies are not
// there, that is why, and is said once; where all templates are rendered
// without them, what is missing is theirs.
func (e *engine) explain(
	failed map[string]error, installed *helmchart.Chart, missing []helmchart.Lacking, out *Rendered,
) {
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		out.Left = append(out.Left, e.sources[name])
	}
	var names []string
	for _, l := range missing {
		if installed.Needs(l) {
			name := strings.TrimSpace(l.Name + " " + l.Version)
			if l.In != "" {
				name += " of " + strings.TrimSuffix(l.In, "/")
			}
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		about := "dependencies are missing in charts/: " + strings.Join(names, ", ") + "; helm dependency build fetches them"
		if len(failed) == 0 {
			out.Missing = about
			return
		}
		about += "; some templates are not rendered without them"
		out.Problems = append(out.Problems, &source.Problem{Message: about, Lacking: true})
		return
	}
	for _, name := range slices.Sorted(maps.Keys(failed)) {
		at, message := e.fault(failed[name])
		out.problem(at, "not rendered: %s", message)
	}
}

// fault takes the place and the reason out of what the template engine says.
func (e *engine) fault(err error) (source.Span, string) {
	s := err.Error()
	var at source.Span
	for {
		m := failedAt.FindStringSubmatch(s)
		if m == nil {
			break
		}
		line, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		if file := e.sources[m[1]].Foremost().File; file != nil && at.IsZero() {
			o := file.Offset(line, column+1)
			at = file.Span(o, o)
		}
		s = s[len(m[0]):]
		if i := strings.LastIndex(s, "template: "); i >= 0 {
			s = s[i:]
		}
	}
	if i := strings.LastIndex(s, ">: "); i >= 0 {
		s = s[i+3:]
	}
	return at, strings.Join(strings.Fields(calling.ReplaceAllString(s, "")), " ")
}

// calling leads to what a function says.
var calling = lazyregexp.New(`^(?:error calling \w+: )+`)

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
