// Package filesystem is what jvmlint reads files through: the files of the
// operating system, or those with the texts of an editor in place of some.
package filesystem

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
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

// Relative is a whole path as seen from the current folder, where there is a way.
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
	return !isWithin(folder, real)
}

// Overlay is a file system with texts in place of some of its files, by their names as seen from its current folder.
type Overlay struct {
	System
	Texts map[string][]byte
}

func (o Overlay) text(name string) ([]byte, bool) {
	text, ok := o.Texts[filepath.ToSlash(filepath.Clean(name))]
	if !ok {
		text, ok = o.Texts[Relative(o.System, name)]
	}
	return text, ok
}

// Open opens the text in place of a file, or the file.
func (o Overlay) Open(name string) (fs.File, error) {
	if text, ok := o.text(name); ok {
		return file{bytes.NewReader(text), describe(name, text)}, nil
	}
	return o.System.Open(name)
}

// Stat describes the text in place of a file, or the file.
func (o Overlay) Stat(name string) (fs.FileInfo, error) {
	if text, ok := o.text(name); ok {
		return describe(name, text), nil
	}
	return o.System.Stat(name)
}

// Lstat describes the text in place of a file, or the file, which may be a link.
func (o Overlay) Lstat(name string) (fs.FileInfo, error) {
	if _, ok := o.text(name); ok {
		return o.Stat(name)
	}
	return o.System.Lstat(name)
}

// entry describes a text.
type entry struct {
	name string
	size int64
}

func describe(name string, text []byte) entry {
	return entry{path.Base(filepath.ToSlash(name)), int64(len(text))}
}

func (e entry) Name() string       { return e.name }
func (e entry) Size() int64        { return e.size }
func (e entry) Mode() fs.FileMode  { return 0o644 }
func (e entry) ModTime() time.Time { return time.Time{} }
func (e entry) IsDir() bool        { return false }
func (e entry) Sys() any           { return nil }

// file is a text that is being read.
type file struct {
	io.Reader
	entry
}

func (f file) Stat() (fs.FileInfo, error) { return f.entry, nil }
func (f file) Close() error               { return nil }

// TooLargeError is the error of what has more bytes than are read of it. Bytes is 0 where nobody has counted them.
type TooLargeError struct{ Bytes, Most int64 }

func (e TooLargeError) Error() string {
	if e.Bytes == 0 {
		return fmt.Sprintf("over the limit of %d bytes", e.Most)
	}
	return fmt.Sprintf("%d bytes, over the limit of %d", e.Bytes, e.Most)
}

// ReadFile reads all of a regular file that has at most so many bytes.
func ReadFile(files System, name string, most int64) ([]byte, error) {
	return read(files, name, most, Open)
}

// ReadNamed reads what a person has named, as ReadFile reads a file that was found.
func ReadNamed(files System, name string, most int64) ([]byte, error) {
	return read(files, name, most, OpenNamed)
}

func read(files System, name string, most int64, open func(System, string) (fs.File, error)) ([]byte, error) {
	f, err := open(files, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	size := int64(0)
	if info, err := f.Stat(); err == nil {
		size = info.Size()
	}
	data, err := ReadAtMost(f, size, most)
	var large TooLargeError
	if errors.As(err, &large) {
		err = &fs.PathError{Op: "read", Path: name, Err: large}
	}
	return data, err
}

// ReadAtMost reads a stream, probably of size bytes, that has at most so many.
func ReadAtMost(from io.Reader, size, most int64) ([]byte, error) {
	if size > most {
		return nil, TooLargeError{size, most}
	}
	data := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := data.ReadFrom(io.LimitReader(from, most+1)); err != nil {
		return nil, err
	}
	if int64(data.Len()) > most {
		return nil, TooLargeError{Most: most}
	}
	return data.Bytes(), nil
}

// Open opens a regular file, or a link to one. What else stands in a folder may
// never end, as a device, or never begin, as a pipe that nobody writes to.
func Open(files System, name string) (fs.File, error) { return open(files, name, 0) }

// OpenNamed opens what a person has named, which may be a pipe: a shell's <(...) is one.
func OpenNamed(files System, name string) (fs.File, error) {
	return open(files, name, fs.ModeNamedPipe)
}

func open(files System, name string, other fs.FileMode) (fs.File, error) {
	info, err := files.Stat(name) // to open a pipe would wait for who writes to it
	if err != nil {
		return nil, err
	}
	if info.Mode().Type()&^other != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("is not a regular file")}
	}
	return files.Open(name)
}

// IsRegular reports whether a name is that of a regular file, or of a link to one.
func IsRegular(files System, name string) bool {
	info, err := files.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// LedAway reports whether links lead a path that is to be written out of the repository that its words lead to; where
// there is none, out of the folder that jvmlint runs in, or else the path's own. Devices are not led anywhere.
func LedAway(files System, name string) bool {
	here, err := files.Abs(".")
	if err == nil {
		here, err = files.Real(here) // which may have been entered through a link
	}
	whole := filepath.Clean(name)
	if !filepath.IsAbs(whole) {
		whole = filepath.Join(here, whole)
	}
	folder, there := files.Real(filepath.Dir(whole))
	if err != nil || there != nil || isWithin(string(filepath.Separator)+"dev", whole) {
		return false
	}
	root := Root(files, here)
	if !isWithin(root, whole) {
		root = Root(files, folder)
	}
	real, err := files.Real(whole)
	if err != nil { // nothing is there yet
		real = folder
	}
	return !isWithin(root, real)
}

func isWithin(folder, path string) bool {
	below, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(below)
}
