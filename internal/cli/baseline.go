package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
)

// baselineSchema is the version of the file.
const baselineSchema = 1

// baselineFile is a baseline as it is stored. A finding takes a line.
type baselineFile struct {
	Schema   int           `json:"schema"`
	Findings lint.Baseline `json:"findings"`
}

func (o *options) addBaseline(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "leave out the findings that this `file` lists")
	cmd.Flags().StringVar(&o.writeBaseline, "write-baseline", "", "write all findings to this `file`, and leave them out")
}

// readBaseline reads the file that --baseline or --write-baseline names; the
// latter need not exist.
func (o *options) readBaseline() error {
	name := o.baselineName()
	switch {
	case name == "":
		return nil
	case o.baseline != "" && o.writeBaseline != "":
		return errors.New("--write-baseline leaves out what it writes: it takes the place of --baseline")
	}
	file, err := readFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.writeBaseline != "":
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--baseline %s: there is no such file; --write-baseline writes it", name)
	case err != nil:
		return err
	}
	var stored baselineFile
	switch err := json.Unmarshal(file.Data, &stored); {
	case err != nil:
		return fmt.Errorf("%s is no baseline: %w", name, err)
	case stored.Schema != baselineSchema:
		return fmt.Errorf("%s is no baseline that this jvmlint reads: its schema is %d, and not %d", name, stored.Schema, baselineSchema)
	}
	o.listed = stored.Findings
	return nil
}

// baselineName is the file that holds the baseline; empty: there is none.
func (o *options) baselineName() string { return o.baseline + o.writeBaseline }

func (o *options) naming() lint.Naming {
	return lint.Naming{File: seenFrom(filepath.Dir(o.baselineName())), Text: report.WithoutSecrets}
}

// storeBaseline writes the findings of a result where --write-baseline says.
// What the file lists of files that this run has not judged stays in it.
func (a *app) storeBaseline(result *lint.Result, j judgement) error {
	name := a.options.writeBaseline
	if name == "" {
		return nil
	}
	naming := a.options.naming()
	rest := a.options.listed.Adopt(&lint.Result{Findings: result.Findings}, naming)
	kept := slices.DeleteFunc(rest, func(x lint.Adopted) bool { return a.isGone(x, j, naming) })
	a.options.listed = kept.With(result.Findings, naming)
	if err := atomicfile.Write(name, store(a.options.listed)); err != nil {
		return plainError(err)
	}
	fmt.Fprintf(a.stderr, "note: %s lists %s now\n", filepath.ToSlash(name), plural(count(a.options.listed), "finding", "findings"))
	return nil
}

// adopt leaves out what the baseline lists.
func (a *app) adopt(result *lint.Result) lint.Baseline {
	if a.options.baselineName() == "" {
		return nil
	}
	return a.options.listed.Adopt(result, a.options.naming())
}

// named is how many findings are named one by one.
const named = 3

// noteGone tells of what the baseline lists and is no more.
func (a *app) noteGone(rest lint.Baseline, j judgement) {
	if a.options.baseline == "" {
		return
	}
	naming := a.options.naming()
	gone := slices.DeleteFunc(rest, func(x lint.Adopted) bool { return !a.isGone(x, j, naming) })
	if len(gone) == 0 {
		return
	}
	var some []string
	for _, x := range gone[:min(len(gone), named)] {
		some = append(some, fmt.Sprintf("%s of %s (%s)", x.Rule, x.File, x.Text))
	}
	if n := len(gone) - len(some); n > 0 {
		some = append(some, fmt.Sprintf("%d more", n))
	}
	fmt.Fprintf(a.stderr, "note: %s\n", report.Plain(fmt.Sprintf("%s lists %s no longer there, --write-baseline drops what is gone: %s",
		filepath.ToSlash(a.options.baseline), plural(count(gone), "finding that is", "findings that are"), strings.Join(some, ", "))))
}

// isGone tells what a baseline lists and is no more: its file or its text is
// gone, or its rule has judged it.
func (a *app) isGone(x lint.Adopted, j judgement, naming lint.Naming) bool {
	switch {
	case !slices.Contains(a.ruleIDs(), x.Rule):
		return true
	case !slices.ContainsFunc(a.rules(), func(r *lint.Rule) bool { return r.ID == x.Rule }):
		return false
	}
	read := false
	for _, in := range j.inputs {
		for _, f := range append(in.File.Sources(), changeable(in)...) {
			if naming.File(f.Name) != x.File {
				continue
			}
			read = true
			if !x.In(f, naming) || j.ofWorkload(in, x.Workload, x.Rule) || j.ofFile(f, x.Rule) {
				return true
			}
		}
	}
	if read || strings.HasPrefix(x.File, "<") {
		return false
	}
	_, err := os.Stat(filepath.Join(filepath.Dir(a.options.baselineName()), filepath.FromSlash(x.File)))
	return errors.Is(err, fs.ErrNotExist)
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
func seenFrom(folder string) func(name string) string {
	base := realPath(folder)
	return func(name string) string {
		if strings.HasPrefix(name, "<") {
			return name
		}
		if relative, err := filepath.Rel(base, realPath(filepath.FromSlash(name))); err == nil {
			name = relative
		}
		return filepath.ToSlash(name)
	}
}

// realPath is a whole path without links, as far as it exists: what is in an
// archive does not.
func realPath(name string) string {
	whole, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	for above, below := whole, ""; ; above, below = filepath.Dir(above), filepath.Join(filepath.Base(above), below) {
		if real, err := filepath.EvalSymlinks(above); err == nil {
			return filepath.Join(real, below)
		}
		if filepath.Dir(above) == above {
			return whole
		}
	}
}
