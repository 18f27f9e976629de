//go:build !unix

package filesystem

import (
	"io/fs"
	"os"
)

func openFile(name string) (fs.File, error) { return os.Open(name) }
