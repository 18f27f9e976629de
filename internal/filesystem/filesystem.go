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
	"path/filepath"
	"slices"
	"strings"
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

func (OS) Open(name string) (fs.File, error)          { return openFile(name) }
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

// Way is a whole path without links, also of what is not there, as in an archive.
func Way(files System, name string) string {
	whole, err := files.Abs(name)
	if err != nil {
		whole = filepath.Clean(name)
	}
	for rest := ""; ; whole = filepath.Dir(whole) {
		if real, err := files.Real(whole); err == nil {
			return filepath.Join(real, rest)
		}
		if filepath.Dir(whole) == whole {
			return filepath.Join(whole, rest)
		}
		rest = filepath.Join(filepath.Base(whole), rest)
	}
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
	return !Within(Way(files, folder), Way(files, name)) // what leads nowhere is where it stands
}

// Overlay is a file system with texts in place of some of its files. A file whose text is nil is not there, and a folder
// is there if a text lies in it.
type Overlay struct {
	System
	texts   map[string][]byte                 // by whole paths without links
	folders map[string]map[string]fs.FileInfo // what the texts bring into folders; nil: what they take out
}

// Over is a file system with texts, by names as a user of it writes them.
func Over(system System, texts map[string][]byte) Overlay {
	o := Overlay{system, map[string][]byte{}, map[string]map[string]fs.FileInfo{}}
	for name, text := range texts {
		way := o.way(name)
		o.texts[way] = text
		var info fs.FileInfo
		if text != nil {
			info = entry{filepath.Base(way), int64(len(text)), 0o644}
		}
		for o.put(way, info) && info != nil && filepath.Dir(way) != way {
			way = filepath.Dir(way)
			info = entry{filepath.Base(way), 0, fs.ModeDir | 0o755}
		}
	}
	return o
}

// put puts what is brought to a path into its folder, unless it is there.
func (o Overlay) put(way string, info fs.FileInfo) bool {
	folder, name := filepath.Split(way)
	folder = filepath.Clean(folder)
	if o.folders[folder] == nil {
		o.folders[folder] = map[string]fs.FileInfo{}
	}
	if have, is := o.folders[folder][name]; is && (have != nil || info == nil) {
		return false
	}
	o.folders[folder][name] = info
	return true
}

func (o Overlay) way(name string) string { return Way(o.System, name) }

// over describes what the texts bring to a path; nil where they have no part in it, or where a folder is there anyway.
func (o Overlay) over(name string) (fs.FileInfo, error) {
	way := o.way(name)
	info, is := o.folders[filepath.Dir(way)][filepath.Base(way)]
	switch {
	case is && info == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case is && info.IsDir():
		if _, err := o.System.Stat(name); err == nil {
			return nil, nil
		}
	}
	return info, nil
}

// Open opens the text in place of a file, or the file.
func (o Overlay) Open(name string) (fs.File, error) {
	info, err := o.over(name)
	if err != nil {
		return nil, err
	}
	if info != nil && !info.IsDir() {
		return file{bytes.NewReader(o.texts[o.way(name)]), info}, nil
	}
	return o.System.Open(name)
}

// Stat describes the text in place of a file, or the file.
func (o Overlay) Stat(name string) (fs.FileInfo, error) {
	if info, err := o.over(name); info != nil || err != nil {
		return info, err
	}
	return o.System.Stat(name)
}

// Lstat describes the text in place of a file, or the file. What is a link stays one.
func (o Overlay) Lstat(name string) (fs.FileInfo, error) {
	info, err := o.System.Lstat(name)
	if err == nil && info.Mode().Type()&fs.ModeSymlink != 0 {
		return info, nil
	}
	if over, err := o.over(name); over != nil || err != nil {
		return over, err
	}
	return info, err
}

// ReadDir lists a folder with the texts in it.
func (o Overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := o.System.ReadDir(name)
	brought, kept := o.folders[o.way(name)], map[string]bool{}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		over, is := brought[e.Name()]
		kept[e.Name()] = !is || over != nil && over.IsDir() && e.IsDir()
		return !kept[e.Name()]
	})
	for name, info := range brought {
		if info != nil && !kept[name] {
			entries, err = append(entries, fs.FileInfoToDirEntry(info)), nil
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Real is a path without links, also of what is there for a text alone.
func (o Overlay) Real(name string) (string, error) {
	real, err := o.System.Real(name)
	if info, _ := o.over(name); err != nil && info != nil {
		return o.way(name), nil
	}
	return real, err
}

// Info describes a file, or a folder, by its name there.
func Info(name string, size int64, mode fs.FileMode) fs.FileInfo { return entry{name, size, mode} }

type entry struct {
	name string
	size int64
	mode fs.FileMode
}

func (e entry) Name() string       { return e.name }
func (e entry) Size() int64        { return e.size }
func (e entry) Mode() fs.FileMode  { return e.mode }
func (e entry) ModTime() time.Time { return time.Time{} }
func (e entry) IsDir() bool        { return e.mode.IsDir() }
func (e entry) Sys() any           { return nil }

// file is a text that is being read.
type file struct {
	io.Reader
	info fs.FileInfo
}

func (f file) Stat() (fs.FileInfo, error) { return f.info, nil }
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
	return read(files, name, most, 0)
}

// ReadNamed reads what a person has named, as ReadFile reads a file that was found.
func ReadNamed(files System, name string, most int64) ([]byte, error) {
	return read(files, name, most, fs.ModeNamedPipe)
}

func read(files System, name string, most int64, other fs.FileMode) ([]byte, error) {
	info, err := described(files, name, other)
	if err != nil {
		return nil, err
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var data []byte
	if size := info.Size(); info.Mode().IsRegular() && size > 0 && size <= most { // no further read asks whether more has come
		data = make([]byte, size)
		var n int
		if n, err = io.ReadFull(f, data); errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			data, err = data[:n], nil
		}
	} else {
		data, err = ReadAtMost(f, size, most)
	}
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

// Reason is that of an error about a file, without its name.
func Reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// Open opens a regular file, or a link to one. What else stands in a folder may
// never end, as a device, or never begin, as a pipe that nobody writes to.
func Open(files System, name string) (fs.File, error) { return open(files, name, 0) }

// OpenNamed opens what a person has named, which may be a pipe: a shell's <(...) is one.
func OpenNamed(files System, name string) (fs.File, error) {
	return open(files, name, fs.ModeNamedPipe)
}

func open(files System, name string, other fs.FileMode) (fs.File, error) {
	if _, err := described(files, name, other); err != nil {
		return nil, err
	}
	return files.Open(name)
}

// described is what the system says of a regular file, or of what else may be opened: to open a pipe would wait for who
// writes to it.
func described(files System, name string, other fs.FileMode) (fs.FileInfo, error) {
	info, err := files.Stat(name)
	if err == nil && info.Mode().Type()&^other != 0 {
		err = &fs.PathError{Op: "open", Path: name, Err: errors.New("is not a regular file")}
	}
	return info, err
}

// IsRegular reports whether a name is that of a regular file, or of a link to one.
func IsRegular(files System, name string) bool {
	info, err := files.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// LedAway reports whether links lead a path that is to be written out of the repository that its words lead to; where
// there is none, out of the folder that jvmlint runs in, or else the path's own. Devices are not led anywhere.
func LedAway(files System, name string) bool {
	here := Way(files, ".")
	whole := Whole(here, name)
	folder, there := files.Real(filepath.Dir(whole))
	if there != nil || Within(string(filepath.Separator)+"dev", whole) {
		return false
	}
	root := Root(files, here)
	if !Within(root, whole) {
		root = Root(files, folder)
	}
	return !Within(root, Way(files, whole))
}

// Whole is a path from the root, of one that may be as seen from a folder.
func Whole(folder, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(folder, name)
}

// Within reports whether a path is a folder, or lies below it.
func Within(folder, path string) bool {
	below, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(below)
}
