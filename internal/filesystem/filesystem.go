// Package filesystem is what jvmlint reads files through: the files of the
// operating system, those with the texts of an editor in place of some, or a map
// in memory.
package filesystem

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
)

// System reads files. Names are as the user writes them: whole, or as seen from
// the system's current folder. Errors are *fs.PathError.
type System interface {
	Open(name string) (fs.File, error)
	Stat(name string) (fs.FileInfo, error)
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
func (OS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (OS) Abs(name string) (string, error)            { return filepath.Abs(name) }
func (OS) Real(name string) (string, error)           { return filepath.EvalSymlinks(name) }

// ReadFile reads all of a file.
func ReadFile(files System, name string) ([]byte, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	size := int64(0)
	if info, err := f.Stat(); err == nil {
		size = info.Size()
	}
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err = data.ReadFrom(f)
	return data.Bytes(), err
}

// IsRegular reports whether a name is that of a regular file, or of a link to
// one.
func IsRegular(files System, name string) bool {
	info, err := files.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

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
