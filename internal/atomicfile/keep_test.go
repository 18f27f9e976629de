//go:build linux

package atomicfile_test

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
)

// accessList lets user 1 read and write, beside the owner and the group.
const accessList = "\x02\x00\x00\x00" +
	"\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x06\x00\x01\x00\x00\x00" +
	"\x04\x00\x04\x00\xff\xff\xff\xff" + "\x10\x00\x06\x00\xff\xff\xff\xff" + "\x20\x00\x00\x00\xff\xff\xff\xff"

// kept is what a file is, but for its content.
type kept struct {
	mode     os.FileMode
	uid, gid uint32
	user     string
	acl      string
}

func keptOf(t *testing.T, path string) kept {
	info, err := os.Stat(path)
	require.NoError(t, err)
	stat := info.Sys().(*syscall.Stat_t)
	return kept{info.Mode(), stat.Uid, stat.Gid, attribute(path, "user.from"), attribute(path, "system.posix_acl_access")}
}

func attribute(path, name string) string {
	value := make([]byte, 200)
	n, err := unix.Lgetxattr(path, name, value)
	if err != nil {
		return ""
	}
	return string(value[:n])
}

func TestChangeKeeps(t *testing.T) {
	me, mine := uint32(os.Getuid()), uint32(os.Getgid())
	for name, want := range map[string]kept{
		"private":         {mode: 0o600, uid: me, gid: mine},
		"executable":      {mode: 0o755, uid: me, gid: mine},
		"for all":         {mode: 0o666, uid: me, gid: mine},
		"attribute":       {mode: 0o644, uid: me, gid: mine, user: "a\x00b"},
		"access list":     {mode: 0o660, uid: me, gid: mine, acl: accessList},
		"setuid":          {mode: 0o755 | os.ModeSetuid, uid: me, gid: mine},
		"another's":       {mode: 0o640, uid: 65534, gid: 1},
		"another's group": {mode: 0o640, uid: me, gid: 1},
		"everything":      {mode: 0o660 | os.ModeSetuid | os.ModeSetgid, uid: 65534, gid: 1, user: "x", acl: accessList},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "values.yaml")
			require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
			if want.uid != me || want.gid != mine {
				if me != 0 {
					t.Skip("only root may give files away")
				}
				require.NoError(t, os.Chown(path, int(want.uid), int(want.gid)))
			}
			for attribute, value := range map[string]string{"user.from": want.user, "system.posix_acl_access": want.acl} {
				if value == "" {
					continue
				}
				if err := unix.Lsetxattr(path, attribute, []byte(value), 0); err != nil {
					t.Skipf("the file system has no %s: %v", attribute, err)
				}
			}
			require.NoError(t, os.Chmod(path, want.mode))
			require.Equal(t, want, keptOf(t, path))
			require.NoError(t, atomicfile.Change(path, []byte("new"), false))
			assert.Equal(t, want, keptOf(t, path))
			assert.Equal(t, map[string]string{"values.yaml": "new"}, texts(t, filepath.Dir(path)))
			require.NoError(t, atomicfile.Write(path, []byte("newer")))
			assert.Equal(t, want, keptOf(t, path))
		})
	}
}

// What a folder gives to new files is not given to one that is replaced.
func TestChangeKeepsNoAccessList(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "values.yaml")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	if err := unix.Lsetxattr(dir, "system.posix_acl_default", []byte(accessList), 0); err != nil {
		t.Skipf("the file system has no access control lists: %v", err)
	}
	before := keptOf(t, path)
	require.NoError(t, atomicfile.Change(path, []byte("new"), false))
	assert.Equal(t, before, keptOf(t, path))
}

// asUser does something with files as a user that is not root.
func asUser(t *testing.T, dir string, do func()) {
	if os.Getuid() != 0 {
		t.Skip("only root can act as another")
	}
	require.NoError(t, os.Chmod(dir, 0o777))
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o777))
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlock: the thread ends with it
		assert.NoError(t, unix.Setfsgid(65534))
		assert.NoError(t, unix.Setfsuid(65534))
		do()
	}()
	<-done
}

// A file that would belong to another afterwards is left alone, unless the run
// made it.
func TestChangeOfAnothersFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "values.yaml")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	require.NoError(t, os.Chmod(path, 0o666|os.ModeSetuid))
	asUser(t, dir, func() {
		assert.EqualError(t, atomicfile.Change(path, []byte("new"), false), "write "+path+": its owner cannot be kept: operation not permitted")
		assert.Equal(t, map[string]string{"values.yaml": "old"}, texts(t, dir))
		assert.NoError(t, atomicfile.Write(path, []byte("new")))
	})
	assert.Equal(t, kept{mode: 0o666, uid: 65534, gid: 65534}, keptOf(t, path), "it runs as nobody else")
}

func TestChangeAsUser(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "values.yaml")
	asUser(t, dir, func() {
		assert.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
		assert.NoError(t, os.Chmod(path, 0o750|os.ModeSetuid))
		before := keptOf(t, path)
		assert.NoError(t, atomicfile.Change(path, []byte("new"), false))
		assert.Equal(t, before, keptOf(t, path))
		assert.NoError(t, os.Chmod(path, 0o444))
		assert.ErrorIs(t, atomicfile.Change(path, []byte("newer"), false), atomicfile.ErrReadOnly)
	})
	assert.Equal(t, map[string]string{"values.yaml": "new"}, texts(t, dir))
}

// Where no file can be made, the reason is of the file that was to be changed.
func TestChangeInReadOnlyFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "folder", "values.yaml")
	require.NoError(t, os.Mkdir(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
	asUser(t, dir, func() {
		assert.EqualError(t, atomicfile.Change(path, []byte("new"), false), "write "+path+": permission denied")
	})
}

// A temporary file that a run has left behind goes with the next one; one that
// another run is writing stays, and so does what only looks alike.
func TestLeftBehind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".jvmlint-1.tmp", ".jvmlint-22.tmp", ".jvmlint-.tmp", ".jvmlint-a.tmp", ".jvmlint-1.tmp.yaml"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("left"), 0o600), name)
	}
	require.NoError(t, os.Symlink("values.yaml", filepath.Join(dir, ".jvmlint-3.tmp")))
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, ".jvmlint-4.tmp"), 0o600))
	running, err := os.Open(filepath.Join(dir, ".jvmlint-22.tmp"))
	require.NoError(t, err)
	require.NoError(t, unix.Flock(int(running.Fd()), unix.LOCK_EX))
	defer running.Close()
	require.NoError(t, atomicfile.Write(filepath.Join(dir, "values.yaml"), []byte("new")))
	assert.Equal(t, map[string]string{
		"values.yaml": "new", ".jvmlint-22.tmp": "left", ".jvmlint-.tmp": "left", ".jvmlint-a.tmp": "left", ".jvmlint-1.tmp.yaml": "left",
		".jvmlint-3.tmp": "Lrwxrwxrwx", ".jvmlint-4.tmp": "prw-------",
	}, texts(t, dir))
}
