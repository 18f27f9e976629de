// Package changes asks git which lines of files a change touches, and what they were before. It runs git and nothing
// else, and git runs nothing: it is asked for names, ids and blobs, and what differs is found here. Nothing is fetched,
// and nothing written.
package changes

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// Lines are the lines of files that a change touches, by the names of these.
type Lines map[string]touched

// Since asks which lines of files differ from what they were where a revision and the current one part, as a reviewer
// sees it. The working tree counts as it is; of what git does not know all lines do.
func Since(revision string, files []string) (Lines, error) {
	all, repositories, roots := Lines{}, map[string]*repository{}, map[string]string{}
	for _, name := range files {
		path, found := existing(name)
		if !found {
			all[name] = touched{whole: true}
			continue
		}
		folder := filesystem.Root(filesystem.OS{}, filepath.Dir(path))
		if roots[folder] == "" {
			var err error
			if roots[folder], err = root(folder); err != nil {
				return nil, err
			}
		}
		r := repositories[roots[folder]]
		if r == nil {
			r = &repository{root: roots[folder], files: map[string][]string{}}
			repositories[r.root] = r
		}
		below, err := filepath.Rel(r.root, path)
		if err != nil {
			return nil, err
		}
		below = filepath.ToSlash(below)
		r.files[below] = append(r.files[below], name)
	}
	for _, root := range slices.Sorted(maps.Keys(repositories)) {
		if err := repositories[root].ask(revision, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (l Lines) Touch(file string, first, last int) bool {
	t := l[file]
	return t.whole || slices.ContainsFunc(t.runs, func(r [2]int) bool { return first <= r[1] && r[0] <= last })
}

// existing is the path of a file without links. What stands in an archive
// changes when that does. false: it is no file, as a chart that could not be read.
func existing(name string) (path string, found bool) {
	whole, err := filepath.Abs(filepath.FromSlash(name))
	if err != nil {
		return "", false
	}
	for path := whole; ; path = filepath.Dir(path) {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			info, err := os.Stat(real)
			return real, err == nil && !info.IsDir()
		}
		if filepath.Dir(path) == path {
			return "", false
		}
	}
}

// root is the top of the working tree that a folder stands in.
func root(folder string) (string, error) {
	out, err := git(folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(filepath.FromSlash(strings.TrimSuffix(out, "\n")))
}

// repository is one that files stand in: their names from its root, and those that they were given by.
type repository struct {
	root  string
	files map[string][]string
}

func (r *repository) ask(revision string, all Lines) error {
	was, staged, err := r.filesOf(revision)
	if err != nil {
		return err
	}
	var differ []comparison
	for _, name := range slices.Sorted(maps.Keys(r.files)) {
		c := comparison{name: name, was: was[name], staged: staged[name].id != ""}
		if !c.was.regular() {
			r.add(all, name, touched{whole: true})
			continue
		}
		if c.data, err = os.ReadFile(filepath.Join(r.root, filepath.FromSlash(name))); err != nil {
			return err
		}
		if idOf(c.data, len(c.was.id)) != c.was.id {
			differ = append(differ, c)
		}
	}
	return r.compare(differ, all)
}

// comparison is of a file as it is, and as it was where the change began.
type comparison struct {
	name   string
	data   []byte
	was    entry
	staged bool // git has taken a change of it in
}

// compare finds the lines that a change adds to files, or writes anew.
func (r *repository) compare(files []comparison, all Lines) error {
	if len(files) == 0 {
		return nil
	}
	foreign, err := r.foreign(lists.Of(files, func(f comparison) string { return f.name }))
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f comparison) bool {
		asWas := foreign[f.name] && !f.staged && r.asStaged(f.name)
		noLines := foreign[f.name] || strings.HasSuffix(f.name, ".tgz")
		if noLines && !asWas {
			r.add(all, f.name, touched{whole: true})
		}
		return noLines
	})
	texts, err := r.blobs(lists.Of(files, func(f comparison) string { return f.was.id }))
	if err != nil {
		return err
	}
	for _, f := range files {
		was, now := lineEnds(texts[f.was.id]), lineEnds(string(f.data))
		if was != now {
			r.add(all, f.name, touched{runs: added(was, now, 1, mostPasses)})
		}
	}
	return nil
}

// idOf is the id that git gives to bytes, in hexadecimal digits of this number.
func idOf(data []byte, digits int) string {
	var h hash.Hash = sha1.New()
	if digits == 2*sha256.Size {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// base is where a revision and the current one part.
func (r *repository) base(revision string) (string, error) {
	if revision == "" || strings.HasPrefix(revision, "-") {
		return "", fmt.Errorf("%q is not a revision", revision)
	}
	commit, err := git(r.root, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
	if errors.Is(err, errNothing) {
		return "", fmt.Errorf("%s has no revision %q; it may have to be fetched first", r.root, revision)
	}
	if err != nil {
		return "", err
	}
	out, err := git(r.root, "merge-base", strings.TrimSpace(commit), "HEAD")
	if errors.Is(err, errNothing) {
		return "", fmt.Errorf("%q and HEAD have no common ancestor in %s; a shallow clone has to be deepened first (git fetch --unshallow)", revision, r.root)
	}
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(out), nil
}

func (r *repository) add(all Lines, below string, t touched) {
	for _, name := range r.files[below] {
		all[name] = t
	}
}

// touched are lines of a file that a change adds, or writes anew.
type touched struct {
	whole bool
	runs  [][2]int // first and last line
}

// mostPasses bounds how often what differs is compared once more: the library
// gives up between the first and the last 50 differences, and takes all for new.
const mostPasses = 64

// added are the lines that a text has and an earlier one has not, their numbers counted from first.
func added(before, after string, first, passes int) [][2]int {
	var all [][2]int
	line, at := first, 0
	for _, e := range udiff.Lines(before, after) {
		line += strings.Count(before[at:e.Start], "\n")
		at = e.End
		n := len(slices.Collect(strings.Lines(e.New))) // one without a line end counts
		switch less := len(e.New) < len(after); {
		case less && e.Start < e.End && passes > 0:
			all = append(all, added(before[e.Start:e.End], e.New, line, passes-1)...)
		case n > 0:
			all = append(all, [2]int{line, line + n - 1})
		}
		line += n
	}
	return all
}
