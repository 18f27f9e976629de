package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// WrittenAdvice is what writing advice came to.
type WrittenAdvice struct {
	Changed int      // files
	Left    []string // workloads that stay as they are, and why
}

// WriteAdvice brings the files to what is advised: apply writes or shows each
// change. A workload gets all of the advice that was worked out for it, or none.
func (s *Session) WriteAdvice(r *Files, advised *Advised, apply func(fix.Change) error) (*WrittenAdvice, error) {
	left := keptBack(advised)
	for {
		w := &adviceWriter{checker: s.checker(r.Inputs), advised: advised, left: left, before: identify(r.Inputs)}
		files := slices.DeleteFunc(fixable(r.Inputs), func(f *source.File) bool { return f.Name == source.CommandLine })
		w.files = files
		result, err := fix.Settle(files, lint.Unsafe, w.check, w.try)
		if err != nil {
			return nil, err
		}
		if w.again || w.leaveUnsettled(result) {
			continue
		}
		out := &WrittenAdvice{}
		for _, p := range s.agree(result, files) {
			r.Failures = append(r.Failures, p)
		}
		for _, c := range result.Changes {
			if err := apply(c); err != nil {
				r.Failures = append(r.Failures, Plain(err))
				continue
			}
			out.Changed++
		}
		for _, id := range advised.order {
			if why := left[id]; why != "" {
				out.Left = append(out.Left, id.name+": it is not changed, "+why)
			}
		}
		return out, nil
	}
}

// keptBack says which advice is not for the files as they are: that for a larger
// limit, and that which another JDK that may run them refuses.
func keptBack(advised *Advised) map[identity]string {
	left := map[identity]string{}
	for id, of := range advised.of {
		switch {
		case of.ForLimit:
			left[id] = "what is asked for takes a memory limit of " + lint.MiB(of.Limit)
		case len(of.RefusedOn) > 0:
			left[id] = "name the JDK by --jdk: " + report.SecretsOfWorkload(of.Workload).Show(of.RefusedOn[0])
		}
	}
	return left
}

// adviceWriter brings files to the advice for their workloads, but for those
// that are left as they are.
type adviceWriter struct {
	*checker
	advised *Advised
	left    map[identity]string // why
	before  identities
	files   []*source.File // that may be changed
	round   int
	again   bool // one was left after its files were changed for it

	wanting   map[identity]bool // edits that are still to be made
	predicted []*predict.Predictions
	ids       identities
}

// leave leaves a workload as it is.
func (w *adviceWriter) leave(id identity, why string) {
	w.left[id] = why
	w.again = w.again || w.round > 1
}

// check is the edits that bring files nearer to the advice, as findings.
func (w *adviceWriter) check(files []*source.File) (*lint.Result, error) {
	w.round++
	w.files = files
	inputs := w.with(files)
	w.predicted, w.ids = w.session.predict(inputs), identify(inputs)
	if err := errors.Join(w.session.faults...); err != nil {
		return nil, err
	}
	w.current = w.session.trial(inputs)
	for _, ps := range w.predicted {
		w.current.refused[ps.Workload] = refusing(ps)
	}
	w.wanting = map[identity]bool{}
	all := map[identity][]*lint.Finding{}
	for _, ps := range w.predicted {
		id := w.ids.of[ps.Workload]
		of := w.advised.of[id]
		if of == nil || w.left[id] != "" {
			continue
		}
		edits, err := w.edits(ps.Workload, of)
		if err != nil {
			w.leave(id, err.Error())
			continue
		}
		all[id], w.wanting[id] = edits, len(edits) > 0
	}
	for _, id := range w.advised.order {
		if w.left[id] == "" && w.ids.count[id.namesakes] != w.before.count[id.namesakes] {
			w.leave(id, "with it the file would not describe this JVM any more")
		}
	}
	w.leaveShared(all)
	result := &lint.Result{}
	for _, id := range w.advised.order {
		if w.left[id] == "" {
			result.Findings = append(result.Findings, all[id]...)
		}
	}
	return result, nil
}

// edits are those of one workload, each in a file, and proved.
func (w *adviceWriter) edits(of *workload.Workload, advice *advise.Advice) ([]*lint.Finding, error) {
	edits, possible := advise.Edits(of, advice)
	own := &lint.Result{Findings: edits}
	chart.Trace(own, editable(w.current.inputs))
	if !possible || !stillFixed(own.Findings, w.files) {
		return nil, errors.New("some of its options have no place in a file among options: jvmlint advise prints them")
	}
	files := w.current
	for file, edits := range together(own.Findings) {
		tried, err := files.edit(file, edits)
		if err != nil {
			return nil, fmt.Errorf("its edits do not hold: %w", err)
		}
		files = files.with(tried)
	}
	return own.Findings, nil
}

// together are the edits of findings that do not touch each other, by file.
func together(findings []*lint.Finding) map[*source.File][]source.Edit {
	all := map[*source.File][]source.Edit{}
	for _, f := range findings {
		edits := f.Fixes[0].Edits
		if file := edits[0].Span.File; fix.Fits(all[file], edits) {
			all[file] = append(all[file], edits...)
		}
	}
	return all
}

// leaveShared leaves workloads as they are whose options other workloads read,
// too, unless the same is advised for all of these.
func (w *adviceWriter) leaveShared(all map[identity][]*lint.Finding) {
	readers := map[*source.File][]option{}
	for _, ps := range w.predicted {
		for _, o := range ps.Workload.Options {
			if at := chart.Origin(o.Word.Span()); !at.IsZero() {
				readers[at.File] = append(readers[at.File], option{at, w.ids.of[ps.Workload]})
			}
		}
	}
	for some := true; some; { // who is left leaves those that share with it
		some = false
		for _, id := range w.advised.order {
			if other := w.sharing(id, all, readers); other != nil {
				w.leave(id, other.name+" reads the same options, and they are not advised for it")
				delete(all, id)
				delete(w.wanting, id)
				some = true
			}
		}
	}
}

// sharing is a workload that an edit of another one would change, too, against
// what is advised for it; nil: there is none.
func (w *adviceWriter) sharing(id identity, all map[identity][]*lint.Finding, readers map[*source.File][]option) *identity {
	for _, f := range all[id] {
		for _, e := range f.Fixes[0].Edits {
			for _, o := range readers[e.Span.File] {
				if o.of != id && o.at.Start <= e.Span.End && e.Span.Start <= o.at.End && !makes(all[o.of], e) {
					return &o.of
				}
			}
		}
	}
	return nil
}

// option is where an option of a workload is written.
type option struct {
	at source.Span
	of identity
}

// makes reports whether an edit is among those of findings.
func makes(findings []*lint.Finding, e source.Edit) bool {
	return slices.ContainsFunc(findings, func(f *lint.Finding) bool { return slices.Contains(f.Fixes[0].Edits, e) })
}

// leaveUnsettled leaves workloads whose files are not as advised after all, or
// for which the changed files would be advised otherwise. It reports whether
// there are any.
func (w *adviceWriter) leaveUnsettled(result *fix.Result) bool {
	some := false
	for _, ps := range w.predicted {
		id := w.ids.of[ps.Workload]
		was := w.advised.of[id]
		if was == nil || w.left[id] != "" || !w.wanting[id] && !rewritten(result, ps.Workload) {
			continue
		}
		if why := w.unsettled(id, ps.Workload, was); why != "" {
			w.left[id], some = why, true
		}
	}
	return some
}

// unsettled says why the files of a workload cannot stay as they are now.
func (w *adviceWriter) unsettled(id identity, of *workload.Workload, was *advise.Advice) string {
	if w.wanting[id] {
		return "the changes for it and for others of its files do not go together"
	}
	now := w.advised.again(of)
	switch edits, possible := advise.Edits(of, now); {
	case now.JDK != was.JDK:
		return fmt.Sprintf("name the JDK by --jdk: with these options nothing tells that it is JDK %d", was.JDK)
	case len(edits) > 0 || !possible:
		return "its advice does not settle: jvmlint advise prints it"
	}
	return ""
}

// rewritten reports whether a change is of a file that a workload was read from.
func rewritten(result *fix.Result, w *workload.Workload) bool {
	sources := append(w.File.Sources(), w.File)
	return slices.ContainsFunc(result.Changes, func(c fix.Change) bool { return slices.Contains(sources, c.After) })
}

// stillFixed reports whether all edits have a place in one of the files, among
// options: a chart may put the value of a key of its own into an option.
func stillFixed(findings []*lint.Finding, files []*source.File) bool {
	for _, f := range findings {
		if len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 {
			return false
		}
		for _, e := range f.Fixes[0].Edits {
			if !slices.Contains(files, e.Span.File) || !amongOptions(e.Span) {
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
