package figures

import (
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

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
