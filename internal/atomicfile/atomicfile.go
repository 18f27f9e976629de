// Package atomicfile puts files in place whole or not at all: a run that is
// killed at any point leaves the old file or the new one.
package atomicfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/filesystem"
)

// ErrReadOnly is why Change leaves a file alone that its owner may not write to.
var ErrReadOnly = errors.New("it is read-only")

// errHardLinks is why Change leaves a file alone. It could only be written in
// place, and then a crash would leave a part of it.
var errHardLinks = errors.New("it has several hard links, and changing it would part them")

// errLedAway is why Write leaves a file alone: a repository of a stranger may hold the link.
var errLedAway = errors.New("a link leads out of the repository, or out of its folder: name the file that it leads to")

// Write writes a file that is the run's own to make: a new one, or one in place of another. A link within the
// repository goes on to lead to it. Its owner, mode and extended attributes stay where the system lets them. What is not a regular file, as
// /dev/stderr, is written to. Its error names the file as it was given.
func Write(name string, data []byte) error {
	target, was, err := find(name)
	switch {
	case filesystem.LedAway(filesystem.OS{}, name):
		err = errLedAway
	case errors.Is(err, fs.ErrNotExist):
		err = replace(name, nil, data, false)
	case err == nil && was.IsDir():
		err = errors.New("is a directory")
	case err == nil && !was.Mode().IsRegular():
		err = os.WriteFile(target, data, 0o644)
	case err == nil:
		err = replace(target, was, data, false)
	}
	return named(name, err)
}

// Change puts another text in place of a file that somebody keeps, and changes nothing else of it: it refuses where
// the owner, the group, the mode, an extended attribute (as access control lists of Linux are) or another hard link
// would be lost. A read-only file is refused too, unless readOnlyToo. Its error names the file as it was given.
func Change(name string, data []byte, readOnlyToo bool) error {
	target, was, err := find(name)
	switch {
	case err != nil:
	case !was.Mode().IsRegular():
		err = errors.New("is not a regular file")
	case was.Mode().Perm()&0o200 == 0 && !readOnlyToo:
		err = ErrReadOnly
	case hardLinks(was) > 1:
		err = errHardLinks
	default:
		err = replace(target, was, data, true)
	}
	return named(name, err)
}

// find is where links lead, and what is there.
func find(name string) (target string, was fs.FileInfo, err error) {
	if target, err = filepath.EvalSymlinks(name); err != nil {
		target = name // as /dev/stdout, which leads to what has no name
	}
	was, err = os.Stat(target)
	return target, was, err
}

// replace makes a new file beside the old one, and gives it its name when all of
// it is there. Where nothing may be lost of what the old one was, it fails before.
func replace(name string, was fs.FileInfo, data []byte, nothingLost bool) (err error) {
	sweep(filepath.Dir(name))
	f, err := temporary(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
		_ = f.Close() // and with it the lock; what counts was synced
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if was == nil {
		err = f.Chmod(0o644)
	} else if err = keep(f, name, was); !nothingLost {
		err = nil
	}
	if err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	return rename(f, name)
}

// keep makes a new file what an old one is, but for its content.
func keep(f *os.File, old string, was fs.FileInfo) error {
	const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	mode := was.Mode() & (fs.ModePerm | special)
	owner := keepOwner(f, was)
	if owner != nil {
		mode &^= special // it would run as somebody else
	}
	attributes := keepAttributes(f, old)
	chmod := f.Chmod(mode) // last: a change of owner takes bits away
	if is, err := f.Stat(); err == nil && is.Mode() == mode {
		chmod = nil
	} else if chmod == nil {
		chmod = errors.New("not permitted here")
	}
	return cmp.Or(owner, attributes, lost("mode", chmod))
}

// lost says what of a file cannot be kept; nil: it can.
func lost(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("its %s cannot be kept: %w", what, filesystem.Reason(err))
}

// named is an error of a file: its reason, without the name that a file had for a moment.
func named(name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "write", Path: name, Err: filesystem.Reason(err)}
}

// Temporary files have names of their own, and each is locked while a run writes
// it: one that nobody locks was left behind by a run that was killed.
const prefix, suffix = ".jvmlint-", ".tmp"

// attempts bounds how often a file is made that is not what its name then leads to: somewhere files may not know each
// other again, and then the last one must do.
const attempts = 10

// temporary makes a file in a folder, and locks it. Until then another run may take it for one that was left behind,
// and remove it; then it makes another, as often as that happens.
func temporary(folder string) (*os.File, error) {
	for strange := 0; ; {
		f, err := os.CreateTemp(folder, prefix+"*"+suffix)
		if err != nil {
			return nil, err
		}
		taken := lock(f) == errLocked
		if _, gone := os.Lstat(f.Name()); !taken && gone == nil {
			if strange++; isStill(f) || strange == attempts {
				return f, nil
			}
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
	here, _ := f.Stat()
	there, _ := os.Lstat(f.Name())
	return os.SameFile(here, there) // what is not known is no file's
}
