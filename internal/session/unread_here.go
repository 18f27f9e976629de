package session

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// startJava are the Dockerfiles that start java themselves, where all do that may start a JVM: a
// script may read any variable, and so may what an image starts of which nothing is known.
func startJava(inputs []*input.Input) (all []*input.Input) {
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
func doubtUnread(inputs, built []*input.Input) {
	if len(built) == 0 {
		return
	}
	for _, in := range inputs {
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

func unknownImage(in *input.Input, w *workload.Workload) bool {
	image := images.Parse(w.Image.String())
	_, known := in.Options.Images.Find(image)
	return w.Image.Len() > 0 && !known && !in.Options.Images.BringsJVM(image)
}

func readBy(dockerfiles []*input.Input, variable string) bool {
	for _, in := range dockerfiles {
		if slices.ContainsFunc(in.Builds.Starts, func(reads func(string) bool) bool { return reads(variable) }) {
			return true
		}
	}
	return false
}
