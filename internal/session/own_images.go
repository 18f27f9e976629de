package session

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// builtHere are the Dockerfiles that build images which start a JVM, by the names that
// these may have.
func builtHere(inputs []*input.Input) map[string]string {
	all := map[string]string{}
	for _, in := range inputs {
		if name := plainName(builtName(in.File.Name)); name != "" && all[name] == "" && startsJVM(in) {
			all[name] = in.File.Name
		}
	}
	return all
}

// ownImages finds the Dockerfiles that images are named like, among the files that are read.
func (s *Session) ownImages(files []found) reading.OwnImages {
	all := map[string][]string{}
	for _, f := range files {
		if name := plainName(builtName(filepath.ToSlash(filepath.Clean(f.path)))); name != "" && !f.chart && input.IsDockerfileName(f.path) {
			all[name] = append(all[name], f.path)
		}
	}
	return func(image string) *source.File {
		of := all[plainName(image)]
		for name := image; len(of) == 0; of = all[plainName(name)] { // that of the project often stands before it
			i := strings.IndexAny(name, "-_")
			if name = name[i+1:]; i < 0 || len(name) < shortestName {
				return nil
			}
		}
		if len(of) != 1 {
			return nil
		}
		file, err := s.one(of[0], readFound)
		if err != nil {
			return nil
		}
		return file
	}
}

// shortestName is of how many letters the part of an image's name must be by which a
// Dockerfile is found.
const shortestName = 4

// nameOwnImages names the JVMs of containers whose image is named like one that is
// built here: nothing says that it is the same.
func nameOwnImages(inputs []*input.Input, builtBy map[string]string) {
	for _, in := range inputs {
		in.Unknown = slices.DeleteFunc(in.Unknown, func(u reading.Unknown) bool {
			whole := imagename.Local(images.Parse(u.Image).Repository)
			name := path.Base(whole)
			by := builtBy[plainName(name)]
			if by == "" || in.Options.Images.RunsNoJVM(images.Parse(u.Image)) || name == whole && (isDockerfile(in) || u.At.File != in.File) { // a build on an official one
				return false
			}
			in.NotJudged(u.At, "image %s is named like the one that %s builds, but may be a different one", u.Image, by)
			return true
		})
	}
}

// UnknownImage is an image that may run a JVM, and the containers that run it.
type UnknownImage struct {
	Name string

	in []unknownIn
}

// unknownIn is a container whose image is unknown.
type unknownIn struct {
	reading.Unknown
	input *input.Input
}

// unknownImages are the images of containers of which nothing is known.
func unknownImages(inputs []*input.Input) []UnknownImage {
	var all []UnknownImage
	at := map[string]int{}
	for _, in := range inputs {
		for _, u := range in.Unknown {
			of := unknownIn{u, in}
			name := images.Parse(u.Image).Repository
			switch {
			case u.Service != "":
				name = u.Service + " (its Dockerfile is not here)"
			case u.Left:
				file, _ := of.place()
				name = file.Name + " (not rendered)"
			case in.Options.Images.RunsNoJVM(images.Parse(u.Image)):
				continue
			}
			if source.HasGap(u.Image) {
				file, span := of.place()
				name = fmt.Sprintf("that of %s:%d", file.Name, file.Position(span.Start).Line)
			}
			i, before := at[name]
			if !before {
				i, all = len(all), append(all, UnknownImage{Name: name})
				at[name] = i
			}
			all[i].in = append(all[i].in, of)
		}
	}
	return all
}

// place is where the image stands. In a chart that is only found by rendering it again.
func (u unknownIn) place() (*source.File, source.Span) {
	span := chart.Origin(u.At)
	return cmp.Or(span.File, u.input.File), span
}

// Notes say of each container that its image is unknown. Several may stand in one place, from
// which a chart makes them.
func (i UnknownImage) Notes() []*source.Problem {
	var all []*source.Problem
	said := map[placed]bool{}
	for _, u := range i.in {
		file, span := u.place()
		place := placedAt(file, span)
		if said[place] {
			continue
		}
		said[place] = true
		note := &source.Problem{File: file, Span: span, Message: fmt.Sprintf("it is unknown whether image %s runs a JVM", u.Image)}
		switch {
		case source.HasGap(u.Image):
			note.Message = "it is unknown which image the container has and whether it runs a JVM"
		case u.Left:
			note.Message = "the template is not rendered: it is unknown whether it runs a JVM"
		case u.Service != "":
			note.Message = fmt.Sprintf("it is unknown whether service %s runs a JVM: its Dockerfile is not here", u.Service)
		}
		all = append(all, note)
	}
	return all
}

// startsJVM reports whether a Dockerfile builds an image that starts a JVM.
func startsJVM(in *input.Input) bool {
	return isDockerfile(in) && (len(in.Unjudged) > 0 || slices.ContainsFunc(in.Workloads, (*workload.Workload).HasJVM))
}

// plainName is a name as far as folders and images spell it alike: CentralStation is
// central-station.
func plainName(name string) string {
	return strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
}

func isDockerfile(in *input.Input) bool { return len(in.Builds.JDK.Candidates) > 0 }

// aside are folders that a Dockerfile stands in, and that say nothing of its image.
var aside = []string{".", "/", "docker", "src", "main", "build", "deploy", "deployment", "jvm", "container", "images", "dockerfiles"}

// builtName is what the place of a Dockerfile says of the name of its image; empty where
// it says nothing.
func builtName(file string) string {
	folder, name := path.Split(strings.ToLower(file))
	if of, has := strings.CutSuffix(name, ".dockerfile"); has {
		return of
	}
	if of := strings.TrimLeft(strings.TrimPrefix(name, "dockerfile"), ".-_"); of != name && of != "" && !slices.Contains(aside, of) {
		return of
	}
	for folder = path.Clean(folder); slices.Contains(aside, path.Base(folder)) && folder != path.Dir(folder); {
		folder = path.Dir(folder)
	}
	if base := path.Base(folder); !slices.Contains(aside, base) {
		return base
	}
	return ""
}
