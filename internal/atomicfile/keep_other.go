//go:build !linux && !darwin

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// hardLinks is how many names a file has, as far as is known here.
func hardLinks(fs.FileInfo) uint64 { return 1 }

// keepOwner does nothing: on Windows a new file belongs to who makes it, and its folder says who may read it.
func keepOwner(*os.File, fs.FileInfo) error { return nil }

func keepAttributes(*os.File, string) error { return nil }

const locksHold = false

var errLocked = errors.New("locked")

// lock does nothing: a file that is open cannot be removed here.
func lock(*os.File) error { return nil }

// rename closes a file and gives it the name of another: one that is open cannot be renamed here.
func rename(f *os.File, name string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
