package session

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/gclog"
)

// ReadGCLogs reads the files of a log; the one name of a rotated log stands for
// all of its files. A pipe is a log by itself.
func ReadGCLogs(system filesystem.System, names []string, progress Progress) (*gclog.Log, error) {
	if len(names) == 1 && filesystem.IsRegular(system, names[0]) {
		names = rotated(system, names[0])
	}
	var files []gclog.File
	var size int64
	for _, name := range names {
		info, err := system.Stat(name)
		if err != nil {
			return nil, err
		}
		if len(names) > 1 && !info.Mode().IsRegular() { // to put files in order they are read twice
			return nil, fmt.Errorf("%s is not a regular file, as each of several logs must be", name)
		}
		size += info.Size()
		files = append(files, gclog.File{Name: filepath.ToSlash(name), Open: func() (io.ReadCloser, error) { return filesystem.OpenNamed(system, name) }})
	}
	const unit = 1 << 20
	step, end := progress("reading GC logs, MiB:", int(size/unit))
	defer end()
	read := 0
	return gclog.ReadFiles(files, func(n int) {
		before := read / unit
		read += n
		step(read/unit - before)
	})
}

// beginsJVM tells from its beginning that a file is the first of its JVM.
func beginsJVM(system filesystem.System, name string) bool {
	f, err := filesystem.Open(system, name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 8<<10)
	n, _ := io.ReadFull(f, head)
	return gclog.BeginsJVM(head[:n])
}

// rotated are the files of the log that one name stands for.
func rotated(system filesystem.System, name string) []string {
	if beginsJVM(system, name) {
		return []string{name} // what is beside it is of JVMs before: each start renames what is there
	}
	folder := filepath.Dir(name)
	entries, err := system.ReadDir(folder)
	if err != nil {
		return []string{name}
	}
	var beside []string
	for _, e := range entries {
		if !e.IsDir() {
			beside = append(beside, e.Name())
		}
	}
	var all []string
	for _, n := range gclog.Siblings(filepath.Base(name), beside) {
		all = append(all, filepath.Join(folder, n))
	}
	if len(all) == 0 {
		return []string{name} // reading it says what is wrong
	}
	return all
}
