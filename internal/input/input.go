// Package input reads files into workloads. Each reader has a file of its own
// and recognises its input by content; a name alone decides nothing, except where the
// program that reads the file goes by it.
package input

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Input is what a file was read as, and the workloads that it describes.
type Input struct {
	File      *source.File
	Format    Format
	Workloads []*workload.Workload
	Problems  []*source.Problem
	Notes     []*source.Problem // what was left out, and why that is no fault

	Suppressions []*lint.Suppression // comments that ask to leave findings out

	Chart    *chart.Chart // that the file was rendered from; nil for files that somebody wrote
	Release  chart.Release
	Rendered bool // all of its templates were
	Unasked  bool // nobody asked for it: what keeps it from being judged are notes

	Options  Options
	reader   *reader
	Beside   bool           // it was read because another file goes with it, and is not to be changed
	ReadWith []*source.File // files beside it that it names
	beside   Beside
	embedded []remarks // of texts within it that are files by themselves

	incomplete bool // options could not be read: nothing can be said of the JVM
}

// LeaveAsNotes makes notes of the problems of what nobody asked for.
func (in *Input) LeaveAsNotes() {
	in.Unasked = true
	in.Notes, in.Problems = append(in.Notes, in.Problems...), nil
}

// Options are what a project says about reading.
type Options struct {
	Images images.Table
}

// Read recognises a file and reads it.
func Read(f *source.File) *Input { return Options{}.Read(f) }

// Read recognises a file and reads it.
func (o Options) Read(f *source.File) *Input { return o.ReadBeside(f, nil) }

// ReadBeside reads a file, and with it those that it names and that stand
// beside it.
func (o Options) ReadBeside(f *source.File, beside Beside) *Input {
	in := &Input{File: f, Options: o, beside: beside}
	in.read()
	for _, w := range in.Workloads {
		w.LeaveOutFilledIn()
	}
	in.finish()
	if in.reader != nil {
		in.Suppressions = suppressions(f, in.reader.comments)
	}
	for _, r := range in.embedded {
		in.Suppressions = append(in.Suppressions, r.suppressions()...)
	}
	return in
}

// finish takes JVMs out of what is judged of which not everything is known.
func (in *Input) finish() {
	for _, w := range in.Workloads {
		if in.incomplete {
			w.HasJVM = false
		}
		in.complete(w)
	}
}

func (in *Input) read() {
	if !utf8.Valid(in.File.Data) {
		in.problem(source.Span{}, "not text in UTF-8; %s", whatIsRead())
		return
	}
	c := newCandidate(in.File)
	if in.reader = readerOf(c); in.reader != nil {
		in.Format = in.reader.formats[0]
		in.reader.read(in, c)
		return
	}
	if _, err := c.yaml(); err != nil {
		in.yamlProblem(err)
		return
	}
	in.problem(source.Span{}, "not recognised; %s", whatIsRead())
}

// IsYAML reports whether a change to the file has to be proved as YAML.
func (in *Input) IsYAML() bool { return in.reader == nil || in.reader.yaml }

func (in *Input) problem(at source.Span, format string, args ...any) {
	in.Problems = remark(in.Problems, in.File, at, fmt.Sprintf(format, args...))
}

func (in *Input) note(at source.Span, format string, args ...any) {
	in.Notes = remark(in.Notes, in.File, at, fmt.Sprintf(format, args...))
}

// remark adds what is said of a place, once: several workloads share limits.
func remark(all []*source.Problem, file *source.File, at source.Span, message string) []*source.Problem {
	if !at.IsZero() {
		file = at.File
	}
	p := &source.Problem{File: file, Span: at, Message: message}
	if slices.ContainsFunc(all, func(have *source.Problem) bool { return *have == *p }) {
		return all
	}
	return append(all, p)
}

// unreadable is a problem that leaves options out: of the JVM nothing more can
// be said.
func (in *Input) unreadable(at source.Span, format string, args ...any) {
	in.incomplete = true
	in.problem(at, format, args...)
}

// options splits a text into options that arrive on a channel. A text that
// cannot be split gives none.
func (in *Input) options(channel jvmflag.Channel, t source.Text) []jvmflag.Option {
	words, err := jvmflag.Words(oneWord(t))
	var quote *jvmflag.QuoteError
	if errors.As(err, &quote) {
		in.unreadable(quote.At.Slice(0, 1).Span(), "%s", err)
		return nil
	}
	words = slices.DeleteFunc(words, func(w jvmflag.Word) bool { return w.Text.String() == `\` }) // a line that goes on
	return jvmflag.OnChannel(channel, words)
}
