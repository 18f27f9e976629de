package fix

import (
	"os"
	"path/filepath"
	"strings"
)

// Diff is the change as a unified patch that patch -p1 and git apply take in
// the current folder. They change no links: it is of the file that one leads to.
// Where it would show a secret there is none, and the error says so.
func Diff(c Change) (string, error) {
	name := c.Before.Name
	if real, err := realPath(name); err == nil && isLink(name) {
		name = real
	}
	if folder, err := os.Getwd(); err == nil && filepath.IsAbs(name) {
		if relative, err := filepath.Rel(folder, name); err == nil {
			name = relative
		}
	}
	name = filepath.ToSlash(name)
	if strings.ContainsAny(name, " ") {
		name += "\t" // or patch would end the name at the blank
	}
	return patch("a/"+name, "b/"+name, c)
}
