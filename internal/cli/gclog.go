package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
)

// readGCLogs takes what the logs measured for what the command line does not say.
func (a *app) readGCLogs() error {
	if len(a.options.gcLogs) == 0 {
		return nil
	}
	names := a.options.gcLogs
	if len(names) == 1 {
		names = rotated(names[0])
	}
	var files []gclog.File
	var size int64
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		size += info.Size()
		files = append(files, gclog.File{Name: filepath.ToSlash(name), Open: func() (io.ReadCloser, error) { return os.Open(name) }})
	}
	const unit = 1 << 20
	progress := progressOf(a.stderr, "reading GC logs, MiB:", int(size/unit))
	defer progress.end()
	read := 0
	log, err := gclog.ReadFiles(files, func(n int) {
		read += n
		progress.done.Store(int64(read / unit))
	})
	if err != nil {
		return err
	}
	a.given.GCLog = log
	return nil
}

// beginsJVM tells from its beginning that a file is the first of its JVM.
func beginsJVM(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 8<<10)
	n, _ := io.ReadFull(f, head)
	return gclog.BeginsJVM(head[:n])
}

// rotated are the files of the log that one name stands for.
func rotated(name string) []string {
	if beginsJVM(name) {
		return []string{name} // what is beside it is of JVMs before: each start renames what is there
	}
	folder := filepath.Dir(name)
	entries, err := os.ReadDir(folder)
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

// noteElsewhere says where the log is of a JVM that the options do not make, and
// which files one name stands for.
func (a *app) noteElsewhere(all []*predict.Predictions) {
	log := a.given.GCLog
	if log == nil {
		return
	}
	if len(log.Files) > len(a.options.gcLogs) {
		fmt.Fprintf(a.stderr, "note: --gc-log: read as one log: %s\n", report.Plain(strings.Join(log.Files, ", ")))
	}
	for _, w := range all {
		if !w.Workload.HasJVM || w.Workload.Undecided {
			continue
		}
		for _, why := range w.Newest().Elsewhere {
			fmt.Fprintf(a.stderr, "note: --gc-log: %s: its pauses and sizes do not count\n", why)
		}
	}
}

// oneJVM refuses a log where it could be of several JVMs.
func (a *app) oneJVM(all []*predict.Predictions) error {
	if a.given.GCLog == nil {
		return nil
	}
	var names []string
	for _, w := range all {
		if w := w.Workload; w.HasJVM {
			names = append(names, fmt.Sprintf("%s of %s", w.Name, w.File.Name))
		}
	}
	if len(names) > 1 {
		return fmt.Errorf("--gc-log is of one JVM, and there are %d: %s; name the file of one of them", len(names), strings.Join(names, ", "))
	}
	return nil
}
