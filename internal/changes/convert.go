package changes

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// foreign tells of which files, by their names from the root, a program makes something else when git takes them
// in, or another encoding does.
func (r *repository) foreign(names []string) (map[string]bool, error) {
	out, err := gitReading(r.root, strings.Join(names, "\x00")+"\x00", "check-attr", "--stdin", "-z", "filter", "working-tree-encoding")
	all, fields := map[string]bool{}, strings.Split(out, "\x00")
	for i := 0; i+2 < len(fields); i += 3 { // name, attribute, value
		v := fields[i+2]
		all[fields[i]] = all[fields[i]] || v != "unspecified" && v != "unset" && v != "set"
	}
	return all, err
}

// lineEnds is a text with the line ends that git would compare: CRLF may be of a checkout alone. Whoever changes
// nothing but them changes no line.
func lineEnds(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// asStaged reports whether a file is as it was when git put it into its index, by
// its size and its time, as git itself looks first.
func (r *repository) asStaged(name string) bool {
	out, err := git(r.root, "ls-files", "--debug", "-z", "--", name)
	if err != nil {
		return false
	}
	info, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	at := info.ModTime()
	return strings.Contains(out, fmt.Sprintf("\n  mtime: %d:%d\n", at.Unix(), at.Nanosecond())) &&
		strings.Contains(out, fmt.Sprintf("\n  size: %d\t", info.Size()))
}
