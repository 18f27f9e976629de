package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Advised is the advice for what was read, by the number of the workload.
type Advised map[int]*advise.Advice

// All is the advice in the order of the workloads.
func (a Advised) All() []*advise.Advice {
	var all []*advise.Advice
	for _, i := range slices.Sorted(maps.Keys(a)) {
		all = append(all, a[i])
	}
	return all
}

// Advise works out the options of each workload that says how its JVM starts. A
// workload that cannot be advised is a failure.
func (s *Session) Advise(r *Files, wish advise.Wish) (Advised, []*predict.Predictions, error) {
	predicted, err := s.Predict(r)
	if err != nil {
		return nil, nil, err
	}
	wish.Rules, wish.Settings = s.chosenRules(), s.settings
	all := Advised{}
	for i, p := range predicted {
		w := p.Workload
		if !w.Decided() {
			continue
		}
		wish.Workload = w
		why := wish.Impossible()
		if !w.Memory.Known() && wish.Heap == 0 && !w.Live.Known() {
			why = "its memory limit is not known (--memory, or --heap)"
		}
		if why != "" {
			r.Failures = append(r.Failures, &source.Problem{File: w.File, Span: w.At.Span(), Message: w.Name + " is not advised: " + why})
			continue
		}
		all[i] = advise.For(wish)
	}
	return all, predicted, nil
}

// WrittenAdvice is what writing advice came to.
type WrittenAdvice struct {
	Changed  int               // files
	Left     []string          // workloads that stay as they are, and why
	Problems []*source.Problem // of fixes that could not be proved
}

// WriteAdvice brings the files to what is advised: apply writes or shows each
// change.
func (s *Session) WriteAdvice(r *Files, advised Advised, apply func(fix.Change) error) (*WrittenAdvice, error) {
	out := &WrittenAdvice{}
	current := s.checker(r.Inputs)
	impossible := map[int]bool{}
	left := out.leave(advised)
	check := func(files []*source.File) (*lint.Result, error) {
		result := &lint.Result{}
		for i, p := range s.predict(current.with(files)) {
			if advised[i] == nil || left[i] {
				continue
			}
			edits, possible := advise.Edits(p.Workload, advised[i])
			own := &lint.Result{Findings: edits}
			chart.Trace(own, editable(current.current))
			if possible && !stillFixed(own.Findings) {
				possible, own.Findings = false, nil
			}
			impossible[i] = !possible || len(own.Findings) > 0 // until they are made
			result.Findings = append(result.Findings, own.Findings...)
		}
		return result, nil
	}
	files := slices.DeleteFunc(fixable(r.Inputs), func(f *source.File) bool { return f.Name == source.CommandLine })
	result, err := fix.Settle(files, lint.Unsafe, check, current.prove)
	if err != nil {
		return nil, err
	}
	for _, c := range result.Changes {
		if err := apply(c); err != nil {
			return nil, Plain(err)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(advised)) {
		if impossible[i] && !left[i] {
			out.Left = append(out.Left, advised[i].Workload.Name+": it is not changed, some of its options have no place in a file among options: jvmlint advise prints them")
		}
	}
	out.Changed, out.Problems = len(result.Changes), result.Problems
	return out, nil
}

// leave keeps back advice that is not for the files as they are: that for a
// larger limit, and that which another JDK that may run them refuses.
func (out *WrittenAdvice) leave(advised Advised) map[int]bool {
	left := map[int]bool{}
	for _, i := range slices.Sorted(maps.Keys(advised)) {
		of := advised[i]
		switch {
		case of.ForLimit:
			left[i] = true
			out.Left = append(out.Left, fmt.Sprintf("%s: it is not changed, what is asked for takes a memory limit of %s", of.Workload.Name, lint.MiB(of.Limit)))
		case len(of.RefusedOn) > 0:
			left[i] = true
			out.Left = append(out.Left, fmt.Sprintf("%s: it is not changed, name the JDK by --jdk: %s", of.Workload.Name, of.RefusedOn[0]))
		}
	}
	return left
}

// stillFixed reports whether all edits have a place in a file, among options: a
// chart may put the value of a key of its own into an option.
func stillFixed(findings []*lint.Finding) bool {
	for _, f := range findings {
		if len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 {
			return false
		}
		for _, e := range f.Fixes[0].Edits {
			if !amongOptions(e.Span) {
				return false
			}
		}
	}
	return true
}

// anOption is how one begins, in a text of options or in a list.
var anOption = lazyregexp.New(`(?:^|[\s"'\[,=:])--?[A-Za-z]`)

// amongOptions reports whether a place stands behind an option on its line, the
// key of a value aside, or at one.
func amongOptions(at source.Span) bool {
	line := at.File.Line(at.File.Position(at.Start).Line)
	before := string(at.File.Data[line.Start:at.Start])
	value := strings.LastIndex(before, ": ") + 1
	return anOption.MatchString(before[value:] + at.String())
}
