package session

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/jvmlint/jvmlint/internal/changes"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
)

// change is what --new-from asks about; nil where it is not given.
type change struct {
	lines changes.Lines
	files map[string]*source.File // as they are on disk
	names []string                // of these, and of templates
	moved map[*source.File][]int

	session *Session
	earlier *earlier // nil until it is asked for
}

// changeOf asks git which lines of the inputs a change touches.
func (s *Session) changeOf(r *project.Files) (*change, error) {
	inputs := r.Inputs
	if s.options.NewFrom == "" {
		return nil, nil
	}
	c := &change{files: map[string]*source.File{}, moved: map[*source.File][]int{}, session: s}
	for _, config := range s.configs.byPath {
		if config.File != nil {
			c.files[config.File.Name] = config.File
		}
	}
	for _, in := range inputs {
		for _, f := range slices.Concat(in.File.Sources(), project.Changeable(in)) {
			switch {
			case f.Name == s.options.Stdin.Name:
				return nil, errors.New("--new-from: standard input has no history")
			case c.files[f.Name] == nil && !strings.HasPrefix(f.Name, "<"):
				c.files[f.Name] = f
			}
		}
	}
	charts := lists.Where(inputs, func(in *project.Input) bool { return in.Chart != nil })
	templates := lists.Flat(charts, func(in *project.Input) []string { return in.Chart.Templates() })
	c.names = slices.Compact(slices.Sorted(slices.Values(slices.AppendSeq(templates, maps.Keys(c.files)))))
	var err error
	if c.lines, err = changes.Since(s.options.NewFrom, c.names); err != nil {
		return nil, fmt.Errorf("--new-from: %w", err)
	}
	return c, nil
}

// keep takes out of a result what the change neither touches nor brings about.
func (c *change) keep(result *lint.Result) (err error) {
	if c == nil {
		return nil
	}
	result.KeepTouched(c.touches, func(others []*lint.Finding) []*lint.Finding {
		var brought []*lint.Finding
		brought, err = c.brought(others)
		return brought
	})
	return err
}

// touches reports whether the change touches a line of a span. A line that a fix
// has just written is part of the change.
func (c *change) touches(at source.Span) bool {
	first, last := at.File.LineAt(at.Start), at.File.LineAt(max(at.Start, at.End-1))
	before := c.files[at.File.Name]
	if before == nil || before == at.File || string(before.Data) == string(at.File.Data) {
		return c.lines.Touch(at.File.Name, first, last)
	}
	if c.moved[at.File] == nil {
		c.moved[at.File] = linesBefore(string(before.Data), string(at.File.Data))
	}
	for n := first; n <= last; n++ {
		if was := c.moved[at.File][n-1]; was == 0 || c.lines.Touch(at.File.Name, was, was) {
			return true
		}
	}
	return false
}

// linesBefore gives, for each line, its number before edits; 0 for a line that they have written.
func linesBefore(before, after string) []int {
	var all []int
	line, at := 1, 0
	same := func(until int) {
		for range strings.Count(before[at:until], "\n") {
			all = append(all, line)
			line++
		}
		at = until
	}
	for _, e := range udiff.Lines(before, after) {
		same(e.Start)
		all = append(all, make([]int, strings.Count(e.New, "\n"))...)
		line += strings.Count(before[at:e.End], "\n")
		at = e.End
	}
	same(len(before))
	return append(all, line)
}

// earlier is what was found before a change.
type earlier struct {
	findings []*lint.Finding
	unjudged map[string]bool // files of which not all could be judged
}

// brought are those of findings on lines without a change that were not there before it: an option that went, or an
// image that came, has its part in what is far from its line.
func (c *change) brought(findings []*lint.Finding) ([]*lint.Finding, error) {
	if c.earlier == nil && len(findings) > 0 {
		var err error
		if c.earlier, err = c.session.before(c.names); err != nil {
			return nil, fmt.Errorf("--new-from: %w", err)
		}
	}
	judged := slices.DeleteFunc(slices.Clone(findings), c.earlier.unknown)
	return lint.NewSince(c.earlier.findings, judged), nil
}

// unknown tells a finding of which nobody can say whether it was there.
func (e *earlier) unknown(f *lint.Finding) bool {
	return slices.ContainsFunc(append(f.Workload.File.Sources(), f.Span.File), func(s *source.File) bool { return e.unjudged[s.Name] })
}

// Earlier is a session like this one, on files as they were where a revision and the current one part. The configuration
// of today holds there, too: what a change of that brings about is no fault of a file. Nothing is left out for a
// baseline. Alone: all but the paths themselves is as it is now.
func (s *Session) Earlier(revision string, paths []string, alone bool) (*Session, error) {
	texts, err := changes.Before(revision, paths, alone)
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(texts, func(path string, _ []byte) bool { return filepath.Base(path) == config.Name })
	files, came := filesystem.Over(s.files, texts), map[string][]byte{}
	for _, name := range s.options.Charts.Files() {
		if _, err := files.Stat(name); err != nil {
			came[name] = []byte{} // a chart was rendered without these values
		}
	}
	o := s.options
	o.Progress, o.Baseline = nil, Baseline{None: true}
	return Open(o, filesystem.Over(files, came))
}

// Existing are those of some paths that lead to something.
func (s *Session) Existing(paths []string) []string {
	return lists.Where(paths, func(path string) bool {
		_, err := s.files.Stat(path)
		return err == nil
	})
}

// before judges the same paths with files of some names as they were.
func (s *Session) before(names []string) (*earlier, error) {
	b, err := s.Earlier(s.options.NewFrom, names, true)
	if err != nil {
		return nil, err
	}
	r, err := b.Read(b.Existing(s.paths))
	if err != nil {
		return nil, err
	}
	run := judging{inputs: r.Inputs, predicted: b.predict(r.Inputs)}
	result, err := b.find(&run)
	if err != nil {
		return nil, err
	}
	e := &earlier{findings: result.Findings, unjudged: map[string]bool{}}
	for _, p := range project.WithFailures(problems(r.Inputs, nil), append(r.Failures, result.Faults...)) {
		e.unjudged[p.File.Name] = true
	}
	for _, r := range result.Refused {
		for _, f := range r.Workload.File.Sources() {
			e.unjudged[f.Name] = e.unjudged[f.Name] || r.All
		}
	}
	for _, in := range r.Inputs {
		if in.Unasked {
			e.unjudged[in.File.Name] = true
		}
		if in.Chart != nil && !in.Rendered {
			for _, name := range in.Chart.Templates() {
				e.unjudged[name] = true
			}
		}
	}
	return e, nil
}
