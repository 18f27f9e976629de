package helmchart

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"helm.sh/helm/v4/pkg/ignore"
)

// mostBytes is how large a chart may be: Helm's own bound.
const mostBytes = 100 << 20

// Load reads a chart from a folder, or from an archive.
func Load(from filesystem.System, name string) (*Chart, error) {
	info, err := from.Stat(name)
	if err != nil {
		return nil, err
	}
	files, err := openArchive, error(nil)
	if info.IsDir() {
		files = readFolder
	}
	all, err := files(from, name)
	if err != nil {
		return nil, err
	}
	return New(all)
}

// readFolder reads the files of a folder, but for those that .helmignore names.
func readFolder(from filesystem.System, dir string) ([]*File, error) {
	rules := ignore.Empty()
	if data, err := filesystem.ReadFile(from, filepath.Join(dir, ignore.HelmIgnore), mostBytes); err == nil {
		if rules, err = ignore.Parse(bytes.NewReader(data)); err != nil {
			return nil, err
		}
	}
	rules.AddDefaults()
	f := &folder{from: from, dir: dir, rules: rules, left: mostBytes}
	if err := f.walk("", nil); err != nil {
		return nil, err
	}
	return f.files, nil
}

type folder struct {
	from  filesystem.System
	dir   string
	rules *ignore.Rules
	files []*File
	left  int64 // bytes that may still be read
}

// walk reads what is below a folder. Helm follows symbolic links; above are the
// folders that it came through, so that no link leads round in a circle.
func (f *folder) walk(below string, above []os.FileInfo) error {
	here := filepath.Join(f.dir, filepath.FromSlash(below))
	info, err := f.from.Stat(here)
	if err != nil {
		return err
	}
	for _, a := range above {
		if os.SameFile(a, info) {
			return fmt.Errorf("symbolic link %s leads back to where it is", below)
		}
	}
	above = append(above[:len(above):len(above)], info)
	entries, err := f.from.ReadDir(here)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := path.Join(below, e.Name())
		info, err := f.from.Stat(filepath.Join(here, e.Name()))
		switch {
		case err != nil:
			return err
		case f.rules.Ignore(name, info):
		case info.IsDir():
			err = f.walk(name, above)
		default:
			err = f.read(name, info)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var errTooLarge = fmt.Errorf("chart exceeds maximum decompressed size of %d bytes", mostBytes)

func (f *folder) read(name string, info os.FileInfo) error {
	full := filepath.Join(f.dir, filepath.FromSlash(name))
	if !info.Mode().IsRegular() {
		return errors.New("cannot load irregular file " + full + " as it has file mode type bits set")
	}
	if info.Size() > f.left {
		return fmt.Errorf("error reading %s: %w", name, errTooLarge)
	}
	data, err := filesystem.ReadFile(f.from, full, f.left)
	if err != nil {
		return fmt.Errorf("error reading %s: %w", name, err)
	}
	f.left -= int64(len(data))
	f.files = append(f.files, &File{Name: name, Path: name, Data: data})
	return nil
}
