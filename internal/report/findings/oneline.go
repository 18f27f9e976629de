package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report"
)

// writeOneLine writes a line for each finding, and nothing else: for grep, editors
// and the problem matchers of build servers.
func writeOneLine(w io.Writer, r report.Report) error {
	var b strings.Builder
	for _, f := range r.Findings {
		message := f.Message.String()
		if f.Holds != "" {
			message += "; " + f.Holds
		}
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", f.At, f.Severity, message, f.Rule.ID)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
