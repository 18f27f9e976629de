package report

import (
	"bytes"
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

// JSON is a value without secrets in any of its strings.
func (s Secrets) JSON(v any) (json.RawMessage, error) {
	data, err := encoded(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for len(data) > 0 {
		quote := bytes.IndexByte(data, '"')
		if quote < 0 {
			break
		}
		end := quote + 1
		for data[end] != '"' {
			if data[end] == '\\' {
				end++
			}
			end++
		}
		end++
		out.Write(data[:quote])
		literal, err := s.literal(data[quote:end])
		if err != nil {
			return nil, err
		}
		out.Write(literal)
		data = data[end:]
	}
	out.Write(data)
	return out.Bytes(), nil
}

// literal is a string of JSON without secrets.
func (s Secrets) literal(written []byte) ([]byte, error) {
	var text string
	if err := json.Unmarshal(written, &text); err != nil {
		return nil, err
	}
	hidden := s.hide(text)
	if hidden == text {
		return written, nil
	}
	return encoded(hidden)
}

func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}
