package reading

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/source"
)

// mostBeside bounds what is read of files beside one, in bytes: each container may
// name the same.
const mostBeside = 16 << 20

// ReadBeside gives a file that another names, by its path from there; nil where
// there is none, or too much was read of such files.
func (in *Input) ReadBeside(name string) *source.File {
	if in.FileBeside == nil || in.beside > mostBeside {
		return nil
	}
	file := in.FileBeside(name)
	if file == nil {
		return nil
	}
	if in.beside += len(file.Data); in.tooMuchBeside() {
		return nil
	}
	if !slices.Contains(in.ReadWith, file) {
		in.ReadWith = append(in.ReadWith, file)
	}
	return file
}

// EnvironmentFile sets the variables of a file beside the one that is read. It tells false where there is no such file.
func (in *Input) EnvironmentFile(name string, env *Environment) bool {
	file := in.ReadBeside(name)
	if file == nil {
		return false
	}
	for found := range entries(TextOf(file)) {
		for _, a := range found {
			if a.Closed {
				env.Set(Variable{Name: a.Name, At: a.At, Value: a.Value, Known: true})
			}
		}
	}
	return true
}

// tooMuchBeside reports whether no further file beside is read, and says so.
func (in *Input) tooMuchBeside() bool {
	if in.beside <= mostBeside {
		return false
	}
	in.Problem(source.Span{}, "the files that it names have more than %d bytes in all: from here on they are not read", mostBeside)
	return true
}
