// Package input reads files into workloads. Each reader has a file of its own and recognises its input by content; a
// name alone decides nothing, except where the program that reads the file goes by it.
//
// The list of all readers is in readers.go. What they share is package reading,
// what reads YAML is package kube, and package shell takes scripts apart.
package input

import (
	"errors"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// What others know of an input.
type (
	Input      = reading.Input
	BuiltImage = reading.BuiltImage
	Unjudged   = reading.Unjudged
	Options    = reading.Options
	Format     = reading.Format
)

func Read(f *source.File) *reading.Input { return ReadWith(f, reading.Options{}) }

// ReadWith reads a file by what a project says.
func ReadWith(f *source.File, o reading.Options) *reading.Input { return ReadBeside(f, o, nil, nil) }

// ReadBeside reads a file, and with it those that it names and that stand
// beside it. Shared are objects of Kubernetes in other files.
func ReadBeside(f *source.File, o reading.Options, beside reading.Beside, shared reading.Objects) *reading.Input {
	return readCandidate(&reading.Input{File: f, Options: o, FileBeside: beside, Shared: shared, ReadAs: readAs}, reading.NewCandidate(f))
}

// ReadRendered reads what a chart renders to, as YAML that is parsed already unless it is nil.
func ReadRendered(f *source.File, parsed []*yamldoc.Document, o reading.Options) *reading.Input {
	c := reading.NewCandidate(f)
	if parsed != nil {
		c.YAML = func() ([]*yamldoc.Document, error) { return parsed, nil }
	}
	return readCandidate(&reading.Input{File: f, Options: o}, c)
}

func readCandidate(in *reading.Input, c *reading.Candidate) *reading.Input {
	in.Build = builder(&in.Spent)
	readFile(in, c)
	in.Finish()
	in.File.Forget()
	if in.IsYAML() && len(in.Workloads) > 0 {
		in.Documents, _ = c.YAML()
	}
	if in.Reader != nil {
		in.Suppressions = reading.Suppressions(in.File, in.Reader.Comments)
	}
	in.Suppressions = append(in.Suppressions, lists.Flat(in.Embedded, reading.Remarks.Suppressions)...)
	return in
}

// readAs reads a text within a file as a file of its own.
func readAs(inner *reading.Input) {
	inner.Options.Named = false // nobody named the text within
	readFile(inner, reading.NewCandidate(inner.File))
}

func readFile(in *reading.Input, c *reading.Candidate) {
	if !utf8.Valid(in.File.Data) {
		in.Problem(source.Span{}, "not text in UTF-8")
		return
	}
	in.Reader = readerOf(c)
	if in.Reader == nil && in.Options.Named && reading.RunsJava(c.Whole) {
		in.Reader = &script
	}
	if in.Reader != nil {
		in.Format = in.Reader.Formats[0]
		if in.Reader.Read(in, c); in.Reader != nil {
			return
		}
	}
	if _, err := c.YAML(); err != nil && calledYAML(in.File.Name) {
		if at, is := templateAt(err); is {
			in.Note(at, "not read: a template, of which nothing here says how it is filled in")
			return
		}
		unreadable(in, "not valid YAML: ", err)
		return
	}
	in.Unrecognised = true
	noteFault(in, c.Whole)
	in.Problem(source.Span{}, "not recognised; %s", whatIsRead())
}

// calledYAML reports whether a name says that the file is YAML, or that of standard input says nothing.
func calledYAML(name string) bool {
	named := readerByName(name)
	return named != nil && named.YAML || name == source.Stdin
}

// templateAt is where a text stops being YAML, if a template's action there is why.
func templateAt(fault error) (at source.Span, is bool) {
	var p *source.Problem
	if !errors.As(fault, &p) || p.Span.IsZero() {
		return at, false
	}
	return p.Span, templateAction.MatchString(p.Span.FirstLine().String())
}

var templateAction = lazyregexp.New(`\{[{%]|<[%#]`)

// unreadable says why a file is not what it is read as, and where, as far as the parser knows.
func unreadable(in *reading.Input, what string, err error) {
	var fault *source.Problem
	switch errors.As(err, &fault); {
	case fault == nil:
		in.Problem(source.Span{}, "%s%s", what, err)
	case yamldoc.Exceeded(err):
		in.Exceeds(fault.Span, "%s", fault.Message)
	default:
		in.Problem(fault.Span, "%s%s", what, fault.Message)
	}
}
