package session

import (
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// editable reports of each file whether fixes may change its text.
func editable(inputs []*input.Input) func(*source.File) bool {
	all := map[*source.File]bool{}
	for _, in := range inputs {
		for _, f := range changeable(in) {
			all[f] = true
		}
	}
	return func(f *source.File) bool { return all[f] }
}

// changeable are the files that an input was read from and that fixes may
// change.
func changeable(in *input.Input) []*source.File {
	if in.Chart != nil {
		values := slices.Concat(in.Chart.Values(in.Release), in.NamedLike)
		return slices.DeleteFunc(values, func(f *source.File) bool { return in.Only != nil && !slices.Contains(in.Only, f.Name) })
	}
	if in.File.Rendered() || in.Beside {
		return nil
	}
	return slices.Concat([]*source.File{in.File}, in.ReadWith, in.Shares, in.NamedLike)
}

// readAgain reads an input once more, with files in place of those that it was
// read from.
func readAgain(in *input.Input, files []*source.File) *input.Input { return rereadOf(in, files, false) }

// rereadOf is readAgain; tried tells that nobody sees what is said of it.
func rereadOf(in *input.Input, files []*source.File, tried bool) *input.Input {
	by := func(name string) *source.File {
		for _, f := range files {
			if f.Name == name {
				return f
			}
		}
		return nil
	}
	if in.Chart == nil {
		return againWith(in, by)
	}
	c, r := in.Chart, in.Release
	for _, before := range c.Values(r) {
		if after := by(before.Name); after != nil && after != before {
			c = c.With(before, after)
			r.Values = slices.Clone(r.Values)
			for i, f := range r.Values {
				if f == before {
					r.Values[i] = after
				}
			}
		}
	}
	options, rebuilt := optionsAgain(in, by)
	switch {
	case c == in.Chart && !rebuilt:
		return in
	case c == in.Chart:
		c = c.Again()
	}
	options.Tried = tried
	changed := input.ReadChart(c, r, options)
	changed.Only, changed.Before = in.Only, in.Before
	if in.Unasked {
		changed.LeaveAsNotes()
	}
	return changed
}

// optionsAgain are the options of an input, with other Dockerfiles in place of those that
// images are named like, and whether there is any.
func optionsAgain(in *input.Input, by func(name string) *source.File) (options input.Options, rebuilt bool) {
	options = in.Options
	if !slices.ContainsFunc(in.NamedLike, func(f *source.File) bool { return by(f.Name) != nil }) {
		return options, false
	}
	options.Own = options.Own.Newest(func(f *source.File) *source.File {
		if after := by(f.Name); after != nil {
			return after
		}
		return f
	})
	return options, true
}

// againWith reads a file once more, and those that it was read with.
func againWith(in *input.Input, by func(name string) *source.File) *input.Input {
	changed := false
	newest := func(f *source.File) *source.File {
		if after := by(f.Name); after != nil {
			changed = true
			return after
		}
		return f
	}
	file, beside := newest(in.File), map[string]*source.File{}
	for _, f := range slices.Concat(in.ReadWith, in.Shares) {
		beside[f.Name] = newest(f)
	}
	shared := newestObjects(in, newest)
	options, rebuilt := optionsAgain(in, by)
	if !changed && !rebuilt {
		return in
	}
	again := input.ReadBeside(file, options, func(name string) *source.File { return beside[path.Join(path.Dir(in.File.Name), name)] }, shared)
	if in.Part {
		again.LeaveAsPart()
	}
	if in.LeftOut != nil {
		again.LeaveOut(func(this reading.NthOf, _ *workload.Workload) bool { return in.LeftOut[this] })
	}
	return again
}

// identity tells a workload from all others that were read, also after its files
// were changed.
type identity struct {
	namesakes
	nth int // of its namesakes
}

// namesakes are workloads of one name in one file.
type namesakes struct {
	chart string // and the values that it is installed with; empty where it is none
	file  string
	name  string
}

// identities are those of all workloads that were read.
type identities struct {
	of    map[*workload.Workload]identity
	count map[namesakes]int
}

func identify(inputs []*input.Input) identities {
	all := identities{map[*workload.Workload]identity{}, map[namesakes]int{}}
	for _, in := range inputs {
		chart := ""
		if in.Chart != nil {
			chart = in.Chart.Path
			for _, f := range in.Release.Values {
				chart += "\n" + f.Name
			}
		}
		for _, w := range in.Workloads {
			group := namesakes{chart, w.File.Name, w.Name}
			all.of[w] = identity{group, all.count[group]}
			all.count[group]++
		}
	}
	return all
}
