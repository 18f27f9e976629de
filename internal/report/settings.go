package report

import (
	"fmt"
	"io"
)

// Setting is a setting, what it comes to, and what says so.
type Setting struct{ Name, Value, By string }

// Settings writes what holds for a path.
func Settings(w io.Writer, path string, settings []Setting) error {
	rows := [][]string{{"setting", "value", "because"}}
	for _, s := range settings {
		rows = append(rows, []string{s.Name, maskSecrets(Plain(s.Value)), s.By})
	}
	_, err := fmt.Fprintf(w, "%s\n%s\n\n", path, renderTable(rows, 1))
	return err
}
