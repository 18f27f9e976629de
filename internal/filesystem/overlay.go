package filesystem

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"time"
)

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
