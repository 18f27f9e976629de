package changes

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// mostBytes bounds the files that are compared. No larger file is read as a configuration.
const mostBytes = 16 << 20

// Before gives the texts of files as they were where a revision and the current one part, of all that have changed in
// the repositories around some paths. They are named by whole paths without links, as they are called now; a file that
// was not there has a nil text. Files that git ignores count as they are now, and so do links, submodules, and files of
// which git keeps something else, as those of LFS. Alone asks for the paths themselves: a clone may lack other texts.
func Before(revision string, paths []string, alone bool) (map[string][]byte, error) {
	texts := map[string][]byte{}
	wanted := lists.Set(lists.Of(paths, func(path string) string { real, _ := existing(path); return real }))
	around := func(path string) string {
		folder, isFile := existing(path)
		if isFile {
			folder = filepath.Dir(folder)
		}
		return filesystem.Root(filesystem.OS{}, folder)
	}
	for _, folder := range lists.With(nil, lists.Of(paths, around)...) {
		top, err := root(folder)
		if err == nil {
			err = (&repository{root: top}).before(revision, texts, func(path string) bool { return !alone || wanted[path] })
		}
		if err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// before adds the texts of one repository, of files that are asked for.
func (r *repository) before(revision string, texts map[string][]byte, asked func(path string) bool) error {
	was, _, err := r.filesOf(revision)
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
		case foreign[name], !asked(path), there && (!info.Mode().IsRegular() || info.Size() > mostBytes), !there && !errors.Is(err, fs.ErrNotExist):
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
		if blob, small := blobs[id]; small {
			texts[path] = []byte(blob)
		}
	}
	return err
}

// filesOf gives the files of where a revision and the current one part by the names that they have now, as far as git
// sees that they have moved. Those that came later have an empty entry; those that are left out of a sparse checkout
// are missing. Staged are those of which git has taken a change in.
func (r *repository) filesOf(revision string) (files, staged map[string]entry, err error) {
	base, err := r.base(revision)
	if err != nil {
		return nil, nil, err
	}
	out, err := git(r.root, "ls-tree", "-r", "-z", base)
	if err != nil {
		return nil, nil, err
	}
	files = map[string]entry{}
	for record := range strings.SplitSeq(out, "\x00") {
		about, name, _ := strings.Cut(record, "\t")
		if of := strings.Fields(about); len(of) == 3 { // mode, type, id
			files[name] = entry{of[0], of[2], name}
		}
	}
	out, err = git(r.root, "diff-index", "--cached", "--raw", "-z", "--find-renames", "--ignore-submodules",
		"--ita-visible-in-index", base, "--")
	if err != nil {
		return nil, nil, err
	}
	staged = states(out)
	for name, e := range staged {
		if of, was := files[e.name]; was && name != e.name { // moved
			files[name] = of
			delete(files, e.name)
		}
	}
	if out, err = git(r.root, "ls-files", "-t", "-z", "--cached", "--others", "--exclude-standard"); err != nil {
		return nil, nil, err
	}
	for record := range strings.SplitSeq(out, "\x00") {
		switch tag, name, found := strings.Cut(record, " "); {
		case tag == "S": // skipped in the working tree
			delete(files, name)
		case found && files[name].id == "":
			files[name] = entry{}
		}
	}
	return files, staged, nil
}
