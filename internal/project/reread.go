package project

import (
	"cmp"
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Editable reports of each file whether fixes may change its text.
func Editable(inputs []*Input) func(*source.File) bool {
	all := lists.Set(lists.Flat(inputs, Changeable))
	return func(f *source.File) bool { return all[f] }
}

// Changeable are the files that an input was read from and that fixes may change.
func Changeable(in *Input) []*source.File {
	if in.Chart != nil {
		all := slices.Concat(in.Chart.Values(in.Release), in.Release.Given(), in.Linked(reading.Builds))
		return slices.DeleteFunc(lists.With(nil, all...), func(f *source.File) bool {
			return in.Only != nil && !slices.Contains(in.Only, f.Name)
		})
	}
	if in.File.Rendered() || in.Beside {
		return nil
	}
	return append([]*source.File{in.File}, in.Linked(reading.Includes, reading.Shares, reading.Builds)...)
}

// Newer are files in place of those of the same names.
type Newer map[string]*source.File

// NewerOf are files, by their names.
func NewerOf(files ...*source.File) Newer {
	return lists.Map(files, func(f *source.File) (string, *source.File) { return f.Name, f })
}

func (n Newer) have(f *source.File) bool { return n[f.Name] != nil }

// of is the file in place of another one, or that.
func (n Newer) of(f *source.File) *source.File { return cmp.Or(n[f.Name], f) }

// ReadAgain reads an input once more, with files in place of those that it was read from; tried tells that nobody
// sees what is said of it.
func ReadAgain(in *Input, files Newer, tried bool) *Input {
	options := in.Options
	rebuilt := slices.ContainsFunc(in.Linked(reading.Builds), files.have)
	if rebuilt {
		options.Own = options.Own.Newest(files.of)
	}
	if in.Chart == nil {
		return againWith(in, files, options, rebuilt)
	}
	c, r := in.Chart, in.Release
	for _, before := range lists.With(c.Values(r), r.Given()...) {
		if after := files.of(before); after != before {
			c = c.With(before, after)
		}
	}
	switch {
	case c == in.Chart && !rebuilt:
		return in
	case c == in.Chart:
		c = c.Again()
	}
	options.Tried = tried
	changed := readRelease(c, r.With(files.of), options)
	changed.Only, changed.Before = in.Only, in.Before
	if in.Unasked {
		changed.LeaveAsNotes()
	}
	return changed
}

// againWith reads a file once more, and those that it was read with.
func againWith(in *Input, files Newer, options input.Options, rebuilt bool) *Input {
	others := in.Linked(reading.Includes, reading.Shares)
	if !rebuilt && !files.have(in.File) && !slices.ContainsFunc(others, files.have) {
		return in
	}
	beside := lists.Map(others, func(f *source.File) (string, *source.File) { return f.Name, files.of(f) })
	again := input.ReadBeside(files.of(in.File), options, func(name string) *source.File {
		return beside[path.Join(path.Dir(in.File.Name), name)]
	}, objectsToday(in, files.of))
	if again.Unrecognised && !in.Unrecognised { // a fix took the last option out
		again.Problems = nil
	}
	if in.Part {
		again.LeaveAsPart()
	}
	again.LeaveOut(func(this reading.NthOf, _ *workload.Workload) bool { return in.LeftOut[this] })
	return &Input{Input: again}
}
