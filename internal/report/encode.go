package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
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

// literal is a string of JSON.
var literal = lazyregexp.New(`"(?:[^"\\]|\\.)*"`)

// JSON is a value without secrets in any of its strings.
func (s Secrets) JSON(v any) ([]byte, error) {
	data, err := encoded(v)
	if err != nil {
		return nil, err
	}
	shown := literal.ReplaceAllStringFunc(string(data), func(written string) string {
		var text string
		err = errors.Join(err, json.Unmarshal([]byte(written), &text))
		hidden := s.hide(text)
		if hidden == text {
			return written
		}
		without, _ := encoded(hidden)
		return string(without)
	})
	return []byte(shown), err
}

func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}
