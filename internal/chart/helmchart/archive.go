package helmchart

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// openArchive reads the files of an archive.
func openArchive(from filesystem.System, name string, run *budget.Run) ([]*File, error) {
	data, err := filesystem.ReadNamed(from, name, mostBytes)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, []byte("\x1f\x8b\x08")) {
		return nil, fmt.Errorf("file '%s' does not appear to be a gzipped archive", name)
	}
	run.Read(len(data))
	return unpack(bytes.NewReader(data), "", run)
}

// unpack reads the files of a gzipped archive that lies somewhere in a chart,
// and refuses what Helm refuses.
// https://github.com/helm/helm/blob/v4.3.1/pkg/chart/loader/archive/archive.go
func unpack(archive io.Reader, at string, run *budget.Run) ([]*File, error) {
	zip, err := gzip.NewReader(archive)
	if err != nil {
		return nil, err
	}
	defer zip.Close()
	var files []*File
	left := int64(mostBytes)
	bounded := &unpacked{from: zip, run: run}
	for in := tar.NewReader(bounded); ; {
		h, err := in.Next()
		if over := run.Unpacked(perFile); over != nil {
			return nil, over
		}
		switch {
		case errors.Is(err, io.EOF) && len(files) == 0:
			return nil, errors.New("no files in chart archive")
		case errors.Is(err, io.EOF):
			return files, nil
		case err != nil:
			return nil, err
		case h.FileInfo().IsDir() || h.Typeflag == tar.TypeXGlobalHeader || h.Typeflag == tar.TypeXHeader:
			continue
		}
		name, err := archived(h.Name)
		if err != nil {
			return nil, err
		}
		if left -= h.Size; left <= 0 {
			return nil, budget.Beyond("decompressed chart is larger than the maximum size %d", mostBytes)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		files = append(files, &File{Name: name, Path: path.Join(at, name), Data: bytes.TrimPrefix(data, byteOrderMark)})
	}
}

// perFile is what a file takes beside its bytes, however many it has.
const perFile = 1024

// unpacked is an archive of which each byte that comes out is counted.
type unpacked struct {
	from io.Reader
	run  *budget.Run
}

func (u *unpacked) Read(p []byte) (int, error) {
	if u.run.Room() == 0 {
		return 0, u.run.Unpacked(1)
	}
	n, err := u.from.Read(p[:min(len(p), u.run.Room())])
	return n, errors.Join(err, u.run.Unpacked(n))
}

var drive = lazyregexp.New(`^[a-zA-Z]:/`)

// archived is the name of a file in an archive, without the folder that all of
// it lies in.
func archived(full string) (string, error) {
	separator := "/"
	if strings.Contains(full, `\`) { // packed on Windows
		separator = `\`
	}
	base, name, _ := strings.Cut(full, separator)
	name = strings.ReplaceAll(name, separator, "/")
	clean := path.Clean(name)
	switch {
	case path.IsAbs(name):
		return "", errors.New("chart illegally contains absolute paths")
	case clean == ".":
		return "", fmt.Errorf("chart illegally contains content outside the base directory: %q", full)
	case strings.HasPrefix(clean, ".."):
		return "", errors.New("chart illegally references parent directory")
	case drive.MatchString(clean):
		return "", errors.New("chart contains illegally named files")
	case base == "Chart.yaml":
		return "", errors.New("chart yaml not in base directory")
	}
	return clean, nil
}
