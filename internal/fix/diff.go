package fix

import (
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
)

// Diff is the change as a unified patch that patch -p1 and git apply take.
func Diff(c Change) string {
	name := filepath.ToSlash(c.Before.Name)
	return udiff.Unified("a/"+name, "b/"+name, string(c.Before.Data), string(c.After.Data))
}
