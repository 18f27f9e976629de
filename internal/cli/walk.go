package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/source"
)

// skipped counts what a walk left out.
type skipped struct{ ignored, excluded, vendored, binary int }

// String says it in a line; it is empty where nothing was left out.
func (s skipped) String() string {
	var all []string
	if s.ignored > 0 {
		all = append(all, plural(s.ignored, "file or folder", "files and folders")+" that .gitignore names")
	}
	if s.excluded > 0 {
		all = append(all, plural(s.excluded, "file or chart", "files and charts")+" that the configuration excludes")
	}
	if s.vendored > 0 {
		all = append(all, plural(s.vendored, "folder", "folders")+" of vendored code")
	}
	if s.binary > 0 {
		all = append(all, plural(s.binary, "binary file", "binary files"))
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("left out: %s", strings.Join(all, ", "))
}

// walker looks for files below a folder.
type walker struct {
	folder  string // as it was named
	real    string // where it is
	add     func(found)
	report  func(error)
	skipped *skipped
}

// walk adds the files of a folder and of those below it, in order of name. A
// folder that is named may be a link, and so may files; folders below that are
// links are left alone, as they may lead in a circle.
func walk(folder string, add func(found), report func(error), left *skipped) {
	real, err := filepath.EvalSymlinks(folder)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		report(plainError(err))
		return
	}
	w := walker{folder, real, add, report, left}
	w.read(real, rulesAbove(real))
}

func (w walker) read(dir string, rules ignoreRules) {
	if isChart(dir) {
		w.add(found{path: w.name(dir), named: dir == w.real, chart: true})
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.report(w.named(err))
	}
	rules = rules.and(filepath.Join(dir, ".gitignore"), dir)
	for _, e := range entries {
		switch path := filepath.Join(dir, e.Name()); {
		case e.IsDir() && (isHidden(e.Name()) || insideChart(path, e)):
		case e.IsDir() && (e.Name() == "node_modules" || e.Name() == "vendor"):
			w.skipped.vendored++
		case !e.IsDir() && !input.Wanted(e.Name()):
		case rules.ignore(path, e.IsDir()):
			w.skipped.ignored++
		case e.IsDir():
			w.read(path, rules)
		default:
			if e.Type().IsRegular() || isRegular(path) {
				w.add(found{path: w.name(path)})
			}
		}
	}
}

// isRegular tells a file, or a link to one.
func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isHidden tells folders that are no part of what is deployed; Maven's is.
func isHidden(name string) bool { return strings.HasPrefix(name, ".") && name != ".mvn" }

// name is the path below the folder, as the folder was named.
func (w walker) name(path string) string {
	below, _ := filepath.Rel(w.real, path) // it is below
	return filepath.Join(w.folder, below)
}

func (w walker) named(err error) error {
	plain := plainError(err)
	if p, ok := plain.(*source.Problem); ok {
		return source.Unreadable(w.name(p.File.Name), p.Cause)
	}
	return plain
}
