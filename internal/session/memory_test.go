package session

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// Memory is a file system in memory: texts by whole paths, as /values.yaml. Its
// current folder is /.
type Memory map[string][]byte

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
	return openedText(name, text), nil
}

// Stat describes a file, or a folder that holds one.
func (m Memory) Stat(name string) (fs.FileInfo, error) {
	whole := path.Join("/", name)
	if text, ok := m[whole]; ok {
		return textEntry{path.Base(whole), text, false}, nil
	}
	for other := range m {
		if whole == "/" || strings.HasPrefix(other, whole+"/") {
			return textEntry{path.Base(whole), nil, true}, nil
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
			found[first] = fs.FileInfoToDirEntry(textEntry{first, text, deeper})
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

// textEntry describes a text or a folder.
type textEntry struct {
	name   string
	text   []byte
	folder bool
}

func (e textEntry) Name() string       { return e.name }
func (e textEntry) Size() int64        { return int64(len(e.text)) }
func (e textEntry) ModTime() time.Time { return time.Time{} }
func (e textEntry) IsDir() bool        { return e.folder }
func (e textEntry) Sys() any           { return nil }

func (e textEntry) Mode() fs.FileMode {
	if e.folder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

// textFile is a text that is being read.
type textFile struct {
	io.Reader
	textEntry
}

func openedText(name string, text []byte) textFile {
	return textFile{bytes.NewReader(text), textEntry{path.Base(name), text, false}}
}

func (f textFile) Stat() (fs.FileInfo, error) { return f.textEntry, nil }
func (f textFile) Close() error               { return nil }
