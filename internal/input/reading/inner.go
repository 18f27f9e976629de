package reading

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Inner is for a text that stands in the file, or for what comes out of it.
func (in *Input) Inner(f *source.File) *Input {
	return &Input{File: f, Options: in.Options, FileBeside: in.FileBeside, Build: in.Build}
}

// TakeOver takes over what was read of an inner file: a text that stands in the file,
// or what comes out of it. What kept that from being read is no fault of the file.
func (in *Input) TakeOver(inner *Input) {
	if inner.Exceeded {
		in.Exceeded = true
		in.Problems = append(in.Problems, Around(inner.Problems)...)
		inner.Problems = nil
	}
	for _, p := range Around(slices.Concat(inner.Notes, inner.Problems, inner.UnlessRendered)) {
		in.Note(p.Span, "%s", p.Message)
	}
	in.TakeNamed(inner)
	in.Spent += inner.Spent
	for _, l := range inner.Links {
		in.Link(l.Kind, l.To)
	}
	for _, r := range inner.Embedded {
		if r = r.Around(); !slices.ContainsFunc(in.Embedded, func(have Remarks) bool { return have.Within == r.Within }) {
			in.Embedded = append(in.Embedded, r)
		}
	}
	if inner.Incomplete {
		return
	}
	for _, w := range inner.Workloads {
		w.File = in.File
		in.Workloads = append(in.Workloads, w)
	}
}

// TakeNamed takes over the JVMs of an inner file of which nothing is judged, without the
// notes that say so, and its containers of unknown images.
func (in *Input) TakeNamed(inner *Input) {
	for _, u := range inner.Unjudged {
		u.At = u.At.Around()
		in.Unjudged = append(in.Unjudged, u)
	}
	in.Unknown = append(in.Unknown, inner.Unknown...)
}

// Around moves remarks about the text of an inner file to what holds it.
func Around(remarks []*source.Problem) []*source.Problem { return Moved(remarks, source.Span.Around) }

// Moved leads remarks to another place, where they say where.
func Moved(remarks []*source.Problem, to func(source.Span) source.Span) []*source.Problem {
	for _, p := range remarks {
		if !p.Span.IsZero() {
			p.Span = to(p.Span)
			p.File = p.Span.File
		}
	}
	return remarks
}

// Around are the comments of an inner file, as they stand in what holds it.
func (r Remarks) Around() Remarks {
	for i := range r.Comments {
		r.Comments[i].Span = r.Comments[i].Around()
	}
	for i := range r.Units {
		r.Units[i] = r.Units[i].Around()
	}
	if !r.Within.IsZero() {
		begins := r.Within.File.Span(r.Begins, r.Begins).Around()
		r.Within, r.Begins = r.Within.Around(), begins.Start
	}
	return r
}

// SameOptions tells of two JVMs that they get the same options from the same places.
func SameOptions(a, b *workload.Workload) bool {
	return len(a.Options) == len(b.Options) && sameWritten(a.HeapOfLimit, b.HeapOfLimit) &&
		slices.EqualFunc(a.Options, b.Options, func(x, y jvmflag.Option) bool { return x.String() == y.String() && sameWritten(x.Text, y.Text) })
}

func sameWritten(a, b source.Text) bool { return a.Written().Foremost() == b.Written().Foremost() }

// LinkKind is what a file says of another one.
type LinkKind string

// Readers find these. What a kustomization takes, what Dockerfiles copy, what Compose mounts and which values a chart is
// rendered with are links, too: package project finds them once all files are read.
const (
	Includes LinkKind = "includes" // the other is read as a part of the file: a script, variables or options
	Shares   LinkKind = "shares"   // the file takes some of what the other holds, which is judged by itself, too
	Builds   LinkKind = "builds"   // the other is likely to build an image that a container of the file runs
)

// Link leads from the file of an input to another one.
type Link struct {
	Kind LinkKind
	To   *source.File
}

// Link adds a link, once.
func (in *Input) Link(kind LinkKind, to *source.File) {
	if l := (Link{kind, to}); !slices.Contains(in.Links, l) {
		in.Links = append(in.Links, l)
	}
}

// Linked are the files that links lead to, those of the first kind first.
func (in *Input) Linked(kinds ...LinkKind) (all []*source.File) {
	for _, kind := range kinds {
		of := lists.Where(in.Links, func(l Link) bool { return l.Kind == kind })
		all = append(all, lists.Of(of, func(l Link) *source.File { return l.To })...)
	}
	return all
}
