package filesystem

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Memory is a file system in memory: texts by whole paths, as /values.yaml. Its
// current folder is /.
type Memory map[string][]byte

// Overlay is a file system with texts in place of some of its files, by their
// names as seen from its current folder.
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
		return opened(name, text), nil
	}
	return o.System.Open(name)
}

// Stat describes the text in place of a file, or the file.
func (o Overlay) Stat(name string) (fs.FileInfo, error) {
	if text, ok := o.text(name); ok {
		return entry{path.Base(filepath.ToSlash(name)), text, false}, nil
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

// Lstat describes a file or a folder: there are no links.
func (m Memory) Lstat(name string) (fs.FileInfo, error) { return m.Stat(name) }

// Abs is the whole path of a name.
func (m Memory) Abs(name string) (string, error) { return path.Join("/", name), nil }

// Real is the whole path of a name: there are no links.
func (m Memory) Real(name string) (string, error) { return path.Join("/", name), nil }

// Open opens a file. A folder is read by ReadDir.
func (m Memory) Open(name string) (fs.File, error) {
	text, ok := m[path.Join("/", name)]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return opened(name, text), nil
}

// Stat describes a file, or a folder that holds one.
func (m Memory) Stat(name string) (fs.FileInfo, error) {
	whole := path.Join("/", name)
	if text, ok := m[whole]; ok {
		return entry{path.Base(whole), text, false}, nil
	}
	for other := range m {
		if whole == "/" || strings.HasPrefix(other, whole+"/") {
			return entry{path.Base(whole), nil, true}, nil
		}
	}
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}

// ReadDir lists a folder, in order of name.
func (m Memory) ReadDir(name string) ([]fs.DirEntry, error) {
	folder := strings.TrimSuffix(path.Join("/", name), "/") + "/"
	found := map[string]fs.DirEntry{}
	for whole, text := range m {
		if below, in := strings.CutPrefix(whole, folder); in {
			first, _, deeper := strings.Cut(below, "/")
			if deeper {
				text = nil
			}
			found[first] = fs.FileInfoToDirEntry(entry{first, text, deeper})
		}
	}
	if len(found) == 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	var all []fs.DirEntry
	for _, first := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[first])
	}
	return all, nil
}

// entry describes a text or a folder.
type entry struct {
	name   string
	text   []byte
	folder bool
}

func (e entry) Name() string       { return e.name }
func (e entry) Size() int64        { return int64(len(e.text)) }
func (e entry) ModTime() time.Time { return time.Time{} }
func (e entry) IsDir() bool        { return e.folder }
func (e entry) Sys() any           { return nil }

func (e entry) Mode() fs.FileMode {
	if e.folder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// file is a text that is being read.
type file struct {
	io.Reader
	entry
}

func opened(name string, text []byte) file {
	return file{bytes.NewReader(text), entry{path.Base(filepath.ToSlash(name)), text, false}}
}

func (f file) Stat() (fs.FileInfo, error) { return f.entry, nil }
func (f file) Close() error               { return nil }
