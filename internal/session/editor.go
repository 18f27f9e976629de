package session

import (
	"errors"
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Typed is what judging a text that somebody is typing came to.
type Typed struct {
	Inputs   []*input.Input // the text, and what was read with it: its chart
	Result   *lint.Result
	Problems []*source.Problem
	Rules    []*lint.Rule // all there are

	again *checker
}

// JudgeTyped judges a text as Judge does a file that it finds, with the chart
// that the text belongs to. By a configuration that is at fault nothing is judged.
func (s *Session) JudgeTyped(name string) (*Typed, error) {
	r := &Files{}
	files := s.toRead([]found{{path: name, typed: true}}, &r.Left)
	if path.Base(name) == config.Name {
		return &Typed{Result: &lint.Result{}, Rules: s.allRules(), Problems: withFailures(nil, s.configs.faults)}, nil
	}
	if len(s.configs.faults) > 0 {
		return nil, ErrFaults
	}
	_ = s.ChooseRules() // those of another configuration may be chosen, too
	s.readAll(r, files)
	if r.Left.Binary > 0 {
		r.Failures = append(r.Failures, source.Unreadable(name, errors.New("not judged: a zero byte in it shows that it is not text")))
	}
	for _, in := range r.Inputs {
		if in.Format == "" { // nobody says that it is ours
			in.Problems = slices.DeleteFunc(in.Problems, func(p *source.Problem) bool { return p.Span.IsZero() })
		}
	}
	run := judging{inputs: r.Inputs, predicted: s.predict(r.Inputs)}
	result, err := s.judge(&run)
	if err != nil {
		return nil, err
	}
	return &Typed{
		Inputs: r.Inputs, Result: result, Rules: s.allRules(),
		Problems: withFailures(append(problems(r.Inputs, result.Refused), result.Unlisted...), append(r.Failures, result.Faults...)),
		again:    s.checker(judgeable(r.Inputs)),
	}, nil
}

// FixAll makes all safe fixes of a file. It reports whether there are any.
func (t *Typed) FixAll(name string) (fix.Change, bool) {
	if t.again == nil {
		return fix.Change{}, false
	}
	files := slices.DeleteFunc(fixable(t.Inputs), func(f *source.File) bool { return f.Name != name })
	again := *t.again
	again.offered = &offers{}
	result, err := fix.Settle(files, lint.Safe, again.check, again.try)
	if err != nil || len(result.Changes) == 0 {
		return fix.Change{}, false
	}
	return result.Changes[0], true
}
