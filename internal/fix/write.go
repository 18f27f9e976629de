package fix

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// Write puts the changed file in place of the one it was read from, whole or
// not at all: a new file beside it takes over its mode and then its name. A
// file that was changed since it was read is left alone.
func Write(c Change) (err error) {
	path, err := filepath.EvalSymlinks(c.Before.Name)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.Before.Data) {
		return fmt.Errorf("%s was changed in the meantime, nothing was written", c.Before.Name)
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temporary.Name())
		}
	}()
	if _, err = temporary.Write(c.After.Data); err != nil {
		_ = temporary.Close()
		return err
	}
	if err = temporary.Sync(); err != nil {
		_ = temporary.Close()
		return err
	}
	if err = temporary.Close(); err != nil {
		return err
	}
	if err = os.Chmod(temporary.Name(), info.Mode().Perm()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}
