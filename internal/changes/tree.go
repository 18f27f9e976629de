package changes

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mostBytes bounds the files that are compared. No larger file is read as a configuration.
const mostBytes = 16 << 20

// Before gives the texts of files as they were where a revision and the current one part, of all that have changed in
// the repositories around some paths. They are named by whole paths without links, as they are called now; a file that
// was not there has a nil text. Files that git ignores count as they are now, and so do links, submodules, and files of
// which git keeps something else, as those of LFS.
func Before(revision string, paths []string) (map[string][]byte, error) {
	texts, asked := map[string][]byte{}, map[string]bool{}
	for _, path := range paths {
		folder, isFile := existing(path)
		if isFile {
			folder = filepath.Dir(folder)
		}
		top, err := root(nearest(folder))
		if err != nil {
			return nil, err
		}
		if !asked[top] {
			err = (&repository{root: top}).before(revision, texts)
		}
		if err != nil {
			return nil, err
		}
		asked[top] = true
	}
	return texts, nil
}

// before adds the texts of one repository.
func (r *repository) before(revision string, texts map[string][]byte) error {
	base, err := r.base(revision)
	if err != nil {
		return err
	}
	was, _, err := r.filesOf(base)
	if err != nil {
		return err
	}
	foreign, err := r.foreign(slices.Sorted(maps.Keys(was)))
	if err != nil {
		return err
	}
	differ := map[string]string{}
	for name, e := range was {
		path := filepath.Join(r.root, filepath.FromSlash(name))
		info, err := os.Lstat(path)
		there := err == nil
		switch {
		case foreign[name], there && (!info.Mode().IsRegular() || info.Size() > mostBytes), !there && !errors.Is(err, fs.ErrNotExist):
		case !e.regular():
			texts[path] = nil
		case !there:
			differ[path] = e.id
		default:
			data, err := os.ReadFile(path)
			if err == nil && idOf(data, len(e.id)) != e.id {
				differ[path] = e.id
			}
		}
	}
	blobs, err := r.blobs(slices.Sorted(maps.Values(differ)))
	for path, id := range differ {
		texts[path] = []byte(blobs[id])
	}
	return err
}

// filesOf gives the files of a revision by the names that they have now, as far as git sees that they have moved. Those
// that came later have an empty entry; large ones, and those that are left out of a sparse checkout, are missing.
func (r *repository) filesOf(base string) (files, staged map[string]entry, err error) {
	out, err := git(r.root, "ls-tree", "-r", "-l", "-z", base)
	if err != nil {
		return nil, nil, err
	}
	files, large := map[string]entry{}, map[string]bool{}
	for record := range strings.SplitSeq(out, "\x00") {
		about, name, _ := strings.Cut(record, "\t")
		if of := strings.Fields(about); len(of) == 4 { // mode, type, id, bytes
			size, _ := strconv.Atoi(of[3])
			files[name], large[name] = entry{of[0], of[2], name}, size > mostBytes
		}
	}
	if out, err = r.sinceBase(base); err != nil {
		return nil, nil, err
	}
	staged = states(out)
	for name, e := range staged {
		if of, was := files[e.name]; was && name != e.name { // moved
			files[name], large[name] = of, large[e.name]
			delete(files, e.name)
		}
	}
	if out, err = git(r.root, "ls-files", "-t", "-z", "--cached", "--others", "--exclude-standard"); err != nil {
		return nil, nil, err
	}
	for record := range strings.SplitSeq(out, "\x00") {
		tag, name, _ := strings.Cut(record, " ")
		if files[name].id == "" {
			files[name] = entry{}
		}
		large[name] = large[name] || tag == "S" // skipped in the working tree
	}
	maps.DeleteFunc(files, func(name string, _ entry) bool { return name == "" || large[name] })
	return files, staged, nil
}
