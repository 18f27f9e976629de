package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// stdinName is the path that stands for standard input.
const stdinName = "-"

// wanted are the names that a folder is searched for; a file that is named is
// read whatever its name.
var wanted = []string{".yaml", ".yml", ".options", ".env"}

// found is a file to read. Named tells that the user gave its path.
type found struct {
	path  string
	named bool
	chart bool // a folder or an archive
}

// find lists the files under the paths, each once, in order of name within a
// folder. What cannot be looked at is reported and passed over.
func find(paths []string, report func(error)) []found {
	var files []found
	seen := map[string]bool{}
	add := func(f found) {
		name := f.path
		if whole, err := filepath.Abs(name); err == nil {
			name = whole
		}
		if !seen[name] {
			seen[name] = true
			files = append(files, f)
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == stdinName:
			add(found{path: path, named: true})
		case err != nil:
			report(plainError(err))
		case !info.IsDir():
			add(found{path: path, named: true, chart: isChart(path)})
		default:
			walk(path, add, report)
		}
	}
	return files
}

// walk adds the files of a folder and of those below it. A folder that is
// named may be a link, and so may files; folders below that are links are left
// alone, as they may lead in a circle.
func walk(folder string, add func(found), report func(error)) {
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		report(plainError(err))
		return
	}
	err = filepath.WalkDir(real, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			report(plainError(err))
		case d.IsDir() && p != real && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || insideChart(p, d)):
			return filepath.SkipDir
		case d.IsDir():
			if below, _ := filepath.Rel(real, p); isChart(p) {
				add(found{path: filepath.Join(folder, below), named: p == real, chart: true})
			}
		case slices.Contains(wanted, filepath.Ext(p)) || isHazelcastXML(p):
			if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
				below, _ := filepath.Rel(real, p) // p is below real
				add(found{path: filepath.Join(folder, below)})
			}
		}
		return nil
	})
	if err != nil {
		report(plainError(err))
	}
}

// isHazelcastXML tells a configuration in XML by its name. It is not read yet,
// which is better said than left unsaid.
func isHazelcastXML(path string) bool {
	name := filepath.Base(path)
	return strings.HasPrefix(name, "hazelcast") && filepath.Ext(name) == ".xml"
}

// fileError is why a file could not be read or written.
type fileError struct {
	path string
	err  error
}

func (e *fileError) Error() string { return e.path + ": " + e.err.Error() }

// plainError says the path and the reason, without the system call.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return &fileError{path.Path, path.Err}
	}
	return err
}

// readFile reads a file that is not too large to be a configuration.
func readFile(path string) (*source.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, plainError(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > yamldoc.MaxBytes {
		return nil, &fileError{path, fmt.Errorf("%d bytes, over the limit of %d", info.Size(), yamldoc.MaxBytes)}
	}
	return readAll(path, f)
}

// readAll reads a stream up to the limit.
func readAll(name string, r io.Reader) (*source.File, error) {
	data, err := io.ReadAll(io.LimitReader(r, yamldoc.MaxBytes+1))
	if err != nil {
		return nil, plainError(err)
	}
	if len(data) > yamldoc.MaxBytes {
		return nil, &fileError{name, fmt.Errorf("over the limit of %d bytes", yamldoc.MaxBytes)}
	}
	return source.NewFile(filepath.ToSlash(filepath.Clean(name)), data), nil
}
