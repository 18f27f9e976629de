package report

import (
	"encoding/json"
	"io"
)

// Schema is the version of the machine-readable output. It rises when
// something is taken away or changes its meaning; additions leave it.
const Schema = 1

// Encode writes JSON that people can read.
func Encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
