// Package filesystem is what jvmlint reads files through: the files of the
// operating system, or those with the texts of an editor in place of some.
package filesystem

import (
	"io/fs"
	"os"
	"path/filepath"
)

// System reads files. Names are as the user writes them: whole, or as seen from
// the system's current folder. Errors are *fs.PathError.
type System interface {
	Open(name string) (fs.File, error)
	Stat(name string) (fs.FileInfo, error)
	// Lstat describes a link itself, and not what it leads to.
	Lstat(name string) (fs.FileInfo, error)
	ReadDir(name string) ([]fs.DirEntry, error)
	// Abs is the whole path of a name.
	Abs(name string) (string, error)
	// Real is a path without symbolic links.
	Real(name string) (string, error)
}

// OS is the file system of the operating system.
type OS struct{}

func (OS) Open(name string) (fs.File, error)          { return os.Open(name) }
func (OS) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (OS) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(name) }
func (OS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (OS) Abs(name string) (string, error)            { return filepath.Abs(name) }
func (OS) Real(name string) (string, error)           { return filepath.EvalSymlinks(name) }

// Relative is a whole path as seen from the current folder, where there is a
// way.
func Relative(files System, path string) string {
	here, err := files.Abs(".")
	if err != nil {
		return path
	}
	if way, err := filepath.Rel(here, path); err == nil {
		return filepath.ToSlash(way)
	}
	return path
}

// Root is the repository that a whole path lies in: the nearest folder at or
// above it that holds .git; without one, the path itself.
func Root(files System, folder string) string {
	for dir := folder; ; dir = filepath.Dir(dir) {
		if _, err := files.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return folder
		}
	}
}

// LeadsOut reports whether a name is a link to what does not lie in a folder.
func LeadsOut(files System, name, folder string) bool {
	info, err := files.Lstat(name)
	if err != nil || info.Mode().Type()&fs.ModeSymlink == 0 {
		return false
	}
	real, err := files.Real(name)
	if err != nil {
		return false // it leads nowhere
	}
	if real, err = files.Abs(real); err != nil {
		return true
	}
	below, err := filepath.Rel(folder, real)
	return err != nil || !filepath.IsLocal(below)
}
