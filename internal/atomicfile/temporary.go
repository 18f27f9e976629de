package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Temporary files have names of their own, and each is locked while a run writes
// it: one that nobody locks was left behind by a run that was killed.
const prefix, suffix = ".jvmlint-", ".tmp"

// attempts bounds how often a temporary file is made: somewhere files may not know
// each other again, and then the last one must do.
const attempts = 10

// temporary makes a file in a folder, and locks it. Until then another run may
// take it for one that was left behind; then it makes another.
func temporary(folder string) (*os.File, error) {
	for attempt := 1; ; attempt++ {
		f, err := os.CreateTemp(folder, prefix+"*"+suffix)
		if err != nil || lock(f) != errLocked && isStill(f) || attempt == attempts {
			return f, err
		}
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}

// swept are the folders that were looked through: once is enough for a run.
var swept sync.Map

// sweep removes what runs that were killed have left in a folder. What cannot be removed stays: it is in nobody's way.
func sweep(folder string) {
	if _, done := swept.LoadOrStore(folder, true); done {
		return
	}
	dir, err := os.Open(folder)
	if err != nil {
		return
	}
	names, _ := dir.Readdirnames(-1)
	_ = dir.Close()
	for _, name := range names {
		if isTemporary(name) {
			removeLeft(filepath.Join(folder, name))
		}
	}
}

func isTemporary(name string) bool {
	number, is := strings.CutPrefix(name, prefix)
	number, ends := strings.CutSuffix(number, suffix)
	return is && ends && number != "" && strings.Trim(number, "0123456789") == ""
}

// removeLeft removes a temporary file unless a run that goes on has locked it.
func removeLeft(path string) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	left := lock(f) == nil && isStill(f)
	if !locksHold {
		_ = f.Close() // here a file that another has open cannot be removed
	}
	if left {
		_ = os.Remove(path)
	}
	_ = f.Close()
}

// isStill reports whether an open file goes by the name that it was opened with.
func isStill(f *os.File) bool {
	here, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(here, there)
}
