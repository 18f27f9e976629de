package figures

import (
	"encoding/json"
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

// raw is the JSON of a T.
type raw[T any] struct{ json.RawMessage }

// JSONOf is a T, for the schema.
func (raw[T]) JSONOf() any { return *new(T) }

// encoded is what is said of a workload, for machines, without its secrets.
func encoded[T any](w *workload.Workload, v T) (raw[T], error) {
	text, err := report.SecretsOfWorkload(w).JSON(v)
	return raw[T]{text}, err
}

// JSON are the documents that commands write for machines, empty, for their schema.
func JSON() map[string]any {
	return map[string]any{"advise": jsonAdvices{}, "capacity": jsonCapacity{}, "predict": jsonPredictions{}, "what-if": jsonWhatIfs{}}
}
