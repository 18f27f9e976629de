package project

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/wildcard"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// StdinName is the path that stands for standard input.
const StdinName = "-"

// found is a file to read. Named says that the user gave its path.
type found struct {
	path  string
	named bool
	chart bool   // a folder or an archive
	root  string // where the folder is that it was found below; empty where it was not

	searched bool // its name promises nothing: it is read for what it holds

	values []string // values files that a person named, of a chart that nobody did: it is rendered with these

	config *config.Config // that holds for it
	beside bool           // it is read only because a file goes with it
	typed  bool           // somebody is typing it
	meant  bool           // a chart of which a person named a part, or is typing one
	bytes  int            // that were read of it
}

// find lists the files under the paths, each once, in order of name within a folder. What cannot be looked at is
// reported and passed over; named says that it is one of the paths.
func find(system filesystem.System, paths []string, report func(err error, named bool)) ([]found, Skipped) {
	var files []found
	var left Skipped
	seen := map[string]int{}   // its number among the files, from 1
	here, _ := system.Abs(".") // asked once: the system looks at the folder each time
	add := func(f found) {
		name := filesystem.Whole(here, f.path)
		if at := seen[name]; at > 0 { // a folder that holds it may have been named before it
			files[at-1].named = files[at-1].named || f.named
			return
		}
		files = append(files, f)
		seen[name] = len(files)
	}
	for _, path := range paths {
		info, err := system.Stat(path)
		switch {
		case path == StdinName:
			add(found{path: path, named: true})
		case err != nil:
			report(Plain(err), true)
		case !info.IsDir():
			add(found{path: path, named: true, chart: isChart(system, path)})
		default:
			walk(system, path, add, report, &left)
		}
	}
	return files, left
}

// Plain says the path and the reason of an error, without the system call.
func Plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return source.Unreadable(path.Path, path.Err)
	}
	return err
}

// ReadFile reads what a person has named, if it is not too large to be a configuration.
func ReadFile(files filesystem.System, path string) (*source.File, error) {
	return fileOf(path)(filesystem.ReadNamed(files, path, yamldoc.MaxBytes))
}

// ReadFound reads a file that nobody has named.
func ReadFound(files filesystem.System, path string) (*source.File, error) {
	return fileOf(path)(filesystem.ReadFile(files, path, yamldoc.MaxBytes))
}

// fileOf makes a file of what was read.
func fileOf(path string) func([]byte, error) (*source.File, error) {
	return func(data []byte, err error) (*source.File, error) {
		var large filesystem.TooLargeError
		switch {
		case errors.As(err, &large):
			return nil, source.Unreadable(path, large)
		case err != nil:
			return nil, Plain(err)
		}
		return source.NewFile(filepath.ToSlash(filepath.Clean(path)), data), nil
	}
}

// isBinary reports whether a file is no text, as git does: by a zero byte near its beginning.
func isBinary(data []byte) bool { return bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 }

func isChart(files filesystem.System, path string) bool {
	info, err := files.Stat(path)
	return err == nil && (info.IsDir() || filepath.Ext(path) == ".tgz") && chart.IsChart(files, path)
}

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

// walk adds the files of a folder and of those below it, in order of name. A folder that is named may be a link, and
// so may files that lead to others of the repository; folders below that are links are left alone, as they may lead
// in a circle.
func walk(files filesystem.System, folder string, add func(found), report func(err error, named bool), left *Skipped) {
	real, err := realOf(files, folder)
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
		searched := !wanted && e.Type().IsRegular() && input.Searched(filepath.ToSlash(filepath.Join(dir, e.Name())))
		switch path := filepath.Join(dir, e.Name()); {
		case e.IsDir() && (slices.Contains(ofTools, e.Name()) || insideChart(w.files, path, e)):
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

// ofTools are folders in which version control, editors and builds keep what
// is theirs. What people put into other folders with a dot, they deploy.
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

// ignoreRules are those of the .gitignore files that reach a folder. Paths count
// from root: the repository, where there is one.
type ignoreRules struct {
	files    filesystem.System
	root     string
	patterns []ignorePattern
	report   func(error)
}

// rulesAbove are the rules that stand above a folder, up to the repository it lies in. Where these leave out the
// folder itself they do not count: somebody has named it.
func rulesAbove(files filesystem.System, folder string, report func(error)) ignoreRules {
	root := filesystem.Root(files, folder)
	none := ignoreRules{files: files, root: root, report: report}
	rules := none.and(filepath.Join(root, ".git", "info", "exclude"), root)
	if root == folder {
		return rules
	}
	above := rules.path(filepath.Dir(folder))
	for i := range len(above) + 1 {
		dir := filepath.Join(append([]string{root}, above[:i]...)...)
		if i > 0 && rules.ignore(dir, true) {
			return none
		}
		rules = rules.and(filepath.Join(dir, ".gitignore"), dir)
	}
	return either.Of(rules.ignore(folder, true), none, rules)
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
		if p, is := ignorePatternOf(line, strings.Join(r.path(dir), "/")); is {
			patterns = append(patterns, p)
		}
	}
	return ignoreRules{r.files, r.root, patterns, r.report}
}

func (r ignoreRules) ignore(path string, folder bool) bool {
	return len(r.patterns) > 0 && ignored(r.patterns, strings.Join(r.path(path), "/"), folder)
}

// path is the way from the root, in parts.
func (r ignoreRules) path(name string) []string {
	below, err := filepath.Rel(r.root, name)
	if err != nil || below == "." {
		return nil
	}
	return strings.Split(filepath.ToSlash(below), "/")
}

// ignorePattern is a line of a .gitignore file.
//
// https://git-scm.com/docs/gitignore
type ignorePattern struct {
	pattern string // of paths from the root
	back    bool   // it takes back what an earlier one ignores
	folders bool   // it means folders only
}

// ignorePatternOf reads a line of a file whose patterns count from dir. It reports false where the line has none.
func ignorePatternOf(line, dir string) (p ignorePattern, is bool) {
	line = strings.TrimRight(line, "\r\n")
	for trimmed, ends := strings.CutSuffix(line, " "); ends && !strings.HasSuffix(trimmed, `\`); trimmed, ends = strings.CutSuffix(line, " ") {
		line = trimmed
	}
	if strings.HasPrefix(line, "#") {
		return p, false
	}
	line, p.back = strings.CutPrefix(line, "!")
	line, p.folders = strings.CutSuffix(line, "/")
	if line == "" {
		return p, false
	}
	if !strings.Contains(line, "/") {
		line = "**/" + line
	}
	if inside, all := strings.CutSuffix(line, "/**"); all {
		line = inside + "/**/*" // not the folder itself
	}
	p.pattern = strings.TrimPrefix(literal.Replace(dir)+"/", "/") + strings.TrimPrefix(braces.Replace(line), "/")
	return p, wildcard.Valid(p.pattern)
}

var (
	braces  = strings.NewReplacer("{", `\{`, "}", `\}`) // which mean nothing to git
	literal = strings.NewReplacer(`\`, `\\`, "{", `\{`, "}", `\}`, "*", `\*`, "?", `\?`, "[", `\[`)
)

// ignored reports whether the last of some patterns that a path matches ignores it. Whoever asks has asked for the
// folders above.
func ignored(patterns []ignorePattern, path string, folder bool) bool {
	for _, p := range slices.Backward(patterns) {
		if (folder || !p.folders) && wildcard.Match(p.pattern, path) {
			return !p.back
		}
	}
	return false
}
