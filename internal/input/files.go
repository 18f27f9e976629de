package input

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

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
	f, err := os.Open(path)
	if err != nil {
		return source.Text{}, err
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return source.Text{}, fmt.Errorf("%s is not a file", name)
	}
	data, err := io.ReadAll(io.LimitReader(f, largestOptionsFile+1))
	if err != nil {
		return source.Text{}, err
	}
	if len(data) > largestOptionsFile {
		return source.Text{}, fmt.Errorf("%s has more than %d bytes", name, largestOptionsFile)
	}
	file := source.NewFile(name, data)
	return source.Verbatim(file.Span(0, len(data))), nil
}
