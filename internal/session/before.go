package session

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// earlier is what was found before a change.
type earlier struct {
	findings []*lint.Finding
	unjudged map[string]bool // files of which not all could be judged
}

// brought are those of findings on lines without a change that were not there
// before it: an option that went, or an image that came, has its part in what
// is far from its line.
func (c *change) brought(findings []*lint.Finding) ([]*lint.Finding, error) {
	if c.earlier == nil {
		texts := c.lines.Before()
		if len(texts) == 0 {
			return nil, nil // all that is new is new as a whole
		}
		var err error
		if c.earlier, err = c.session.before(c.found, texts); err != nil {
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

// before judges the same files with the texts that some of them had, by the
// configuration of today: what a change of that brings about is no fault of a
// file.
func (s *Session) before(all []found, texts map[string][]byte) (*earlier, error) {
	o := s.options
	o.Progress = nil
	b, err := Open(o, s.files)
	if err != nil {
		return nil, err
	}
	if err := b.ReadBaseline(); err != nil {
		return nil, err
	}
	b.files = filesystem.Overlay{System: s.files, Texts: texts}
	r := &Files{}
	b.readAll(r, b.toRead(all, &r.Left))
	run := judging{inputs: r.Inputs, predicted: b.predict(r.Inputs)}
	result, err := b.find(&run)
	if err != nil {
		return nil, err
	}
	e := &earlier{findings: result.Findings, unjudged: map[string]bool{}}
	for _, p := range withFailures(problems(r.Inputs, nil), append(r.Failures, result.Faults...)) {
		e.unjudged[p.File.Name] = true
	}
	for _, r := range result.Refused {
		for _, f := range r.Workload.File.Sources() {
			e.unjudged[f.Name] = e.unjudged[f.Name] || r.All
		}
	}
	for _, in := range r.Inputs {
		if in.Chart != nil && !in.Rendered {
			for _, name := range in.Chart.Templates() {
				e.unjudged[name] = true
			}
		}
	}
	return e, nil
}
