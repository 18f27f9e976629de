package project

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// mostOfHead is how much of a file is looked at to tell a GC log from other files.
const mostOfHead = 64 << 10

// logAlone reads a GC log that was named as a file is; nil where it is none.
func (p *Project) logAlone(f found) (*reading.Input, error) {
	read := func() (*gclog.Log, error) { return ReadGCLogs(p.files, []string{f.path}, p.options.Progress) }
	var head []byte
	switch {
	case f.path == StdinName:
		stdin := bufio.NewReaderSize(p.options.Stdin.Reader, mostOfHead)
		p.options.Stdin.Reader = stdin
		head, _ = stdin.Peek(mostOfHead)
		read = func() (*gclog.Log, error) {
			open := func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }
			return gclog.ReadFiles([]gclog.File{{Name: p.options.Stdin.Name, Open: open}}, nil)
		}
	case !f.named || f.chart || !filesystem.IsRegular(p.files, f.path):
		return nil, nil
	default:
		if file, err := p.one(f.path, ReadFile); err == nil { // all but large ones
			head = file.Data[:min(len(file.Data), mostOfHead)]
			break
		}
		head = headOf(p.files, f.path, mostOfHead) // where there is none, reading it says why
	}
	if !gclog.Recognises(head) {
		return nil, nil
	}
	log, err := read()
	if err != nil {
		return nil, source.Unreadable(f.path, err)
	}
	return input.OfGCLog(log), nil
}

// logRead reports whether an input is a log that was read before: each file of a rotated log stands for all.
func logRead(before []*Input, in *reading.Input) bool {
	return in.Format == input.GCLog && slices.ContainsFunc(before, func(b *Input) bool {
		return b.Format == input.GCLog && slices.Equal(b.Workloads[0].GCLog.Files, in.Workloads[0].GCLog.Files)
	})
}

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
		open := func() (io.ReadCloser, error) { return filesystem.OpenNamed(system, name) }
		files = append(files, gclog.File{Name: filepath.ToSlash(name), Open: open})
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

// headOf are the first bytes of a file, as many as are asked for; nil where it cannot be opened.
func headOf(system filesystem.System, name string, most int) []byte {
	f, err := filesystem.Open(system, name)
	if err != nil {
		return nil
	}
	defer f.Close()
	head, _ := bufio.NewReaderSize(f, most).Peek(most)
	return head
}

// rotated are the files of the log that one name stands for.
func rotated(system filesystem.System, name string) []string {
	if gclog.BeginsJVM(headOf(system, name, 8<<10)) {
		return []string{name} // what is beside it is of JVMs before: each start renames what is there
	}
	folder := filepath.Dir(name)
	entries, err := system.ReadDir(folder)
	if err != nil {
		return []string{name}
	}
	beside := slices.DeleteFunc(slices.Clone(entries), fs.DirEntry.IsDir)
	all := gclog.Siblings(filepath.Base(name), lists.Of(beside, fs.DirEntry.Name))
	if len(all) == 0 {
		return []string{name} // reading it says what is wrong
	}
	return lists.Of(all, func(n string) string { return filepath.Join(folder, n) })
}
