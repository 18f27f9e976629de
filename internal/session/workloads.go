package session

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// predict predicts the workloads of some inputs, with what is said of them.
func (s *Session) predict(inputs []*input.Input) []*predict.Predictions {
	var all []*predict.Predictions
	all, s.said, s.faults = s.predictions(inputs, s.overrule)
	return all
}

// predictions are those of the workloads of some inputs, what is said of each,
// and the faults of jvmlint itself. It names facts that overrule what a workload
// says to overrule.
func (s *Session) predictions(inputs []*input.Input, overrule func(*workload.Workload, workload.Facts)) (all []*predict.Predictions, of map[*workload.Workload]said, faults []error) {
	of = map[*workload.Workload]said{}
	ofPair, joined := s.join(inputs)
	var read []*workload.Workload
	for _, in := range inputs {
		ofInput := s.configs.ofInput(in)
		ofInput.Facts = s.options.Facts.Over(ofInput.Facts).WithLog()
		for _, w := range in.Workloads {
			if !w.HasJVM() && joined[w.Hazelcast] {
				continue
			}
			said := ofInput
			pair, paired := ofPair[w]
			if paired {
				said.Facts = s.options.Facts.Over(pair.Over(ofInput.Facts)).WithLog()
			}
			if w.GCLog != nil && said.Facts.GCLog == nil {
				said.Facts.GCLog = w.GCLog
				said.Facts = said.Facts.WithLog()
			}
			if paired || ofInput.config != none {
				overrule(w, said.Facts)
			}
			of[w] = said
			read = append(read, w)
		}
	}
	all = make([]*predict.Predictions, len(read))
	faults = make([]error, len(read))
	parallel.Each(len(read), func(i int) {
		all[i], faults[i] = predictOne(read[i], of[read[i]].Facts)
		if len(read) > fewWorkloads {
			all[i].LetGo()
		}
	})
	return all, of, slices.DeleteFunc(faults, func(err error) bool { return err == nil })
}

// fewWorkloads is how many may keep what was read of their options until they are
// judged, some 60 KB each. Those of more are read again, which takes less than
// the memory would.
const fewWorkloads = 500

// predictOne keeps a fault of jvmlint itself to the one workload: nothing is
// known of it then.
func predictOne(w *workload.Workload, stated workload.Facts) (p *predict.Predictions, err error) {
	defer func() {
		if r := recover(); r != nil {
			w.Known, w.Options, w.Variables, w.Files = workload.Nothing, nil, nil, nil
			p, err = &predict.Predictions{Workload: w}, fmt.Errorf("internal error on %s, please report it: %v", w.File.Name, r)
		}
	}()
	return predict.For(w, stated), nil
}
