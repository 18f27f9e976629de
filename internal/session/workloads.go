package session

import (
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// predict predicts the workloads of some inputs, with what is said of them.
func (s *Session) predict(inputs []*input.Input) []*predict.Predictions {
	s.said = map[*workload.Workload]said{}
	ofPair, joined := s.join(inputs)
	var all []*predict.Predictions
	for _, in := range inputs {
		of := s.configs.ofInput(in)
		of.Facts = s.options.Facts.Over(of.Facts).WithLog()
		for _, w := range in.Workloads {
			if !w.HasJVM() && joined[w.Hazelcast] {
				continue
			}
			said := of
			pair, paired := ofPair[w]
			if paired {
				said.Facts = s.options.Facts.Over(pair.Over(of.Facts)).WithLog()
			}
			if paired || of.config != none {
				s.overrule(w, said.Facts)
			}
			s.said[w] = said
			all = append(all, predict.For(w, said.Facts))
		}
	}
	return all
}
