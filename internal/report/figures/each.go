package figures

import (
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report"
)

// writeEach writes a block for each, with an empty line between two. No line
// shows a secret.
func writeEach[T any](w io.Writer, all []T, write func(b *strings.Builder, of T)) error {
	var b strings.Builder
	for i, of := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		write(&b, of)
	}
	lines := strings.SplitAfter(b.String(), "\n")
	for i, line := range lines {
		lines[i] = report.WithoutSecrets(line)
	}
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}
