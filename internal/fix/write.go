package fix

import (
	"bytes"
	"errors"
	"io/fs"
	"os"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
)

// Write puts the changed file in place of the one it was read from, whole or
// not at all. A file that was changed since it was read is left alone, and so is
// one that is read-only, unless readOnlyToo.
func Write(c Change, readOnlyToo bool) error {
	now, err := os.ReadFile(c.Before.Name)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.Before.Data) {
		return unwritten(c, "it was changed in the meantime, nothing was written")
	}
	err = atomicfile.Change(c.Before.Name, c.After.Data, readOnlyToo)
	if errors.Is(err, atomicfile.ErrReadOnly) {
		return unwritten(c, "it is read-only, nothing was written; --fix-read-only changes such files too")
	}
	return err
}

func unwritten(c Change, why string) error {
	return &fs.PathError{Op: "write", Path: c.Before.Name, Err: errors.New(why)}
}
