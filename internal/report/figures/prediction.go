package figures

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Prediction is what one workload will do on one JDK.
type Prediction struct{ *predict.Prediction }

func ofPredictions(p *predict.Predictions) *workload.Workload { return p.Workload }

func ofPrediction(p Prediction) *workload.Workload { return p.Workload }

// Predictions are those of a workload, the newest JDK last.
func Predictions(w *predict.Predictions) []Prediction {
	var all []Prediction
	for _, p := range slices.Backward(w.All()) {
		all = append(all, Prediction{p})
	}
	return all
}

// titleOf names a workload.
func titleOf(w *workload.Workload) string { return fmt.Sprintf("%s of %s", w.Name, w.File.Name) }

// predictions are those of several workloads.
func predictions(workloads []*predict.Predictions) []Prediction {
	var all []Prediction
	for _, w := range workloads {
		all = append(all, Predictions(w)...)
	}
	return all
}

// Memory is the sum of what a process takes; not ok where it is not known.
func (p Prediction) Memory() (memory *report.Memory, ok bool) {
	budget, ok := p.Budget()
	if !ok {
		return nil, false
	}
	return memoryIn(p, budget), true
}

// Verdict says whether the JVM starts.
func (p Prediction) Verdict() string {
	switch {
	case !p.Start.OK:
		return "does not start"
	case p.JVM == nil:
		return "prints what " + p.Options.Program.Name + " asks for and ends"
	}
	return "starts"
}

// memoryIn is a budget in its container, where other JVMs may run, too.
func memoryIn(p Prediction, budget memory.Budget) *report.Memory {
	m := report.MemoryOf(budget, p.Workload)
	m.Beside = p.Beside().Planned
	return m
}

// writeEach writes a block for each, with an empty line between two. No line
// shows a secret of the workload that it is about.
func writeEach[T any](w io.Writer, all []T, of func(T) *workload.Workload, write func(*strings.Builder, T, report.Secrets)) error {
	var b strings.Builder
	for i, one := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		var block strings.Builder
		hidden := report.SecretsOfWorkload(of(one))
		write(&block, one, hidden)
		b.WriteString(hidden.Text(block.String()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shown is what is said of a workload, for machines: without its secrets.
type shown[T any] struct {
	of   *workload.Workload
	said T
}

func (s shown[T]) MarshalJSON() ([]byte, error) { return report.SecretsOfWorkload(s.of).JSON(s.said) }

// JSONOf is a T, for the schema.
func (shown[T]) JSONOf() any { return *new(T) }

// JSON are the documents that commands write for machines, empty, for their schema.
func JSON() map[string]any {
	return map[string]any{"advise": jsonAdvices{}, "capacity": jsonCapacity{}, "predict": jsonPredictions{}, "what-if": jsonWhatIfs{}}
}
