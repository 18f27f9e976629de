package session

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
	"github.com/jvmlint/jvmlint/internal/filesystem"
)

// ignoreRules are those of the .gitignore files that reach a folder. Paths count
// from root: the repository, where there is one.
type ignoreRules struct {
	files    filesystem.System
	root     string
	patterns []gitignore.Pattern
}

// rulesAbove are the rules that stand above a folder, up to the repository it
// lies in. Where these leave out the folder itself they do not count: somebody
// has named it.
func rulesAbove(files filesystem.System, folder string) ignoreRules {
	root := repositoryOf(files, folder)
	rules := ignoreRules{files: files, root: root}
	if root == folder {
		return rules.and(filepath.Join(root, ".git", "info", "exclude"), root)
	}
	rules = rules.and(filepath.Join(root, ".git", "info", "exclude"), root)
	above := rules.path(filepath.Dir(folder))
	for i := range len(above) + 1 {
		dir := filepath.Join(append([]string{root}, above[:i]...)...)
		rules = rules.and(filepath.Join(dir, ".gitignore"), dir)
	}
	if rules.ignore(folder, true) {
		return ignoreRules{files: files, root: root}
	}
	return rules
}

// repositoryOf is the nearest folder at or above one that holds .git; without
// one, the folder itself.
func repositoryOf(files filesystem.System, folder string) string {
	for dir := folder; ; dir = filepath.Dir(dir) {
		if _, err := files.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return folder
		}
	}
}

// and adds the rules of a file, for what stands in dir. A file that is not there
// has none.
func (r ignoreRules) and(file, dir string) ignoreRules {
	data, err := filesystem.ReadFile(r.files, file)
	if err != nil {
		return r
	}
	patterns := slices.Clone(r.patterns)
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
			patterns = append(patterns, gitignore.ParsePattern(line, r.path(dir)))
		}
	}
	return ignoreRules{r.files, r.root, patterns}
}

// ignore reports whether the rules leave out a path.
func (r ignoreRules) ignore(path string, folder bool) bool {
	return len(r.patterns) > 0 && gitignore.NewMatcher(r.patterns).Match(r.path(path), folder)
}

// path is the way from the root, in parts.
func (r ignoreRules) path(name string) []string {
	below, err := filepath.Rel(r.root, name)
	if err != nil || below == "." {
		return nil
	}
	return strings.Split(filepath.ToSlash(below), "/")
}
