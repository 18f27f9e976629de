package start

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// relative is a value with paths as they are seen from the folder of the script.
func relative(value string) string {
	seen := "."
	for dir := root; dir != "/srv" && strings.Contains(value, "/srv/"); dir = path.Dir(dir) {
		value = strings.ReplaceAll(value, dir, seen)
		if seen += "/.."; strings.HasPrefix(seen, "./") {
			seen = seen[2:]
		}
	}
	return value
}

// Asked are files that are asked for once, whether or not they are there.
func Asked(file func(string) (source.Text, bool)) func(string) (source.Text, bool) {
	answers := map[string]func() (source.Text, bool){}
	return func(name string) (source.Text, bool) {
		if answers[name] == nil {
			answers[name] = sync.OnceValues(func() (source.Text, bool) { return file(name) })
		}
		return answers[name]()
	}
}

// file is one that the script finds, by a path as it knows it.
func (r *run) file(ctx context.Context, name string) (source.Text, bool) {
	name = bare(name)
	if r.script.File == nil || name == "" {
		return source.Text{}, false
	}
	name = fromRoot(ctx, name)
	if r.script.Folder != "" {
		return r.script.File(name)
	}
	relative, is := below(name)
	if !is {
		return source.Text{}, false
	}
	return r.script.File(relative)
}

// folder is where the script runs.
func (s Script) folder() string { return cmp.Or(s.Folder, root) }

// Paths are those at which a container that works in a folder looks for a program.
func Paths(program, folder string) []string {
	switch {
	case path.IsAbs(program):
		return []string{path.Clean(program)}
	case strings.Contains(program, "/"):
		return []string{path.Join(folder, program)}
	}
	return lists.Of(programFolders, func(of string) string { return path.Join(of, program) })
}

// programFolders are those of PATH in images, unless they change it.
var programFolders = []string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}

// below is a path as the folder of the script sees it.
func below(name string) (string, bool) {
	name = path.Clean(name)
	up := ""
	for dir := root; dir != "/" && dir != "/srv"; dir = path.Dir(dir) {
		if rest, is := strings.CutPrefix(name, dir+"/"); is {
			return up + rest, true
		}
		up += "../"
	}
	return "", false
}

func (r *run) open(ctx context.Context, name string, flag int, _ fs.FileMode) (io.ReadWriteCloser, error) {
	if flag != 0 || strings.HasPrefix(name, "/dev/") {
		return nowhere{strings.NewReader("")}, nil
	}
	text, _ := r.contents(ctx, name) // a file that is not found may be there where the script runs
	return nowhere{strings.NewReader(text)}, nil
}

// contents is what the script reads in a file; false where nobody knows that.
func (r *run) contents(ctx context.Context, name string) (text string, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t, found := r.file(ctx, name)
	if !found || !r.takes(t.Len()) {
		return "", false
	}
	r.texts = append(r.texts, t)
	r.files = append(r.files, t)
	return r.put(t), true
}

// takes charges a run for bytes that its programs read: what they print of more is not known.
func (r *run) takes(size int) bool {
	r.data += size
	return r.data <= mostRead
}

// nowhere is a file of which what is written is lost.
type nowhere struct{ io.Reader }

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Close() error                { return nil }

func (r *run) stat(ctx context.Context, name string) (fs.FileInfo, error) {
	name = bare(name)
	switch base := path.Base(name); {
	case base == "java" || base == "javac" || strings.Contains(name, "/dev/"):
		return filesystem.Info(base, 1, 0o755), nil
	case path.IsAbs(name) && strings.HasPrefix(r.script.folder()+"/", path.Clean(name)+"/"):
		return filesystem.Info(base, 1, fs.ModeDir|0o755), nil
	}
	r.mu.Lock()
	_, found := r.file(ctx, name)
	entered := r.entered[path.Clean(name)]
	r.mu.Unlock()
	_, below := below(path.Clean(name))
	switch {
	case found && !entered:
		return filesystem.Info(path.Base(name), 1, 0o755), nil
	case entered, below && r.script.Folder == "" && path.Ext(name) == "" && r.script.File != nil: // folders are not listed
		return filesystem.Info(path.Base(name), 1, fs.ModeDir|0o755), nil
	}
	return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
}
