package session

import (
	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Advised is the advice for what was read.
type Advised struct {
	wish  advise.Wish
	of    map[identity]*advise.Advice
	order []identity // of the workloads
}

// All is the advice in the order of the workloads.
func (a *Advised) All() []*advise.Advice {
	var all []*advise.Advice
	for _, id := range a.order {
		all = append(all, a.of[id])
	}
	return all
}

// again works out the advice for a workload of files that were changed.
func (a *Advised) again(w *workload.Workload) *advise.Advice {
	wish := a.wish
	wish.Workload = w
	return advise.For(wish)
}

// Advise works out the options of each workload that says how its JVM starts. A
// workload that cannot be advised is a failure.
func (s *Session) Advise(r *Files, wish advise.Wish) (*Advised, []*predict.Predictions, error) {
	predicted, err := s.Predict(r)
	if err != nil {
		return nil, nil, err
	}
	wish.Rules, wish.Settings = s.chosenRules(), s.settings
	all := &Advised{wish: wish, of: map[identity]*advise.Advice{}}
	ids := identify(r.Inputs)
	for _, p := range predicted {
		w := p.Workload
		if !w.Decided() {
			continue
		}
		wish.Workload = w
		why := wish.Impossible()
		if !w.Memory.Known() && wish.Heap == 0 && !w.Live.Known() {
			why = "its memory limit is unknown (--memory, or --heap)"
		}
		if why != "" {
			r.Failures = append(r.Failures, &source.Problem{File: w.File, Span: w.At.Span(), Message: w.Name + " is not advised: " + why})
			continue
		}
		all.order = append(all.order, ids.of[w])
		all.of[ids.of[w]] = advise.For(wish)
	}
	return all, predicted, nil
}
