package project

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/compose"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func unknownImage(in *Input, w *workload.Workload) bool {
	image := images.Parse(w.Image.String())
	_, known := in.Options.Images.Find(image)
	return w.Image.Len() > 0 && !known && !in.Options.Images.BringsJVM(image)
}

// doubtUnusedDotenv doubts options in a .env beside a Compose file, which reads it, where no YAML in the folder or below
// uses the variable, and none names files of variables or other Compose files.
func doubtUnusedDotenv(_ *Project, r *linked) {
	used := map[string]map[string]bool{} // by the folder of a .env: what YAML uses
	for _, in := range r.all() {
		if path.Base(in.File.Name) == ".env" && len(in.Workloads) > 0 {
			used[path.Dir(in.File.Name)] = map[string]bool{}
		}
	}
	composed := map[string]bool{} // folders that have one
	for _, in := range r.all() {
		composed[path.Dir(in.File.Name)] = composed[path.Dir(in.File.Name)] || in.Format == compose.Format
		for at := in.File.Name; len(used) > 0 && in.IsYAML() && at != path.Dir(at); {
			if at = path.Dir(at); used[at] == nil {
				continue
			}
			for _, m := range usedInYAML.FindAllStringSubmatch(string(in.File.Data), -1) {
				used[at][m[1]+m[2]+m[3]] = true
			}
		}
	}
	for _, in := range r.all() {
		folder := path.Dir(in.File.Name)
		names := used[folder]
		others := names["env_file"] || names["include"] || names["extends"]
		if path.Base(in.File.Name) != ".env" || !composed[folder] || others {
			continue
		}
		for _, w := range in.Workloads {
			if !names[w.Name] {
				w.DoubtOptions(fmt.Sprintf("Compose reads this file, and no Compose file uses %s", w.Name))
			}
		}
	}
}

// usedInYAML finds variables behind a dollar, those that are handed on by name alone, and keys that name other files.
var usedInYAML = lazyregexp.New(`(?m)\$\{?([A-Za-z_]\w*)|([A-Za-z_]\w*)["']?[ \t]*(?:[,\]}\r]|$)` +
	`|\b(env_file|include|extends):`)

// dropVariablesReadElsewhere drops a variable that nothing in its container reads, where another container reads it,
// under this name or another: containers that share a file of variables each read what they need.
func dropVariablesReadElsewhere(_ *Project, r *linked) {
	read := map[source.Location]bool{}
	place := func(t source.Text) (at source.Location) { // zero: it has none
		if s := t.Foremost(); !s.IsZero() {
			at = source.LocationIn(s.File, s)
		}
		return at
	}
	for _, in := range r.all() {
		for _, w := range in.Workloads {
			if w.Unread != nil || w.Container == nil || len(w.Options) == 0 || w.Evidence() <= jvmflag.LooksLike {
				continue
			}
			read[place(w.At)] = true
			for _, o := range w.Options {
				read[place(beginning(o.Text))] = true
			}
		}
	}
	delete(read, source.Location{})
	for _, in := range r.all() {
		in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
			return w.Unread != nil && (read[place(w.Unread.At)] || read[place(beginning(w.Unread.Options))])
		})
	}
}

// doubtHeapsOfOthers doubts a heap that several containers get from one ConfigMap or file of variables, in a container
// that it does not fit into, where it fits into another one. If nothing says that the first one runs a JVM, it likely
// runs none and gets the variables for something else.
func doubtHeapsOfOthers(_ *Project, r *linked) {
	fits := map[source.Location]bool{}
	each := func(do func(in *Input, w *workload.Workload, at source.Location, fit bool)) {
		for _, in := range r.all() {
			for _, w := range lists.Where(in.Workloads, func(w *workload.Workload) bool { return w.Bulk && w.Memory.Known() }) {
				for _, o := range w.Options {
					given, isHeap := strings.CutPrefix(o.String(), "-Xmx")
					size, sized := bytesize.Parse(given)
					if at := o.Text.Foremost(); isHeap && sized && !at.IsZero() {
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
		why := "image %s is unknown, and another container takes the same heap, which fits there"
		w.DoubtOptions(fmt.Sprintf(why, w.Image))
	})
}

// beginning is where the first word of a text begins.
func beginning(t source.Text) source.Text {
	s := t.String()
	from := len(s) - len(strings.TrimLeft(s, " \t\n"))
	return t.Slice(from, min(from+1, len(s)))
}
