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
	found := map[string]source.Text{}
	return func(name string) (source.Text, bool) {
		if text, before := found[name]; before {
			return text, text.Located()
		}
		found[name] = source.Text{}
		for at, n := folder, 0; n <= mostFolders && (n == 0 || !known); at, n = path.Join(at, ".."), n+1 {
			for _, from := range b.Sources(name) {
				if text, is := in.textBeside(path.Join(at, from)); is {
					found[name] = text
					return text, true
				}
			}
		}
		return source.Text{}, false
	}
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
		if f := t.Span().File; f != nil && f.Name != in.File.Name && !slices.Contains(in.ReadWith, f) {
			in.ReadWith = append(in.ReadWith, f)
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
