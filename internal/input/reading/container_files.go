package reading

import (
	"bytes"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// ContainerFiles gives what a container has at a path; false where that is not known.
type ContainerFiles func(name string) (source.Text, bool)

// Over are the files of a container into which others are mounted.
func (f ContainerFiles) Over(below ContainerFiles) ContainerFiles {
	if below == nil {
		return f
	}
	return func(name string) (source.Text, bool) {
		if text, found := f(name); found {
			return text, true
		}
		return below(name)
	}
}

// mostFolders is how many folders above its own a Dockerfile may be built in, where nothing tells which.
const mostFolders = 3

// FilesOf are the files that a Dockerfile copies into its image, where the folder of the build is known
// from the file that is read. Without one it is that of the Dockerfile, or one above it.
func (in *Input) FilesOf(b Built, folder string, known bool) ContainerFiles {
	if in.FileBeside == nil || b.Sources == nil {
		return nil
	}
	return start.Asked(func(name string) (source.Text, bool) {
		for at, n := folder, 0; n <= mostFolders && (n == 0 || !known); at, n = path.Join(at, ".."), n+1 {
			for _, from := range b.Sources(name) {
				if text, is := in.textBeside(path.Join(at, from)); is {
					return text, true
				}
			}
		}
		return source.Text{}, false
	})
}

// HostFiles are a file or a folder beside the one that is read, which a container finds at a path.
func (in *Input) HostFiles(host, at string) ContainerFiles {
	return func(name string) (source.Text, bool) {
		if name == at {
			return in.textBeside(host)
		}
		if below, within := strings.CutPrefix(name, strings.TrimSuffix(at, "/")+"/"); within {
			return in.textBeside(path.Join(host, below))
		}
		return source.Text{}, false
	}
}

// mostScript is how long a file may be that a container runs or reads, in bytes.
const mostScript = 1 << 20

// textBeside is the text of a file that need not be read: whoever reads it notes that.
func (in *Input) textBeside(name string) (source.Text, bool) {
	if in.FileBeside == nil || in.tooMuchBeside() {
		return source.Text{}, false
	}
	file := in.FileBeside(filepath.FromSlash(name))
	if file == nil || len(file.Data) > mostScript || bytes.IndexByte(file.Data, 0) >= 0 {
		return source.Text{}, false
	}
	if !in.peeked[file] { // charged once, however many containers have it
		if in.peeked == nil {
			in.peeked = map[*source.File]bool{}
		}
		in.peeked[file] = true
		in.beside += len(file.Data)
	}
	return TextOf(file), true
}

// readBy notes files that were read.
func (in *Input) readBy(texts []source.Text) {
	for _, t := range texts {
		if f := t.Span().File; f != nil && f.Name != in.File.Name {
			in.Link(Includes, f)
		}
	}
}

// argumentFiles are the files of options that a command names.
type argumentFiles map[string]source.Text

var errNotThere = errors.New("the container's files there are unknown")

// Read gives what a file holds.
func (f argumentFiles) Read(name string) (source.Text, error) {
	if text, known := f[name]; known {
		return text, nil
	}
	return source.Text{}, errNotThere
}

// argumentFiles reads the files of options that a command names.
func (in *Input) argumentFiles(env *Environment, options []jvmflag.Option) jvmflag.Files {
	all := argumentFiles{}
	for _, o := range options {
		name, is := strings.CutPrefix(o.String(), "@")
		if !is || name == "" || name[0] == '@' || env.Files == nil {
			continue
		}
		at := name
		if !path.IsAbs(at) {
			at = path.Join(env.Folder, at)
		}
		if text, found := env.Files(at); found {
			all[name] = text
			in.readBy([]source.Text{text})
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// Copied is what a Dockerfile copies into its image from the folder of the build.
type Copied struct {
	From string // a file, a folder or a pattern of names
	To   string // a path in the image
	Into bool   // To is a folder
}

// Source is the file of the build's folder that stands at a path of the image. It
// reports false where this did not bring one there.
func (c Copied) Source(at string) (from string, copied bool) {
	base := path.Base(c.From)
	pattern := strings.ContainsAny(c.From, "*?[")
	if same, _ := path.Match(base, path.Base(at)); same && (pattern || c.Into) && path.Dir(at) == c.To {
		return path.Join(path.Dir(c.From), path.Base(at)), true
	}
	below, within := strings.CutPrefix(at, strings.TrimSuffix(c.To, "/")+"/")
	switch {
	case pattern:
	case at == c.To:
		return c.From, true
	case within:
		return path.Join(c.From, below), true
	case c.To == "" && !path.IsAbs(at): // the folder in which the image works is not known
		return path.Join(c.From, at), true
	}
	return "", false
}

// BuiltImage is an image that a Dockerfile builds, or that a service of Compose runs, and the files and folders beside
// it that are copied or mounted there, by their paths in the folder of the build.
type BuiltImage struct {
	JDK   workload.JDK
	Doubt string // why no JVM on it is judged; empty where nothing keeps it from that
	Files []string

	Ignores []string // names of files of options that nothing in it reads

	Container *workload.Workload // that mounts the files: its image and limits; nil where an image has them

	Scripts []string // of the files, those that may be the program that it starts
	Unread  Unjudged // the note that nothing says what that starts
}

// RunOn takes for the JVMs of a file the JDK of the images that the file is copied
// into, where it says nothing of one itself.
func (in *Input) RunOn(jdk workload.JDK) {
	in.Options.JDK = jdk
	in.runOnImage()
}

// RunIn takes for the JVMs of a file what is known of the one container that mounts it.
func (in *Input) RunIn(container *workload.Workload) {
	for _, w := range in.Workloads {
		if w.Container == nil && w.Image.Len() == 0 {
			w.Container, w.Image, w.Memory, w.CPUs = container.Container, container.Image, container.Memory, container.CPUs
			w.Limited, w.LimitKey, w.Manager = container.Limited, container.LimitKey, container.Manager
		}
	}
}

// NotJudgedOn leaves the JVMs of a file unjudged that is copied into an image, for what is known of that.
func (in *Input) NotJudgedOn(why string) {
	for _, w := range in.Workloads {
		if w.Image.Len() == 0 {
			in.leave(w, why)
		}
	}
}

// leave leaves a JVM unjudged, and says why.
func (in *Input) leave(w *workload.Workload, why string) {
	w.Doubt, w.Known = in.NotJudged(PlaceOf(w), "%s", why), workload.Nothing
	w.Options, w.Variables = nil, nil
}

func (in *Input) runOnImage() {
	if len(in.Options.JDK.Candidates) == 0 {
		return
	}
	for _, w := range in.Workloads {
		if !w.JDK.Open || w.Image.Len() > 0 {
			continue
		}
		of := w.JDK
		if w.JDK = in.Options.JDK; slices.Max(w.JDK.Candidates) < slices.Min(of.Candidates) {
			in.leave(w, "the JDK ("+w.JDK.Why+") is too old to read it")
		}
	}
}
