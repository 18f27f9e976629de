package input

import (
	"path/filepath"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
)

// largestOptionsFile is in bytes; the launcher takes files of arguments of any
// size below 2 GiB, and people write none that large.
const largestOptionsFile = 16 << 20

// Folder reads the files that options name from where the JVM would be started.
type Folder string

// Read gives the content of a file. Its error is fs.ErrNotExist where there is
// none.
func (dir Folder) Read(name string) (source.Text, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(string(dir), name)
	}
	data, err := filesystem.ReadFile(filesystem.OS{}, path, largestOptionsFile)
	if err != nil {
		return source.Text{}, err
	}
	file := source.NewFile(name, data)
	return source.Verbatim(file.Span(0, len(data))), nil
}
