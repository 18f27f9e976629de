package session

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Skipped counts what a walk left out.
type Skipped struct{ Ignored, Excluded, Vendored, Binary, Outside, Irregular int }

// String says it in a line; it is empty where nothing was left out.
func (s Skipped) String() string {
	var all []string
	for _, left := range []struct {
		n         int
		one, many string
	}{
		{s.Ignored, "file or folder that .gitignore names", "files and folders that .gitignore names"},
		{s.Excluded, "file or chart that --exclude or the configuration excludes", "files and charts that --exclude or the configuration excludes"},
		{s.Vendored, "folder of vendored code", "folders of vendored code"},
		{s.Binary, "binary file", "binary files"},
		{s.Outside, "link that points outside the folder or its repository", "links that point outside the folder or its repository"},
		{s.Irregular, "name that is not a regular file", "names that are not regular files"},
	} {
		if left.n > 0 {
			all = append(all, plural.Of(left.n, left.one, left.many))
		}
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
	report  func(err error, named bool)
	skipped *Skipped
	files   filesystem.System
}

// walk adds the files of a folder and of those below it, in order of name. A
// folder that is named may be a link, and so may files that lead to others of the
// repository; folders below that are links are left alone, as they may lead in a
// circle.
func walk(files filesystem.System, folder string, add func(found), report func(err error, named bool), left *Skipped) {
	real, err := files.Real(folder)
	if err == nil {
		real, err = files.Abs(real)
	}
	if err != nil {
		report(Plain(err), true)
		return
	}
	w := walker{folder, real, add, report, left, files}
	w.read(real, rulesAbove(files, real, func(err error) { report(w.named(err), false) }))
}

func (w walker) read(dir string, rules ignoreRules) {
	if isChart(w.files, dir) {
		w.add(found{path: w.name(dir), named: dir == w.real, chart: true})
	}
	entries, err := w.files.ReadDir(dir)
	if err != nil {
		w.report(w.named(err), dir == w.real)
	}
	rules = rules.and(filepath.Join(dir, ".gitignore"), dir)
	for _, e := range entries {
		wanted := e.IsDir() || input.Wanted(e.Name())
		searched := !wanted && e.Type().IsRegular() && input.Searched(e.Name())
		switch path := filepath.Join(dir, e.Name()); {
		case e.IsDir() && (isHidden(e.Name()) || insideChart(w.files, path, e)):
		case e.IsDir() && (e.Name() == "node_modules" || e.Name() == "vendor"):
			w.skipped.Vendored++
		case !wanted && !searched:
		case rules.ignore(path, e.IsDir()):
			if wanted {
				w.skipped.Ignored++
			}
		case e.IsDir():
			w.read(path, rules)
		case e.Type().IsRegular():
			w.add(found{path: w.name(path), root: w.real, searched: searched})
		case !filesystem.IsRegular(w.files, path):
			w.skipped.Irregular++
		case filesystem.LeadsOut(w.files, path, rules.root):
			w.skipped.Outside++
		default:
			w.add(found{path: w.name(path), root: w.real})
		}
	}
}

// isHidden tells folders in which version control, editors and builds keep what
// is theirs. What people put into other folders with a dot, they deploy.
func isHidden(name string) bool { return slices.Contains(ofTools, name) }

var ofTools = strings.Fields(`
	.git .hg .svn .bzr .idea .vscode .settings .metadata .vs .fleet .history
	.gradle .m2 .ivy2 .sbt .bsp .bloop .metals .coursier .scala-build .kotlin
	.cache .npm .yarn .pnpm-store .next .nuxt .angular .svelte-kit .parcel-cache .turbo .dart_tool
	.venv .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache .ipynb_checkpoints .direnv
	.bundle .cargo .rustup .terraform .terragrunt-cache .pulumi .serverless .aws-sam .vagrant .Trash`)

// name is the path below the folder, as the folder was named.
func (w walker) name(path string) string {
	below, _ := filepath.Rel(w.real, path) // it is below
	return filepath.Join(w.folder, below)
}

func (w walker) named(err error) error {
	plain := Plain(err)
	if p, ok := plain.(*source.Problem); ok {
		return source.Unreadable(w.name(p.File.Name), p.Cause)
	}
	return plain
}
