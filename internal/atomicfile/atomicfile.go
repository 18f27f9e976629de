// Package atomicfile puts files in place whole or not at all.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes a new file beside the one of that name, and gives it its name
// when all of it is written. A file that is replaced keeps its mode, a link
// goes on to lead to it; what is no regular file, as /dev/stderr, is written to.
func Write(name string, data []byte) (err error) {
	mode := fs.FileMode(0o644)
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.IsDir():
		return &fs.PathError{Op: "write", Path: name, Err: errors.New("is a directory")}
	case !info.Mode().IsRegular():
		return os.WriteFile(name, data, mode)
	default:
		mode = info.Mode().Perm()
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return &fs.PathError{Op: "write", Path: name, Err: reason(err)}
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temporary.Name())
		}
	}()
	_, err = temporary.Write(data)
	if err == nil {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Close()); err != nil {
		return err
	}
	if err = os.Chmod(temporary.Name(), mode); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), name)
}

// reason is why a file could not be made, without the name that it would have
// had for a moment.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
