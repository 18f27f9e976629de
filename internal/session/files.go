package session

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// StdinName is the path that stands for standard input.
const StdinName = "-"

// found is a file to read. Named says that the user gave its path.
type found struct {
	path  string
	named bool
	chart bool   // a folder or an archive
	root  string // where the folder is that it was found below; empty where it was not

	searched bool // its name promises nothing: it is read for what it holds

	values []string // values files that a person named, of a chart that nobody did: it is rendered with these

	config *config.Config // that holds for it
	beside bool           // it is read only because a file goes with it
	typed  bool           // somebody is typing it
}

// find lists the files under the paths, each once, in order of name within a
// folder. What cannot be looked at is reported and passed over; named says that it
// is one of the paths.
func find(system filesystem.System, paths []string, report func(err error, named bool)) ([]found, Skipped) {
	var files []found
	var left Skipped
	seen := map[string]bool{}
	here, _ := system.Abs(".")
	add := func(f found) {
		name := filepath.Clean(f.path)
		if !filepath.IsAbs(name) {
			name = filepath.Join(here, name)
		}
		if !seen[name] {
			seen[name] = true
			files = append(files, f)
		}
	}
	for _, path := range paths {
		info, err := system.Stat(path)
		switch {
		case path == StdinName:
			add(found{path: path, named: true})
		case err != nil:
			report(Plain(err), true)
		case !info.IsDir():
			add(found{path: path, named: true, chart: isChart(system, path)})
		default:
			walk(system, path, add, report, &left)
		}
	}
	return files, left
}

// Plain says the path and the reason of an error, without the system call.
func Plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return source.Unreadable(path.Path, path.Err)
	}
	return err
}

// ReadFile reads what a person has named, if it is not too large to be a
// configuration.
func ReadFile(files filesystem.System, path string) (*source.File, error) {
	return fileOf(path)(filesystem.ReadNamed(files, path, yamldoc.MaxBytes))
}

// readFound reads a file that nobody has named.
func readFound(files filesystem.System, path string) (*source.File, error) {
	return fileOf(path)(filesystem.ReadFile(files, path, yamldoc.MaxBytes))
}

// fileOf makes a file of what was read.
func fileOf(path string) func([]byte, error) (*source.File, error) {
	return func(data []byte, err error) (*source.File, error) {
		var large filesystem.TooLargeError
		switch {
		case errors.As(err, &large):
			return nil, source.Unreadable(path, large)
		case err != nil:
			return nil, Plain(err)
		}
		return source.NewFile(filepath.ToSlash(filepath.Clean(path)), data), nil
	}
}

// isBinary reports whether a file is no text, as git does: by a zero byte near
// its beginning.
func isBinary(data []byte) bool { return bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 }

// isChart reports whether a path is a chart.
func isChart(files filesystem.System, path string) bool {
	info, err := files.Stat(path)
	return err == nil && (info.IsDir() || filepath.Ext(path) == ".tgz") && chart.IsChart(files, path)
}
