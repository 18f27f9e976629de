package report

import (
	"fmt"
	"io"
	"strings"
)

// OneLine writes a line for each finding, and nothing else: for grep, editors
// and the problem matchers of build servers.
func OneLine(w io.Writer, r Report) error {
	var b strings.Builder
	for _, f := range shownFindings(r.Result.Findings) {
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", f.at, f.severity, f.message, f.rule.ID)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
