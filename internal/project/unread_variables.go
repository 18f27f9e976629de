package project

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// startJava are the Dockerfiles that start java themselves, where all do that may start a JVM: a
// script may read any variable, and so may what an image starts of which nothing is known.
func startJava(inputs []*Input) (all []*Input) {
	for _, in := range inputs {
		switch {
		case !isDockerfile(in) || in.Builds.NoJVM:
		case len(in.Builds.Starts) == 0:
			return nil
		default:
			all = append(all, in)
		}
	}
	return all
}

// doubtUnread lowers the evidence of options in a variable such as JAVA_OPTS, where the image
// of its container is unknown: if all Dockerfiles here start java themselves, and none hands
// the variable on, then the image is likely one of theirs and does not either.
func doubtUnread(p *Project, r *linked) {
	built := p.starters
	if len(built) == 0 {
		return
	}
	for _, in := range r.all() {
		for _, w := range in.Workloads {
			if w.Handed == "" || w.BuiltBy != nil || !unknownImage(in, w) || readBy(built, w.Handed) {
				continue
			}
			for i, o := range w.Options {
				if o.Evidence == jvmflag.ByConvention { // what the JVM reads itself runs
					w.Options[i].Evidence = jvmflag.LooksLike
				}
			}
			w.Doubt = fmt.Sprintf("image %s is unknown, and all Dockerfiles here start java without %s (%s)", w.Image, w.Handed, built[0].File.Name)
		}
	}
}

func readBy(dockerfiles []*Input, variable string) bool {
	return slices.ContainsFunc(dockerfiles, func(in *Input) bool {
		return slices.ContainsFunc(in.Builds.Starts, func(reads func(string) bool) bool { return reads(variable) })
	})
}

func unknownImage(in *Input, w *workload.Workload) bool {
	image := images.Parse(w.Image.String())
	_, known := in.Options.Images.Find(image)
	return w.Image.Len() > 0 && !known && !in.Options.Images.BringsJVM(image)
}

// doubtDotenv lowers the evidence of options in a .env beside a Compose file, which reads it, where no YAML in the
// folder or below puts the variable in, or hands files or other Compose files on.
func doubtDotenv(_ *Project, r *linked) {
	put := map[string]map[string]bool{} // by the folder of a .env: what YAML puts in
	for _, in := range r.all() {
		if path.Base(in.File.Name) == ".env" && len(in.Workloads) > 0 {
			put[path.Dir(in.File.Name)] = map[string]bool{}
		}
	}
	compose := map[string]bool{} // folders that have one
	for _, in := range r.all() {
		compose[path.Dir(in.File.Name)] = compose[path.Dir(in.File.Name)] || in.Format == kube.ComposeFile
		for at := in.File.Name; len(put) > 0 && in.IsYAML() && at != path.Dir(at); {
			if at = path.Dir(at); put[at] == nil {
				continue
			}
			for _, m := range putIn.FindAllStringSubmatch(string(in.File.Data), -1) {
				put[at][m[1]+m[2]+m[3]] = true
			}
		}
	}
	for _, in := range r.all() {
		folder := path.Dir(in.File.Name)
		names := put[folder]
		if path.Base(in.File.Name) != ".env" || !compose[folder] || names["env_file"] || names["include"] || names["extends"] {
			continue
		}
		for _, w := range in.Workloads {
			if names[w.Name] {
				continue
			}
			for i := range w.Options {
				w.Options[i].Evidence = jvmflag.LooksLike
			}
			w.Doubt = fmt.Sprintf("Compose reads this file, and no Compose file uses %s", w.Name)
		}
	}
}

// putIn finds variables behind a dollar, those that are handed on by their names alone, and keys that name other files.
var putIn = lazyregexp.New(`(?m)\$\{?([A-Za-z_]\w*)|([A-Za-z_]\w*)["']?[ \t]*(?:[,\]}\r]|$)|\b(env_file|include|extends):`)

// leaveReadElsewhere takes out what is said of a variable that nothing in one container reads, where another
// container reads it, under this name or another: several share a file of variables, and each takes what it needs.
func leaveReadElsewhere(_ *Project, r *linked) {
	read := map[source.Location]bool{}
	see := func(t source.Text) {
		if at := t.Foremost(); !at.IsZero() {
			read[source.LocationIn(at.File, at)] = true
		}
	}
	for _, in := range r.all() {
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
	for _, in := range r.all() {
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
func leaveOfOthers(_ *Project, r *linked) {
	fits := map[source.Location]bool{}
	each := func(do func(in *Input, w *workload.Workload, at source.Location, fit bool)) {
		for _, in := range r.all() {
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
