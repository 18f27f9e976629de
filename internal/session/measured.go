package session

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func ReadNativeMemory(files filesystem.System, path string) (*nmt.Measurement, error) {
	file, err := ReadFile(files, path)
	if err != nil {
		return nil, err
	}
	file.Aside = true
	m, err := nmt.Read(file)
	if err == nil && m.Unit > 1<<20 {
		return nil, fmt.Errorf("%s: sizes in whole GB are too coarse for the pools: use scale=MB or scale=KB", path)
	}
	return m, err
}

// checkMeasured refuses to hold the measurements of one JVM against several.
func (s *Session) checkMeasured(all []*predict.Predictions) error {
	jvms := slices.DeleteFunc(slices.Clone(all), func(p *predict.Predictions) bool { return !p.Workload.HasJVM() })
	names := lists.Of(jvms, func(p *predict.Predictions) string { return p.Workload.Name + " of " + p.Workload.File.Name })
	stated := s.options.Facts
	switch {
	case stated.GCLog != nil && len(names) > 1:
		return fmt.Errorf("--gc-log is the log of one JVM, but there are %d: %s; name the file of one of them", len(names), strings.Join(names, ", "))
	case stated.NativeMemory == nil || len(names) == 1:
		return nil
	case len(names) == 0:
		return errors.New("--nmt: nothing that was read shows how a JVM is started")
	}
	return fmt.Errorf("--nmt: one JVM was measured, but %d were read: %s, %s; name the file of one", len(names), names[0], names[1])
}

// Elsewhere says where the GC log is of a JVM that the options do not make.
func (s *Session) Elsewhere(all []*predict.Predictions) []string {
	if s.options.Facts.GCLog == nil {
		return nil
	}
	var why []string
	for _, p := range all {
		if p.Workload.Decided() {
			why = append(why, elsewhere(p)...)
		}
	}
	return why
}

// elsewhere is why a log is not of a JVM, on each JDK that may run it.
func elsewhere(p *predict.Predictions) []string {
	why := slices.Clone(p.Newest().Elsewhere)
	for _, on := range p.All() {
		why = slices.DeleteFunc(why, func(w string) bool { return on.JVM != nil && !slices.Contains(on.Elsewhere, w) })
	}
	return why
}

// mostOfHead is how much of a file is looked at to tell a GC log from other files.
const mostOfHead = 64 << 10

// logAlone reads a GC log that was named as a file is; nil where it is none.
func (s *Session) logAlone(f found) (*input.Input, error) {
	read := func() (*gclog.Log, error) { return ReadGCLogs(s.files, []string{f.path}, s.options.Progress) }
	var from io.Reader
	switch {
	case f.path == StdinName:
		stdin := bufio.NewReaderSize(s.options.Stdin.Reader, mostOfHead)
		s.options.Stdin.Reader, from = stdin, stdin
		read = func() (*gclog.Log, error) {
			log := gclog.File{Name: s.options.Stdin.Name, Open: func() (io.ReadCloser, error) { return io.NopCloser(stdin), nil }}
			return gclog.ReadFiles([]gclog.File{log}, nil)
		}
	case !f.named || f.chart || !filesystem.IsRegular(s.files, f.path):
		return nil, nil
	default:
		file, err := filesystem.Open(s.files, f.path)
		if err != nil {
			return nil, nil // reading it says why
		}
		defer file.Close()
		from = file
	}
	head, _ := bufio.NewReaderSize(from, mostOfHead).Peek(mostOfHead) // of standard input it is the same reader
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
func logRead(before []*input.Input, in *input.Input) bool {
	return in.Format == input.GCLog && slices.ContainsFunc(before, func(b *input.Input) bool {
		return b.Format == input.GCLog && slices.Equal(b.Workloads[0].GCLog.Files, in.Workloads[0].GCLog.Files)
	})
}

// LogAlone takes the log of --gc-log for a JVM by itself where nothing that was read says how one is started.
func (s *Session) LogAlone(r *Files) {
	log := s.options.Facts.GCLog
	if log == nil || slices.ContainsFunc(r.Inputs, func(in *input.Input) bool {
		return slices.ContainsFunc(in.Workloads, (*workload.Workload).HasJVM)
	}) {
		return
	}
	r.Inputs = append(r.Inputs, input.OfGCLog(log))
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
	head, _ := bufio.NewReaderSize(f, 8<<10).Peek(8 << 10)
	return gclog.BeginsJVM(head)
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
	beside := slices.DeleteFunc(slices.Clone(entries), fs.DirEntry.IsDir)
	all := gclog.Siblings(filepath.Base(name), lists.Of(beside, fs.DirEntry.Name))
	if len(all) == 0 {
		return []string{name} // reading it says what is wrong
	}
	return lists.Of(all, func(n string) string { return filepath.Join(folder, n) })
}
