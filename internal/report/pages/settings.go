package pages

import (
	"fmt"
	"io"

	"github.com/jvmlint/jvmlint/internal/report"
)

// Setting is a setting, what it comes to, and what says so.
type Setting struct{ Name, Value, By string }

// Settings writes what holds for a path.
func Settings(w io.Writer, path string, settings []Setting) error {
	rows := [][]string{{"setting", "value", "because"}}
	for _, s := range settings {
		rows = append(rows, []string{s.Name, report.Show(s.Value), s.By})
	}
	_, err := fmt.Fprintf(w, "%s\n%s\n\n", path, report.Table(rows, 1))
	return err
}
