package input

import (
	"errors"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Read recognises a file and reads it.
func Read(f *source.File) *reading.Input { return ReadWith(f, reading.Options{}) }

// ReadWith reads a file by what a project says.
func ReadWith(f *source.File, o reading.Options) *reading.Input { return ReadBeside(f, o, nil, nil) }

// ReadBeside reads a file, and with it those that it names and that stand
// beside it. Shared are objects of Kubernetes in other files.
func ReadBeside(f *source.File, o reading.Options, beside reading.Beside, shared reading.Objects) *reading.Input {
	in := &reading.Input{File: f, Options: o, FileBeside: beside, Shared: shared, Build: built}
	readFile(in)
	in.Finish()
	if in.Reader != nil {
		in.Suppressions = reading.Suppressions(f, in.Reader.Comments)
	}
	for _, r := range in.Embedded {
		in.Suppressions = append(in.Suppressions, r.Suppressions()...)
	}
	return in
}

func readFile(in *reading.Input) {
	if !utf8.Valid(in.File.Data) {
		in.Problem(source.Span{}, "not text in UTF-8; %s", whatIsRead())
		return
	}
	c := reading.NewCandidate(in.File)
	if in.Reader = readerOf(c); in.Reader != nil {
		in.Format = in.Reader.Formats[0]
		in.Reader.Read(in, c)
		return
	}
	if _, err := c.YAML(); err != nil {
		yamlProblem(in, err)
		return
	}
	in.Problem(source.Span{}, "not recognised; %s", whatIsRead())
}

// yamlProblem says why a file is not YAML, and where, as far as the parser knows.
func yamlProblem(in *reading.Input, err error) {
	var fault *source.Problem
	if errors.As(err, &fault) {
		in.Problem(fault.Span, "%s", fault.Message)
		return
	}
	in.Problem(source.Span{}, "%s", err)
}
