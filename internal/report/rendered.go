package report

import (
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Rendered prints the text that a chart renders to, without its secrets: those
// that a name promises, those of its values, and all that a Secret holds. What
// is left is YAML still.
func Rendered(w io.Writer, f *source.File) error {
	var b strings.Builder
	b.WriteString("# " + Show(f.Name) + "\n")
	text := secret.MaskYAML(string(f.Data), secretsOf(f).spans)
	b.WriteString(visibleOnly(strings.ReplaceAll(text, "\r\n", "\n"), "\t\n"))
	_, err := io.WriteString(w, b.String())
	return err
}
