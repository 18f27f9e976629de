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
	report   func(error)
}

// rulesAbove are the rules that stand above a folder, up to the repository it
// lies in. Where these leave out the folder itself they do not count: somebody
// has named it.
func rulesAbove(files filesystem.System, folder string, report func(error)) ignoreRules {
	root := filesystem.Root(files, folder)
	rules := ignoreRules{files: files, root: root, report: report}
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
		return ignoreRules{files: files, root: root, report: report}
	}
	return rules
}

// mostRules is how large a file of patterns may be, in bytes.
const mostRules = 1 << 20

// and adds the rules of a file, for what stands in dir. A file that is not there
// has none; nor has a link, which git does not follow either.
func (r ignoreRules) and(file, dir string) ignoreRules {
	if info, err := r.files.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return r
	}
	data, err := filesystem.ReadFile(r.files, file, mostRules)
	if err != nil {
		r.report(err)
		return r
	}
	patterns := slices.Clone(r.patterns)
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
			patterns = append(patterns, gitignore.ParsePattern(line, r.path(dir)))
		}
	}
	return ignoreRules{r.files, r.root, patterns, r.report}
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
