package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
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
		texts, err := c.lines.Before(c.names)
		if err == nil && len(texts) == 0 {
			return nil, nil // all that is new is new as a whole
		}
		if err == nil {
			c.earlier, err = c.app.before(texts)
		}
		if err != nil {
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
func (a *app) before(texts map[string][]byte) (*earlier, error) {
	b := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, options: a.options, given: a.given, open: map[string]*source.File{}}
	for name, text := range texts {
		b.open[name] = source.NewFile(name, text)
	}
	if err := b.project.open(&b.options); err != nil {
		return nil, err
	}
	if err := b.readBaseline(); err != nil {
		return nil, err
	}
	var left skipped
	inputs, failures := b.readFiles(b.withPairs(b.configure(a.found, &left)), &left)
	result, _ := lint.CheckWith(b.workloads(inputs), b.rules(), b.settings)
	chart.Trace(result, editable(inputs))
	b.suppress(result, inputs)
	b.adopt(result)
	e := &earlier{findings: result.Findings, unjudged: map[string]bool{}}
	for _, p := range withFailures(problems(inputs, nil), append(failures, result.Faults...)) {
		e.unjudged[p.File.Name] = true
	}
	for _, r := range result.Refused {
		for _, f := range r.Workload.File.Sources() {
			e.unjudged[f.Name] = e.unjudged[f.Name] || r.All
		}
	}
	for _, in := range inputs {
		if in.Chart != nil && !in.Rendered {
			for _, name := range in.Chart.Templates() {
				e.unjudged[name] = true
			}
		}
	}
	return e, nil
}
