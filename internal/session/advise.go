package session

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Advised is the advice for what was read.
type Advised struct {
	wishes map[identity]advise.Wish
	of     map[identity]*advise.Advice
	order  []identity // of the workloads
}

// All is the advice in the order of the workloads.
func (a *Advised) All() []*advise.Advice {
	return lists.Of(a.order, func(id identity) *advise.Advice { return a.of[id] })
}

// Advise works out the options of each workload that says how its JVM starts. A
// workload that cannot be advised is a failure.
func (s *Session) Advise(r *project.Files, wish advise.Wish) (*Advised, []*predict.Predictions, error) {
	predicted, err := s.Predict(r)
	if err != nil {
		return nil, nil, err
	}
	wish.Rules = s.chosenRules()
	all := &Advised{wishes: map[identity]advise.Wish{}, of: map[identity]*advise.Advice{}}
	ids := identify(r.Inputs)
	affords := true
	for _, p := range predicted {
		w := p.Workload
		if !w.Decided() {
			continue
		}
		wish.Workload, wish.Settings, wish.Others, wish.Settled = w, s.settings(w), p.Others, new(int)
		why := either.Of(affords, wish.Impossible(), "this run has advised too much: name its file alone")
		if !w.Memory.Known() && wish.Heap == 0 && !w.Live.Known() {
			why = "its memory limit is unknown (--memory, or --heap)"
		}
		if why != "" {
			r.Failures = append(r.Failures, &source.Problem{File: w.File, Span: w.At.Span(), Message: w.Name + " is not advised: " + why})
			continue
		}
		id := ids.of[w]
		all.order = append(all.order, id)
		all.wishes[id], all.of[id] = wish, advise.For(wish)
		affords = s.project.AffordsAdvice(*wish.Settled)
	}
	return all, predicted, nil
}

// WrittenAdvice is what writing advice came to.
type WrittenAdvice struct {
	Changed int      // files
	Left    []string // workloads that stay as they are, and why
}

// WriteAdvice brings the files to what is advised: apply writes or shows each
// change. A workload gets all of the advice that was worked out for it, or none.
func (s *Session) WriteAdvice(r *project.Files, advised *Advised, apply func(fix.Change) error) (*WrittenAdvice, error) {
	left := keptBack(advised)
	for {
		c := &checker{session: s, inputs: r.Inputs}
		w := &adviceWriter{checker: c, advised: advised, left: left, before: identify(r.Inputs)}
		files := slices.DeleteFunc(fixable(r.Inputs), func(f *source.File) bool { return f.Name == source.CommandLine })
		result, err := fix.Settle(files, lint.Unsafe, w.check, w.try)
		if err != nil {
			return nil, err
		}
		if w.again || w.leaveUnsettled(result) {
			continue
		}
		out := &WrittenAdvice{}
		r.Failures = append(r.Failures, lists.Of(s.agree(result, files), func(p *source.Problem) error { return p })...)
		for _, c := range result.Changes {
			if err := apply(c); err != nil {
				r.Failures = append(r.Failures, project.Plain(err))
				continue
			}
			out.Changed++
		}
		for _, id := range advised.order {
			if why := left[id]; why != "" {
				out.Left = append(out.Left, id.name+": not changed: "+why)
			}
		}
		out.Left = slices.Compact(out.Left)
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
			left[id] = "the request needs a memory limit of " + lint.MiB(of.Limit)
		case len(of.RefusedOn) > 0:
			left[id] = "name the JDK by --jdk: " + secret.InFiles(of.Workload.WrittenIn()...).Hide(of.RefusedOn[0])
		}
	}
	return left
}

// adviceWriter brings files to the advice for their workloads, but for those that are left as they are.
type adviceWriter struct {
	*checker
	advised *Advised
	left    map[identity]string // why
	before  identities
	files   map[*source.File]bool // that may be changed
	round   int
	again   bool // one was left after its files were changed for it

	editable  func(*source.File) bool
	wanting   map[identity]bool // edits that are still to be made
	predicted []*predict.Predictions
	ids       identities
}

// leave leaves a workload as it is, and with it its namesakes: they may be one JVM in the branches of a script.
func (w *adviceWriter) leave(id identity, why string) {
	for _, other := range w.advised.order {
		same := other.namesakes == id.namesakes && w.advised.of[other].Workload.Container == nil
		if (same || other == id) && w.left[other] == "" {
			w.left[other] = why
		}
	}
	w.again = w.again || w.round > 1
}

// check is the edits that bring files nearer to the advice, as findings.
func (w *adviceWriter) check(files []*source.File) (*lint.Result, error) {
	w.round++
	w.files = lists.Set(files)
	inputs := w.with(files)
	w.predicted, w.ids = w.session.predict(inputs), identify(inputs)
	if err := errors.Join(w.session.faults...); err != nil {
		return nil, err
	}
	w.current, w.editable = w.session.trial(inputs), project.Editable(inputs)
	for _, ps := range w.predicted {
		w.current.refused[w.ids.of[ps.Workload]] = refusalsOf(ps)
	}
	w.wanting = map[identity]bool{}
	all := map[identity][]*lint.Finding{}
	for _, ps := range w.predicted {
		id := w.ids.of[ps.Workload]
		of := w.advised.of[id]
		if of == nil || w.left[id] != "" {
			continue
		}
		edits, possible := w.edits(ps.Workload, of)
		if !possible {
			w.leave(id, "the file has no place for some of its options: jvmlint advise prints them")
			continue
		}
		all[id], w.wanting[id] = edits, len(edits) > 0
	}
	for _, id := range w.advised.order {
		if w.left[id] == "" && w.ids.count[id.namesakes] != w.before.count[id.namesakes] {
			w.leave(id, "with the change the file would no longer describe this JVM")
		}
	}
	w.leaveShared(all)
	w.prove(all)
	w.leaveShared(all) // with those whose edits do not hold
	result := &lint.Result{}
	for _, id := range w.advised.order {
		if w.left[id] == "" {
			result.Findings = append(result.Findings, all[id]...)
		}
	}
	return result, nil
}

// edits are those of one workload; false where one has no place in a file.
func (w *adviceWriter) edits(of *workload.Workload, advice *advise.Advice) ([]*lint.Finding, bool) {
	edits, possible := advise.Edits(of, advice)
	own := &lint.Result{Findings: edits}
	chart.Trace(own, w.editable)
	return own.Findings, possible && stillFixed(own.Findings, w.files)
}

// share is the edits of one workload in one file.
type share struct {
	of    identity
	edits []source.Edit
}

// prove leaves workloads as they are whose edits do not hold.
func (w *adviceWriter) prove(all map[identity][]*lint.Finding) {
	var shares []share
	for _, id := range w.advised.order {
		of := lists.Of(all[id], func(f *lint.Finding) []source.Edit { return f.Fixes[0].Edits })
		files, byFile := lists.By(of, func(edits []source.Edit) *source.File { return edits[0].Span.File })
		for _, f := range files {
			var own apart
			for _, edits := range byFile[f] {
				own.take(edits) // the others wait for the next round
			}
			shares = append(shares, share{id, own.edits[f]})
		}
	}
	tries := trials[share]{of: w.current, run: w.session.project.Rest()}
	files, byFile := lists.By(shares, func(s share) *source.File { return fileOf(s.edits[0]) })
	for _, group := range w.current.connected(files) {
		tries.add(group, false, lists.Flat(group, func(f *source.File) []share { return byFile[f] }))
	}
	tries.edits = func(set []share) []source.Edit {
		var taken apart
		return lists.Flat(lists.Where(set, func(s share) bool { return taken.take(s.edits) }), func(s share) []source.Edit { return s.edits })
	}
	tries.try = func(_ []share, edits []source.Edit) (func(), error) {
		_, err := w.current.edit(edits)
		return func() {}, err
	}
	tries.fails = func(s share, err error) []share {
		w.leave(s.of, fmt.Sprintf("its edits fail: %v", err))
		return nil
	}
	tries.each()
}

// leaveShared leaves workloads as they are whose options other workloads read,
// too, unless the same is advised for all of these.
func (w *adviceWriter) leaveShared(all map[identity][]*lint.Finding) {
	readers := map[*source.File][]option{}
	for _, ps := range w.predicted {
		for _, o := range ps.Workload.Options {
			if at := chart.Origin(o.Word().Span()); !at.IsZero() {
				readers[at.File] = append(readers[at.File], option{at, w.ids.of[ps.Workload]})
			}
		}
	}
	for _, options := range readers {
		slices.SortStableFunc(options, func(a, b option) int { return a.at.Start - b.at.Start })
	}
	left := func(id identity, _ []*lint.Finding) bool { return w.left[id] != "" }
	for some := true; some; { // who is left leaves those that share with it
		some = false
		maps.DeleteFunc(all, left)
		for _, id := range w.advised.order {
			if other := w.sharing(id, all, readers); other != nil {
				w.leave(id, other.name+" reads the same options, which are not advised for it")
				maps.DeleteFunc(all, left)
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
			for _, o := range optionsAt(readers[e.Span.File], e.Span) {
				if o.of != id && o.at.End >= e.Span.Start && !makes(all[o.of], e) {
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

// optionsAt are those of some options, in order of where they begin, that may
// touch a span: the others end before it, or begin behind it.
func optionsAt(all []option, at source.Span) []option {
	end, _ := slices.BinarySearchFunc(all, at.End+1, func(o option, n int) int { return o.at.Start - n })
	start := end
	for start > 0 && (all[start-1].at.End >= at.Start || start < end && all[start-1].at.Start == all[start].at.Start) {
		start--
	}
	return all[start:end]
}

// makes reports whether an edit is among those of findings.
func makes(findings []*lint.Finding, e source.Edit) bool {
	return slices.ContainsFunc(findings, func(f *lint.Finding) bool { return slices.Contains(f.Fixes[0].Edits, e) })
}

// leaveUnsettled leaves workloads whose files are not as advised after all, or for which the changed files would be
// advised otherwise. It reports whether there are any.
func (w *adviceWriter) leaveUnsettled(result *fix.Result) bool {
	some := false
	for _, ps := range w.predicted {
		id := w.ids.of[ps.Workload]
		was := w.advised.of[id]
		if was == nil || w.left[id] != "" || !w.wanting[id] && !rewritten(result, ps.Workload) {
			continue
		}
		if why := w.unsettled(id, ps.Workload, was); why != "" {
			w.leave(id, why)
			some = true
		}
	}
	return some
}

// unsettled says why the files of a workload cannot stay as they are now.
func (w *adviceWriter) unsettled(id identity, of *workload.Workload, was *advise.Advice) string {
	if w.wanting[id] {
		return "the changes for it conflict with those for other JVMs of its files"
	}
	wish := w.advised.wishes[id]
	wish.Workload = of
	now := advise.For(wish)
	switch edits, possible := advise.Edits(of, now); {
	case now.JDK != was.JDK:
		return fmt.Sprintf("name the JDK by --jdk: with these options nothing shows that it is JDK %d", was.JDK)
	case len(edits) > 0 || !possible:
		return "its advice changes whenever it is applied: jvmlint advise prints it"
	}
	return ""
}

// rewritten reports whether a change is of a file that a workload was read from, or one that its options stand in.
func rewritten(result *fix.Result, w *workload.Workload) bool {
	ofOption := func(o jvmflag.Option) *source.File { return chart.Origin(o.Word().Span()).File }
	sources := slices.Concat(w.File.Sources(), []*source.File{w.File}, lists.Of(w.Options, ofOption))
	return slices.ContainsFunc(result.Changes, func(c fix.Change) bool { return slices.Contains(sources, c.After) })
}

// stillFixed reports whether all edits have a place in one of the files, among
// options: a chart may put the value of a key of its own into an option.
func stillFixed(findings []*lint.Finding, files map[*source.File]bool) bool {
	astray := func(e source.Edit) bool { return !files[e.Span.File] || !amongOptions(e.Span) }
	return !slices.ContainsFunc(findings, func(f *lint.Finding) bool {
		return len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 || slices.ContainsFunc(f.Fixes[0].Edits, astray)
	})
}

// anOption is how one begins, in a text of options or in a list.
var anOption = lazyregexp.New(`(?:^|[\s"'\[,=:])--?[A-Za-z]`)

// amongOptions reports whether a place stands behind an option on its line, the key of a value aside, or at one.
func amongOptions(at source.Span) bool {
	before := string(at.Before())
	value := strings.LastIndex(before, ": ") + 1
	return anOption.MatchString(before[value:] + at.String())
}
