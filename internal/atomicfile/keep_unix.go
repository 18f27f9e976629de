//go:build linux || darwin

package atomicfile

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

func hardLinks(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

func keepOwner(f *os.File, was fs.FileInfo) error {
	var is syscall.Stat_t
	if err := syscall.Fstat(int(f.Fd()), &is); err != nil {
		return lost("owner", err)
	}
	old, ok := was.Sys().(*syscall.Stat_t)
	if !ok || old.Uid == is.Uid && old.Gid == is.Gid {
		return nil
	}
	err := f.Chown(int(old.Uid), int(old.Gid))
	if err != nil && old.Uid != is.Uid {
		_ = f.Chown(-1, int(old.Gid)) // the group by itself may be possible
		return lost("owner", err)
	}
	return lost("group", err)
}

// accessList is the attribute that a new file may have from its folder.
const accessList = "system.posix_acl_access"

// ofSystem are attributes that the system sets by itself, by what a file holds or where it came from.
var ofSystem = []string{"security.ima", "security.evm", "com.apple.provenance", "com.apple.macl"}

// keepAttributes gives a file the extended attributes of another. Access control lists of macOS are none.
func keepAttributes(f *os.File, old string) error {
	was, err := attributes(old)
	if err != nil {
		return lost("extended attributes", err)
	}
	is, err := attributes(f.Name())
	if err != nil {
		return lost("extended attributes", err)
	}
	for name, value := range was {
		if has, ok := is[name]; ok && bytes.Equal(has, value) || slices.Contains(ofSystem, name) {
			continue
		}
		if err := unix.Lsetxattr(f.Name(), name, value, 0); err != nil {
			return lost("extended attribute "+name, err)
		}
	}
	if _, had := was[accessList]; !had && is[accessList] != nil {
		return lost("access control list", unix.Lremovexattr(f.Name(), accessList))
	}
	return nil
}

// attributes are the extended attributes of a file; none where its file system knows none.
func attributes(path string) (map[string][]byte, error) {
	list, err := whole(func(to []byte) (int, error) { return unix.Llistxattr(path, to) })
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS) {
		return nil, nil
	}
	all := map[string][]byte{}
	for name := range strings.SplitSeq(string(list), "\x00") {
		if name == "" {
			continue
		}
		value, err := whole(func(to []byte) (int, error) { return unix.Lgetxattr(path, name, to) })
		if err != nil {
			return nil, err
		}
		all[name] = value
	}
	return all, err
}

// whole calls what tells a length, and then fills as many bytes.
func whole(read func([]byte) (int, error)) ([]byte, error) {
	for {
		n, err := read(nil)
		if err != nil || n == 0 {
			return []byte{}, err
		}
		to := make([]byte, n)
		if n, err = read(to); err != unix.ERANGE { // it has not grown meanwhile
			return to[:max(n, 0)], err
		}
	}
}

const locksHold = true

// errLocked is a lock that another run holds.
var errLocked error = unix.EWOULDBLOCK

// lock takes the lock of a file; it goes with the file's last descriptor. An
// error other than errLocked: there are no locks here.
func lock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

func rename(f *os.File, name string) error { return os.Rename(f.Name(), name) }
