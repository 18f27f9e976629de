package changes

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mostBytes bounds the files whose texts are compared; nothing reads larger ones.
const mostBytes = 16 << 20

// Before is what of the repository around a folder was otherwise where a revision and the current one part: the texts
// of files by their paths as seen from the folder, nil where there was none. What git ignores, what a program makes
// something else of when git takes it in, and links count as they are now.
func Before(revision, folder string) (map[string][]byte, error) {
	here, err := filepath.EvalSymlinks(folder)
	if err == nil {
		here, err = filepath.Abs(here)
	}
	if err != nil {
		return nil, err
	}
	r := &repository{}
	if r.root, err = root(nearest(here)); err != nil {
		return nil, err
	}
	base, err := r.base(revision)
	if err != nil {
		return nil, err
	}
	was, err := r.filesOf(base)
	if err != nil {
		return nil, err
	}
	foreign, err := r.foreign(slices.Sorted(maps.Keys(was)))
	if err != nil {
		return nil, err
	}
	texts, differ := map[string][]byte{}, map[string]string{}
	for name, e := range was {
		path := filepath.Join(r.root, filepath.FromSlash(name))
		info, err := os.Lstat(path)
		there := err == nil
		if foreign[name] || there && (!info.Mode().IsRegular() || info.Size() > mostBytes) || !there && !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		seen, err := filepath.Rel(here, path)
		if err != nil {
			return nil, err
		}
		seen = filepath.ToSlash(seen)
		switch {
		case !e.regular():
			texts[seen] = nil
		case !there:
			differ[seen] = e.id
		default:
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			if idOf(data, len(e.id)) != e.id {
				differ[seen] = e.id
			}
		}
	}
	blobs, err := r.blobs(slices.Sorted(maps.Values(differ)))
	for name, id := range differ {
		texts[name] = []byte(blobs[id])
	}
	return texts, err
}

// filesOf are the files of a revision, and as nothing those that came later.
func (r *repository) filesOf(base string) (map[string]entry, error) {
	out, err := git(r.root, "ls-files", "--stage", "-z")
	if err != nil {
		return nil, err
	}
	files := entries(out)
	if out, err = git(r.root, "diff-index", "--cached", "--raw", "-z", "--no-renames", "--ignore-submodules", base, "--"); err != nil {
		return nil, err
	}
	maps.Copy(files, states(out))
	if out, err = git(r.root, "ls-files", "-z", "--others", "--exclude-standard"); err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if _, known := files[name]; name != "" && !known {
			files[name] = entry{}
		}
	}
	return files, nil
}
