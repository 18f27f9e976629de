package session

import (
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// suppress takes out of a result what comments of the inputs ask to leave out.
func (s *Session) suppress(result *lint.Result, covered coverage) {
	comments := commentsOf(covered.inputs)
	for _, f := range namedFiles(result, covered.inputs) {
		comments = append(comments, input.Read(f).Suppressions...)
	}
	result.Suppress(lint.Comments{
		All: merged(comments), Rules: s.RuleIDs(), Judged: covered.ofComment,
		Settings: func(f *source.File) lint.Settings {
			return config.Lint(s.configs.ofFile(f).Rules, s.chosen.Selected)
		},
	}, s.chosenRules())
	for _, f := range result.Findings {
		if f.Rule.CheckIgnore != nil { // what is said of its file holds for it
			s.said[f.Workload] = s.configs.ofFile(f.Span.File)
		}
	}
}

func commentsOf(inputs []*input.Input) []*lint.Suppression {
	var all []*lint.Suppression
	for _, in := range inputs {
		all = append(all, in.Suppressions...)
	}
	return all
}

// merged makes one of the comments of a template that several releases render.
func merged(comments []*lint.Suppression) []*lint.Suppression {
	var all []*lint.Suppression
	known := map[source.Span]*lint.Suppression{}
	for _, c := range comments {
		if have := known[c.Span]; have != nil {
			have.Covers = append(have.Covers, c.Covers...)
			continue
		}
		one := *c
		one.Covers = slices.Clone(c.Covers)
		known[c.Span] = &one
		all = append(all, &one)
	}
	return all
}

// namedFiles are files that findings stand in and that are no inputs: options
// name them, of java or of jvmlint.
func namedFiles(result *lint.Result, inputs []*input.Input) []*source.File {
	var all []*source.File
	known := map[*source.File]bool{}
	for _, in := range inputs {
		known[in.File] = true
	}
	isSource := sync.OnceValue(func() map[*source.File]bool { // takes long: few findings stand in a file that is no input, nor a source of their own
		sources := map[*source.File]bool{}
		for _, in := range inputs {
			for _, f := range in.File.Sources() {
				sources[f] = true
			}
		}
		return sources
	})
	for _, f := range result.Findings {
		file := f.Span.File
		if known[file] || file.Rendered() || strings.HasPrefix(file.Name, "<") {
			continue
		}
		known[file] = true
		if !slices.Contains(f.Workload.File.Sources(), file) && !isSource()[file] {
			all = append(all, file)
		}
	}
	return all
}
