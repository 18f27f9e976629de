package fix

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Targets are the files that changes go to. A link and what it leads to are one
// file, which is changed once; a file outside of the paths that were named is not
// changed because a link in them leads to it.
type Targets struct {
	// Again are the changes that were made already, by another name of the file.
	Again []Again

	named []string          // folders and files, without links
	done  map[string]string // names of what was changed, by paths without links
}

// Again is a change to a file that was changed as First.
type Again struct {
	Change
	First string
}

// NewTargets are those of changes below paths, or to files that are paths.
func NewTargets(paths []string) *Targets {
	t := &Targets{done: map[string]string{}}
	for _, path := range paths {
		real, err := realPath(path)
		if err != nil {
			continue // standard input, or what could not be read
		}
		t.named = append(t.named, real)
		if info, err := os.Stat(real); err == nil && !info.IsDir() {
			if folder, err := realPath(filepath.Dir(path)); err == nil {
				t.named = append(t.named, folder) // files beside it may go with it
			}
		}
	}
	return t
}

// Apply makes a change by do, unless it was made already or must not be.
func (t *Targets) Apply(c Change, do func(Change) error) error {
	name := c.Before.Name
	real, err := realPath(name)
	if err != nil {
		return do(c) // standard input, or what is gone
	}
	if isLink(name) && !t.within(real) {
		return unwritten(c, "it points to "+real+", outside the paths that were named: name that file to change it")
	}
	if first, done := t.done[real]; done {
		t.Again = append(t.Again, Again{c, first})
		return nil
	}
	if err := do(c); err != nil {
		return err
	}
	t.done[real] = name
	return nil
}

// within reports whether a path is one that was named, or below it.
func (t *Targets) within(real string) bool {
	for _, named := range t.named {
		if below, err := filepath.Rel(named, real); err == nil && filepath.IsLocal(below) {
			return true
		}
	}
	return false
}

// isLink reports whether a path goes by a link.
func isLink(path string) bool {
	for path = filepath.Clean(path); ; path = filepath.Dir(path) {
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}

// realPath is a whole path without links.
func realPath(path string) (string, error) {
	whole, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(whole)
}
