package filesystem

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

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
