package project

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// shareObjects reads manifests again that refer to a ConfigMap or a Secret in
// another file of their folder, with what these hold.
func (p *Project) shareObjects(files []found, inputs []*reading.Input) {
	folders := map[string]reading.Objects{}
	for _, in := range inputs {
		if in == nil {
			continue
		}
		for _, all := range in.Objects {
			for _, o := range all {
				folder := path.Dir(in.File.Name)
				if folders[folder] == nil {
					folders[folder] = reading.Objects{}
				}
				folders[folder].Add(o)
			}
		}
	}
	parallel.Each(len(inputs), func(i int) {
		in := inputs[i]
		if in == nil || files[i].path == StdinName {
			return
		}
		all := folders[path.Dir(in.File.Name)]
		if slices.ContainsFunc(in.Lacks, func(r reading.Reference) bool { return len(all.Named(r)) > 0 }) {
			if again, err := p.readOne(files[i], all); err == nil {
				inputs[i] = again
			}
		}
	})
}

// newestObjects are those that an input was read with, of the files as they are.
func newestObjects(in *Input, newest func(*source.File) *source.File) reading.Objects {
	if len(in.Shares) == 0 {
		return in.Shared
	}
	all := reading.Objects{}
	for _, file := range in.Shares {
		for _, same := range input.ReadWith(newest(file), in.Options).Objects {
			for _, o := range same {
				all.Add(o)
			}
		}
	}
	return all
}

// withoutBeside drops what was read of files that were read with others, which
// say more of the JVM. The services of a Compose file run whoever extends them.
func withoutBeside(inputs []*Input) {
	taken, told := map[string]bool{}, map[string]map[source.Place]bool{}
	for _, in := range inputs {
		for _, f := range in.ReadWith {
			taken[f.Name] = taken[f.Name] || in.Kustomized == nil || !in.Kustomized.Takes(f)
		}
		for _, f := range in.Shares {
			if told[f.Name] == nil {
				told[f.Name] = map[source.Place]bool{}
			}
			for _, w := range in.Workloads {
				for _, o := range w.Options {
					told[f.Name][o.Text.Written().Place()] = true
				}
			}
		}
	}
	for _, in := range inputs {
		if taken[in.File.Name] && in.Format != kube.ComposeFile {
			in.Workloads = nil
		}
		if all := told[in.File.Name]; all != nil {
			before := len(in.Workloads)
			in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
				return len(w.Options) > 0 && !slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return !all[o.Text.Written().Place()] })
			})
			in.Told = in.Told || len(in.Workloads) < before
		}
	}
}

// leaveReadElsewhere takes out what is said of a variable that nothing in one container reads, where another
// container reads it, under this name or another: several share a file of variables, and each takes what it needs.
func leaveReadElsewhere(inputs []*Input) {
	read := map[source.Location]bool{}
	see := func(t source.Text) {
		if at := t.Foremost(); !at.IsZero() {
			read[source.LocationIn(at.File, at)] = true
		}
	}
	for _, in := range inputs {
		for _, w := range in.Workloads {
			if w.Unread != nil || w.Container == nil || len(w.Options) == 0 || w.Evidence() <= jvmflag.LooksLike {
				continue
			}
			see(w.At)
			for _, o := range w.Options {
				see(beginning(o.Text))
			}
		}
	}
	for _, in := range inputs {
		in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
			if w.Unread == nil {
				return false
			}
			return slices.ContainsFunc([]source.Text{w.Unread.At, beginning(w.Unread.Options)}, func(t source.Text) bool {
				at := t.Foremost()
				return !at.IsZero() && read[source.LocationIn(at.File, at)]
			})
		})
	}
}

// leaveOfOthers lowers the evidence of a heap that several containers take from one ConfigMap or file of variables, where
// it fits in one of them: another one in which it does not fit, and of which nothing says that it runs a JVM, likely
// runs none, and takes the variables for others.
func leaveOfOthers(inputs []*Input) {
	fits := map[source.Location]bool{}
	each := func(do func(in *Input, w *workload.Workload, at source.Location, fit bool)) {
		for _, in := range inputs {
			for _, w := range in.Workloads {
				for _, o := range w.Options {
					given, isHeap := strings.CutPrefix(o.String(), "-Xmx")
					size, sized := bytesize.Parse(given)
					if at := o.Text.Foremost(); isHeap && sized && w.Bulk && w.Memory.Known() && !at.IsZero() {
						do(in, w, source.LocationIn(at.File, at), int64(size) < w.Memory.N)
					}
				}
			}
		}
	}
	each(func(_ *Input, _ *workload.Workload, at source.Location, fit bool) { fits[at] = fits[at] || fit })
	each(func(in *Input, w *workload.Workload, at source.Location, fit bool) {
		if fit || !fits[at] || !unknownImage(in, w) || w.BuiltBy != nil || w.Framework {
			return
		}
		for i := range w.Options {
			w.Options[i].Evidence = jvmflag.LooksLike
		}
		w.Doubt = fmt.Sprintf("image %s is unknown, and another container takes the same heap, which fits there", w.Image)
	})
}

// beginning is where the first word of a text begins.
func beginning(t source.Text) source.Text {
	s := t.String()
	from := len(s) - len(strings.TrimLeft(s, " \t\n"))
	return t.Slice(from, min(from+1, len(s)))
}

// withoutValues drops from values files what charts were rendered from: what the templates make of it counts. Left is
// what is rendered to something that is not read as options, such as a file in a ConfigMap; and that there are
// options which no template reads.
func withoutValues(plain []*Input, charts []*Input) []*Input {
	for _, c := range charts {
		if c.Chart == nil { // it could not be loaded: where values go nobody knows
			for _, in := range plain {
				if path.Dir(in.File.Name) == c.File.Name && in.Format == kube.ChartValues {
					for _, w := range in.Workloads {
						for i := range w.Options {
							w.Options[i].Evidence = jvmflag.LooksLike
						}
					}
				}
			}
			continue
		}
		all := sync.OnceValue(func() source.Text { return c.File.Span(0, len(c.File.Data)).Written() })
		values := c.Chart.Values(c.Release)
		for _, in := range plain {
			if slices.Contains(values, in.File) {
				in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
					told, used := judgedBy(c, all, w)
					if !told && !used && isPart(w) && !c.Chart.MayRead(strings.Split(w.Name, ".")) {
						unread(w, c.Chart)
						return false
					}
					return told || c.Rendered && !used
				})
			}
		}
	}
	return plain
}

// noteUnrendered takes over what notes say of values that no chart was rendered with.
func noteUnrendered(plain, charts []*Input) {
	for _, in := range plain {
		if !slices.ContainsFunc(charts, func(c *Input) bool { return c.IsRenderedWith(in.File) && c.Rendered }) {
			for _, p := range in.UnlessRendered {
				in.Notes = append(in.Notes, p)
				in.Unjudged = append(in.Unjudged, input.Unjudged{At: p.Span, Why: p.Message})
			}
		}
	}
}

// ResolveAgain leaves to others among inputs of both kinds, of which some were read again, what it left to them at first.
func (p *Project) ResolveAgain(inputs []*Input) {
	charts := slices.DeleteFunc(slices.Clone(inputs), func(in *Input) bool { return in.Chart == nil })
	plain := slices.DeleteFunc(slices.Clone(inputs), func(in *Input) bool { return in.Chart != nil })
	withoutBeside(plain)
	withoutValues(plain, charts)
	p.copies.runInImages(inputs)
	p.leaveUnread(inputs)
}

// isPart reports whether a value holds options beside which others may stand, or did so when charts were last asked.
func isPart(w *workload.Workload) bool {
	return len(w.Options) > 0 && w.Known < workload.AllOptions || w.Unread != nil && w.Unread.Value
}

// unread leaves of a workload that its options reach no JVM.
func unread(w *workload.Workload, of *chart.Chart) {
	reads := slices.DeleteFunc(of.ReadBeside(strings.Split(w.Name, ".")), func(name string) bool {
		return reading.EvidenceOf(name) <= jvmflag.LooksLike
	})
	w.Unread = &workload.UnreadVariable{Name: w.Name, At: w.At, Value: true, Reads: reads}
	w.Known, w.Options = workload.Nothing, nil
}

// judgedBy reports whether a chart's own workloads say all of what a workload of
// its values does, and whether it is in anything that is rendered.
func judgedBy(c *Input, all func() source.Text, w *workload.Workload) (told, used bool) {
	if w.IsMember && slices.ContainsFunc(c.Workloads, func(r *workload.Workload) bool { return r.IsMember }) {
		return true, true
	}
	for _, o := range w.Options {
		span := o.Text.Foremost()
		if span.IsZero() {
			continue
		}
		if slices.ContainsFunc(c.Workloads, func(r *workload.Workload) bool { return reads(r, span) || drops(r, span) }) {
			return true, true
		}
		used = used || CameFrom(all(), span)
	}
	return false, used
}

// reads reports whether an option of a workload was written at a span.
func reads(r *workload.Workload, at source.Span) bool {
	return slices.ContainsFunc(r.Options, func(o jvmflag.Option) bool { return CameFrom(o.Text.Written(), at) })
}

// drops reports whether a field that Kubernetes does not know was written at a span: what stands there reaches no JVM.
func drops(r *workload.Workload, at source.Span) bool {
	return r.Container != nil && slices.ContainsFunc(r.Container.Unknown, func(f workload.Field) bool { return CameFrom(f.Value.Written(), at) })
}

// CameFrom reports whether a part of a text was written at a span.
func CameFrom(t source.Text, at source.Span) bool {
	return slices.ContainsFunc(t.Pieces(), func(p source.Text) bool {
		s := p.Foremost()
		return s.File == at.File && s.Start < at.End && at.Start < s.End
	})
}
