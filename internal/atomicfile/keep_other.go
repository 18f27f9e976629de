//go:build !linux && !darwin

package atomicfile

import (
	"io/fs"
	"os"
)

// hardLinks is how many names a file has, as far as is known here.
func hardLinks(fs.FileInfo) uint64 { return 1 }

// keepOwner does nothing: on Windows a new file belongs to who makes it, and its folder says who may read it.
func keepOwner(*os.File, fs.FileInfo) error { return nil }

// keepAttributes does nothing.
func keepAttributes(*os.File, string) error { return nil }
