//go:build unix

package filesystem

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openFile opens a file without telling Go's poller of it, for which os.Open makes four more calls of the system.
func openFile(name string) (fs.File, error) {
	for {
		fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err == nil {
			return os.NewFile(uintptr(fd), name), nil
		}
		if !errors.Is(err, syscall.EINTR) {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
}
