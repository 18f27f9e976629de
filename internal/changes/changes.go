// Package changes asks git which lines of files a change touches. It runs git
// and nothing else, reads what is there, and never fetches anything.
package changes

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Lines are the lines of files that a change touches.
type Lines struct {
	files  map[string]touched
	before map[string]blob
}

// blob is a file as a revision has it.
type blob struct{ repository, name string }

// Since asks which lines of files differ from what they were where a revision
// and the current one part, as a reviewer sees it. The working tree counts as it
// is; of a file that git does not know all lines do.
func Since(revision string, files []string) (*Lines, error) {
	if revision == "" || strings.HasPrefix(revision, "-") {
		return nil, fmt.Errorf("%q is no revision", revision)
	}
	all := &Lines{map[string]touched{}, map[string]blob{}}
	repositories := map[string]*repository{}
	var order []*repository
	roots := map[string]string{}
	for _, name := range files {
		path, err := existing(name)
		if err != nil {
			return nil, err
		}
		folder := filepath.Dir(path)
		if roots[folder] == "" {
			if roots[folder], err = root(folder); err != nil {
				return nil, err
			}
		}
		r := repositories[roots[folder]]
		if r == nil {
			r = &repository{root: roots[folder], files: map[string][]string{}}
			repositories[r.root] = r
			order = append(order, r)
		}
		below, err := filepath.Rel(r.root, path)
		if err != nil {
			return nil, err
		}
		below = filepath.ToSlash(below)
		r.files[below] = append(r.files[below], name)
	}
	for _, r := range order {
		if err := r.ask(revision, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Touch reports whether a change touches one of the lines of a file.
func (l *Lines) Touch(file string, first, last int) bool { return l.files[file].has(first, last) }

// Before is the text that files had before the change, of those that it changes
// and that were there.
func (l *Lines) Before(files []string) (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, name := range files {
		b, changed := l.before[name]
		if !changed {
			continue
		}
		text, err := git(b.repository, "cat-file", "blob", b.name)
		if err != nil {
			return nil, err
		}
		all[name] = []byte(text)
	}
	return all, nil
}

// existing is the path of a file without links. What stands in an archive
// changes when that does.
func existing(name string) (string, error) {
	whole, err := filepath.Abs(filepath.FromSlash(name))
	if err != nil {
		return "", err
	}
	for path := whole; ; path = filepath.Dir(path) {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			if info, err := os.Stat(real); err == nil && !info.IsDir() {
				return real, nil
			}
		}
		if err == nil || filepath.Dir(path) == path {
			return "", fmt.Errorf("%s is no file that git could know", name)
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

// repository is one that files stand in: their names from its root, and those
// that they were given by.
type repository struct {
	root  string
	files map[string][]string
}

// several is how many names git is given at once.
const several = 200

// ask finds what a change touches of the files.
func (r *repository) ask(revision string, all *Lines) error {
	base, err := r.base(revision)
	if err != nil {
		return err
	}
	out, err := git(r.root, "diff", "--no-ext-diff", "--ignore-submodules", "--find-renames", "--name-status", "-z", base, "--")
	if err != nil {
		return err
	}
	changed := states(out)
	var compare, unchanged []string
	for _, below := range r.names() {
		switch s, is := changed[below]; {
		case !is, s.letter == 'D':
			unchanged = append(unchanged, below)
		case strings.IndexByte("MRCT", s.letter) >= 0 && !archived(below):
			compare = append(compare, below)
		default:
			r.add(all, below, touched{whole: true})
		}
	}
	for some := range slices.Chunk(compare, several) {
		if err := r.compare(base, some, changed, all); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(unchanged, several) {
		out, err := git(r.root, append([]string{"ls-files", "-z", "--"}, some...)...)
		if err != nil {
			return err
		}
		known := strings.Split(out, "\x00")
		for _, below := range some {
			if !slices.Contains(known, below) {
				r.add(all, below, touched{whole: true})
			}
		}
	}
	return nil
}

// base is where a revision and the current one part.
func (r *repository) base(revision string) (string, error) {
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

// compare finds the lines that a change adds to files, or writes anew.
func (r *repository) compare(base string, files []string, changed map[string]state, all *Lines) error {
	arguments := []string{"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules", "--find-renames", "--text",
		"--unified=0", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/", base, "--"}
	for _, below := range files {
		arguments = append(arguments, below)
		if before := changed[below].before; before != below {
			arguments = append(arguments, before)
		}
	}
	out, err := git(r.root, arguments...)
	if err != nil {
		return err
	}
	found, err := runs(out)
	if err != nil {
		return err
	}
	for _, below := range files {
		r.add(all, below, touched{runs: found[below]})
		for _, name := range r.files[below] {
			all.before[name] = blob{r.root, base + ":" + changed[below].before}
		}
	}
	return nil
}

func (r *repository) add(all *Lines, below string, t touched) {
	for _, name := range r.files[below] {
		all.files[name] = t
	}
}

func (r *repository) names() []string {
	var all []string
	for name := range r.files {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// archived tells a file that has no lines.
func archived(name string) bool { return strings.HasSuffix(name, ".tgz") }
