package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// baselineSchema is the version of the file.
const baselineSchema = 1

// baselineFile is a baseline as it is stored. A finding takes a line.
type baselineFile struct {
	Schema   int           `json:"schema"`
	Findings lint.Baseline `json:"findings"`
}

// openBaseline reads a file. Without one nothing is listed.
func openBaseline(files filesystem.System, name string) (*baseline, error) {
	b := &baseline{files: files, path: name}
	file, err := readFound(files, name)
	if err != nil {
		return b, err
	}
	var stored baselineFile
	switch err := json.Unmarshal(file.Content(), &stored); {
	case err != nil:
		return b, fmt.Errorf("%s is not a baseline: %w", name, err)
	case stored.Schema != baselineSchema:
		return b, fmt.Errorf("this jvmlint cannot read the baseline %s: its schema is %d, not %d", name, stored.Schema, baselineSchema)
	}
	b.listed = stored.Findings
	return b, nil
}

func count(b lint.Baseline) int {
	n := 0
	for _, x := range b {
		n += x.Count
	}
	return n
}

// store writes a baseline with a finding a line.
func store(b lint.Baseline) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"schema\": %d, \"findings\": [", baselineSchema)
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for i, x := range b {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		_ = e.Encode(x) // it has nothing that JSON cannot hold
		out.Truncate(out.Len() - 1)
	}
	out.WriteString("\n]}\n")
	return out.Bytes()
}

// seenFrom tells where files stand as seen from a folder, whatever the current
// one is. What is no file keeps its name.
func seenFrom(files filesystem.System, folder string) func(name string) string {
	base := realPath(files, folder)
	return func(name string) string {
		if strings.HasPrefix(name, "<") {
			return name
		}
		if relative, err := filepath.Rel(base, realPath(files, filepath.FromSlash(name))); err == nil {
			name = relative
		}
		return filepath.ToSlash(name)
	}
}

// realPath is a whole path without links, as far as it exists: what is in an
// archive does not.
func realPath(files filesystem.System, name string) string {
	whole, err := files.Abs(name)
	if err != nil {
		return name
	}
	for above, below := whole, ""; ; above, below = filepath.Dir(above), filepath.Join(filepath.Base(above), below) {
		if real, err := files.Real(above); err == nil {
			return filepath.Join(real, below)
		}
		if filepath.Dir(above) == above {
			return whole
		}
	}
}
