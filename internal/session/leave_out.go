package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
)

// suppress takes out of a result what comments of the inputs ask to leave out.
func (s *Session) suppress(result *lint.Result, covered coverage) {
	inputs := slices.Concat(covered.inputs, project.Given(lists.Of(namedFiles(result, covered.inputs), input.Read)...).Inputs)
	comments := slices.Concat(lists.Of(inputs, func(in *project.Input) []*suppression.Comment { return in.Suppressions })...)
	result.Suppress(lint.Comments{
		All: merged(comments), Rules: s.RuleIDs(), Judged: covered.ofComment,
		Settings: func(f *source.File) lint.Settings {
			return config.Lint(s.configs.ofFile(f).Rules, s.chosen.Selected)
		},
	}, s.chosenRules())
	for _, f := range result.Findings {
		if f.Rule.CheckIgnore != nil { // what is said of its file holds for it
			s.said[f.Workload] = s.configs.ofFile(f.Span.File)
		}
	}
}

// merged makes one of the comments of a template that several releases render.
func merged(comments []*suppression.Comment) []*suppression.Comment {
	places, of := lists.By(comments, func(c *suppression.Comment) source.Span { return c.Span })
	return lists.Of(places, func(at source.Span) *suppression.Comment {
		one := *of[at][0]
		one.Covers = lists.Flat(of[at], func(c *suppression.Comment) []source.Span { return c.Covers })
		return &one
	})
}

// namedFiles are files that findings stand in and that are no inputs: options name them, of java or of jvmlint.
func namedFiles(result *lint.Result, inputs []*project.Input) []*source.File {
	var all []*source.File
	known := lists.Set(lists.Of(inputs, func(in *project.Input) *source.File { return in.File }))
	// This takes long: few findings stand in a file that is no input.
	addSources := sync.OnceFunc(func() {
		for _, in := range inputs {
			maps.Copy(known, lists.Set(in.File.Sources()))
		}
	})
	for _, f := range result.Findings {
		file := f.Span.File
		if known[file] || file.Rendered() || strings.HasPrefix(file.Name, "<") {
			continue
		}
		if addSources(); !known[file] {
			known[file] = true
			all = append(all, file)
		}
	}
	return all
}

// Baseline is which findings are left out for a list of them.
type Baseline struct {
	File  string // the list, in place of those that configurations name
	Write string // the list is written anew, and all that it lists is left out
	None  bool   // nothing is left out, whatever configurations name
}

// baseline is one that is read: what it lists, and what of it was not found.
type baseline struct {
	files        filesystem.System
	path         string
	listed, rest lint.Baseline
}

func (b *baseline) naming() lint.Naming {
	return lint.Naming{File: seenFrom(b.files, filepath.Dir(b.path)), Text: secret.Text}
}

// ReadBaseline reads the file that --baseline or --write-baseline names; the
// latter need not exist. Without it a session judges by those of configurations.
func (s *Session) ReadBaseline() error {
	o := s.options.Baseline
	name := o.File + o.Write
	switch {
	case o.None && name != "":
		return errors.New("--no-baseline excludes --baseline and --write-baseline")
	case name == "":
		return nil
	case o.File != "" && o.Write != "":
		return errors.New("--write-baseline replaces --baseline: it leaves out the findings that it writes")
	}
	b, err := openBaseline(s.files, name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.Write != "":
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--baseline %s: the file does not exist; --write-baseline writes it", name)
	case err != nil:
		return err
	}
	s.baselines = map[*config.Config]*baseline{nil: b}
	return nil
}

// openBaselines reads those that configurations name, where the command line names none.
func (s *Session) openBaselines() (faults []error) {
	if s.options.Baseline.None || s.baselines[nil] != nil {
		return nil
	}
	for _, c := range s.configs.all() {
		if c.Baseline.Value == "" || s.baselines[c] != nil {
			continue
		}
		b, err := openBaseline(s.files, c.Path(c.Baseline.Value))
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%q does not exist; --write-baseline writes it", c.Baseline.Value)
		}
		if err != nil {
			faults = append(faults, &source.Problem{File: c.File, Span: c.Baseline.At, Message: err.Error()})
		}
		s.baselines[c] = b
	}
	return faults
}

// storeBaseline writes the findings of a result where the options say, and tells of it. What the
// file lists of files that this run has not judged stays in it.
func (s *Session) storeBaseline(result *lint.Result, covered coverage) (stored string, err error) {
	if s.options.Baseline.Write == "" {
		return "", nil
	}
	b := s.baselines[nil]
	rest := b.listed.Adopt(&lint.Result{Findings: result.Findings}, b.naming(), nil)
	words := map[*source.File]string{}
	kept := slices.DeleteFunc(rest, func(x lint.Adopted) bool { return s.isGone(x, covered, b, words) })
	b.listed = kept.With(result.Findings, b.naming())
	if err := atomicfile.Write(b.path, store(b.listed)); err != nil {
		return "", project.Plain(err)
	}
	return fmt.Sprintf("%s lists %s now", filepath.ToSlash(b.path), plural.Of(count(b.listed), "finding")), nil
}

// adopt leaves out what the baselines list. One that cannot be read is a fault.
func (s *Session) adopt(result *lint.Result) {
	result.Faults = append(result.Faults, s.openBaselines()...) // of configurations that were read late
	for _, b := range s.baselines {
		b.rest = b.listed.Adopt(result, b.naming(), func(f *lint.Finding) bool {
			return b == cmp.Or(s.baselines[nil], s.baselines[s.said[f.Workload].config])
		})
	}
}

// gone tells of what the baselines list and is no more.
func (s *Session) gone(covered coverage) []string {
	if s.options.Baseline.Write != "" {
		return nil
	}
	named := []*baseline{s.baselines[nil]}
	if named[0] == nil {
		named = lists.Of(s.configs.all(), func(c *config.Config) *baseline { return s.baselines[c] })
	}
	var all []string
	for _, b := range named {
		if b == nil {
			continue
		}
		words := map[*source.File]string{}
		if gone := slices.DeleteFunc(b.rest, func(x lint.Adopted) bool { return !s.isGone(x, covered, b, words) }); len(gone) > 0 {
			all = append(all, b.tellGone(gone))
		}
	}
	return all
}

func (b *baseline) tellGone(all lint.Baseline) string {
	const named = 3
	some := lists.Of(all, func(x lint.Adopted) string { return fmt.Sprintf("%s of %s (%s)", x.Rule, x.File, x.Text) })
	return fmt.Sprintf("%s lists %s no longer there; --write-baseline drops what is gone: %s",
		filepath.ToSlash(b.path), plural.Of(count(all), "finding that is", "findings that are"),
		plural.First(some, named, ", %d more"))
}

// isGone tells what a baseline lists and is no more: its file or its text is gone, or its rule has judged it.
// The words of files are kept, as many of what is listed stand in one.
func (s *Session) isGone(x lint.Adopted, covered coverage, b *baseline, words map[*source.File]string) bool {
	switch {
	case !slices.Contains(s.RuleIDs(), x.Rule):
		return true
	case !slices.ContainsFunc(s.chosenRules(), func(r *lint.Rule) bool { return r.ID == x.Rule }):
		return false
	}
	read, naming := false, b.naming()
	for _, in := range covered.inputs {
		for _, f := range append(in.File.Sources(), project.Changeable(in)...) {
			if naming.File(f.Name) != x.File {
				continue
			}
			read = true
			if _, known := words[f]; !known {
				words[f] = naming.Words(f)
			}
			if !strings.Contains(words[f], x.Text) || covered.ofWorkload(in, x.Workload, x.Rule) || covered.ofFile(f, x.Rule) {
				return true
			}
		}
	}
	if read || strings.HasPrefix(x.File, "<") {
		return false
	}
	_, err := s.files.Stat(filepath.Join(filepath.Dir(b.path), filepath.FromSlash(x.File)))
	return errors.Is(err, fs.ErrNotExist)
}

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
	file, err := project.ReadFound(files, name)
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

func count(b lint.Baseline) int { return lists.Sum(b, func(x lint.Adopted) int { return x.Count }) }

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

// seenFrom tells where files stand as seen from a folder, whatever the current one is. What is no file keeps its name.
func seenFrom(files filesystem.System, folder string) func(name string) string {
	base := filesystem.Way(files, folder)
	return func(name string) string {
		if strings.HasPrefix(name, "<") {
			return name
		}
		if relative, err := filepath.Rel(base, filesystem.Way(files, filepath.FromSlash(name))); err == nil {
			name = relative
		}
		return filepath.ToSlash(name)
	}
}
