// Package reading is what the readers of files share: the input that they fill,
// variables and who sets them, commands that start java, and texts that hold
// options of the JVM.
package reading

import (
	"errors"
	"fmt"
	"slices"

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
	Exceeded bool // a bound kept it from being rendered
	Unasked  bool // nobody asked for it: what keeps it from being judged are notes

	Options    Options
	Reader     *Reader
	Beside     bool           // it was read because another file goes with it, and is not to be changed
	ReadWith   []*source.File // files beside it that it names
	FileBeside Beside
	Embedded   []Remarks // of texts within it that are files by themselves

	Incomplete bool // options could not be read: nothing can be said of the JVM

	options int                 // of all workloads
	over    bool                // there are more than are judged
	said    map[remark]struct{} // problems and notes
}

// remark tells a problem or a note from others.
type remark struct {
	note    bool
	at      source.Span
	message string
}

// LeaveAsNotes makes notes of the problems of what nobody asked for. That a bound
// was exceeded stays a problem wherever it was found.
func (in *Input) LeaveAsNotes() {
	if in.Exceeded {
		return
	}
	in.Unasked = true
	in.Notes, in.Problems = append(in.Notes, in.Problems...), nil
}

// Finish takes JVMs out of what is judged of which not everything is known.
func (in *Input) Finish() {
	in.bound()
	for _, w := range in.Workloads {
		if in.Incomplete {
			w.Known = workload.Nothing
		}
		w.LeaveOutOfBuild()
		in.Complete(w)
	}
}

// IsYAML reports whether a change to the file has to be proved as YAML.
func (in *Input) IsYAML() bool { return in.Reader == nil || in.Reader.YAML }

// Problem adds what keeps a part of the input from being judged.
func (in *Input) Problem(at source.Span, format string, args ...any) {
	if p := in.remark(false, at, fmt.Sprintf(format, args...)); p != nil {
		in.Problems = append(in.Problems, p)
	}
}

// Note adds what was left out, and why that is no fault.
func (in *Input) Note(at source.Span, format string, args ...any) {
	if p := in.remark(true, at, fmt.Sprintf(format, args...)); p != nil {
		in.Notes = append(in.Notes, p)
	}
}

// remark makes what is said of a place; nil where it was said before: several
// workloads share limits.
func (in *Input) remark(note bool, at source.Span, message string) *source.Problem {
	file := in.File
	if !at.IsZero() {
		file = at.File
	}
	r := remark{note, at, message}
	if _, before := in.said[r]; before {
		return nil
	}
	if in.said == nil {
		in.said = map[remark]struct{}{}
	}
	in.said[r] = struct{}{}
	return &source.Problem{File: file, Span: at, Message: message}
}

// Unreadable is a problem that leaves options out: of the JVM nothing more can
// be said.
func (in *Input) Unreadable(at source.Span, format string, args ...any) {
	in.Incomplete = true
	in.Problem(at, format, args...)
}

// options splits a text into options that arrive on a channel. A text that
// cannot be split gives none.
func (in *Input) JVMOptions(channel jvmflag.Channel, t source.Text) []jvmflag.Option {
	words, err := jvmflag.Words(oneWord(t))
	var quote *jvmflag.QuoteError
	if errors.As(err, &quote) {
		in.Unreadable(quote.At.Slice(0, 1).Span(), "%s", err)
		return nil
	}
	words = slices.DeleteFunc(words, func(w jvmflag.Word) bool { return w.Text.String() == `\` }) // a line that goes on
	if len(words) > mostOptions {
		in.Unreadable(t.Slice(0, 0).Span(), "more than %d options: they are not judged", mostOptions)
		return nil
	}
	if channel == jvmflag.CommandLine {
		words = withCommands(words)
	}
	return jvmflag.OnChannel(channel, words)
}

// Options are what a project says about reading.
type Options struct {
	Images images.Table
}

// Beside gives the file of a name that stands in the folder of another; nil
// where there is none.
type Beside func(name string) *source.File
