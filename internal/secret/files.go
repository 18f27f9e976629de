package secret

import (
	"sort"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Files are the secrets of some files. What is said of the files shows none of them.
type Files []*file

// file has the secrets of one.
type file struct {
	spans   []Span
	values  Values
	sources Files // of a file that is put together from others
}

// InFiles finds the secrets of files, and of those that they were put together from.
func InFiles(files ...*source.File) Files {
	var all Files
	for _, f := range files {
		if f == nil {
			continue
		}
		s := fileOf(f)
		all = lists.With(all, lists.Where(append(s.sources, s), func(s *file) bool { return len(s.values) > 0 })...)
	}
	return all
}

// fileOf looks through a file once, when something of it is shown.
func fileOf(f *source.File) *file {
	return f.Kept(func(f *source.File) any {
		text := string(f.Data)
		s := &file{}
		s.spans, s.values = Find(text)
		if f.Rendered() {
			s.sources = InFiles(f.Sources()...)
			s.spans = Together(s.spans, s.sources.in(text))
		}
		return s
	}).(*file)
}

// in gives where the values of secrets stand in a text.
func (s Files) in(text string) []Span {
	return lists.Flat(s, func(of *file) []Span { return of.values.In(text) })
}

// Hide puts asterisks in place of the secrets of a text.
func (s Files) Hide(text string) string { return Mask(text, Together(InWords(text), s.in(text))) }

// In are the places of the secrets of a file.
func In(f *source.File) []Span { return fileOf(f).spans }

// At are the secrets of which a part stands at a place.
func At(at source.Span) []Span {
	all := In(at.File)
	first := sort.Search(len(all), func(i int) bool { return all[i].End > at.Start })
	end := first + sort.Search(len(all)-first, func(i int) bool { return all[first+i].Start >= at.End })
	return all[first:end]
}

// Text is what stands at a place of a file, without the secrets in it.
func Text(at source.Span) string {
	if at.IsZero() {
		return ""
	}
	return Mask(at.String(), lists.Of(At(at), func(s Span) Span {
		return Span{Start: max(s.Start, at.Start) - at.Start, End: min(s.End, at.End) - at.Start}
	}))
}
