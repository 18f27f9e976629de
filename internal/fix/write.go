package fix

import (
	"bytes"
	"fmt"
	"os"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
)

// Write puts the changed file in place of the one it was read from, whole or
// not at all. A file that was changed since it was read is left alone.
func Write(c Change) error {
	now, err := os.ReadFile(c.Before.Name)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.Before.Data) {
		return fmt.Errorf("%s was changed in the meantime, nothing was written", c.Before.Name)
	}
	return atomicfile.Write(c.Before.Name, c.After.Data)
}
