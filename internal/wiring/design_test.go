// Package wiring holds tests of what others start jvmlint with: the hooks for
// pre-commit, the action for GitHub and the template for GitLab; of how its own
// packages stand to each other, as docs/design.md draws them; and of the tests.
package wiring

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The map of the packages is docs/design.md. These tests hold it against the
// code: its picture is the order that imports keep to, its table of libraries
// names all of them, and its links lead to what they name.

const module = "github.com/jvmlint/jvmlint/"

func page(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join(root(t), name))
	require.NoError(t, err)
	return string(text)
}

// place is where a package stands in the picture. Floors and lines count from
// the top.
type place struct{ floor, room, line int }

var (
	pictureBlock = regexp.MustCompile("(?s)```mermaid\n(.*?)```")
	pictureRoom  = regexp.MustCompile(`^\w+\["(.*)"\]$`)
)

// pictureOf reads the picture of a page: each subgraph is a floor, each node in
// it is a room, and each line of a node is a package.
func pictureOf(page string) map[string]place {
	picture := map[string]place{}
	floor, room := 0, 0
	for line := range strings.Lines(pictureBlock.FindString(page)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "subgraph ") {
			floor++
		}
		if m := pictureRoom.FindStringSubmatch(line); m != nil {
			room++
			for i, name := range strings.Split(m[1], "<br>") {
				picture[name] = place{floor, room, i}
			}
		}
	}
	return picture
}

// isAbove reports whether a package may import another.
func (p place) isAbove(other place) bool {
	return p.floor < other.floor || p.room == other.room && p.line < other.line
}

// againstPicture lists what packages import although the picture does not put
// it below them.
func againstPicture(picture map[string]place, imports map[string][]string) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		for _, path := range imports[name] {
			other, own := strings.CutPrefix(path, module)
			if other = nameOf(other); own && !picture[name].isAbove(picture[other]) {
				all = append(all, name+" imports "+other)
			}
		}
	}
	return all
}

// nameOf is the folder of a package as the page names it.
func nameOf(folder string) string {
	return strings.TrimPrefix(filepath.ToSlash(folder), "internal/")
}

// eachGoFile hands over the files of Go below some folders, with the name of the
// package of each.
func eachGoFile(t *testing.T, see func(name, file string), folders ...string) {
	for _, top := range folders {
		require.NoError(t, filepath.WalkDir(filepath.Join(root(t), top), func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") {
				folder, err := filepath.Rel(root(t), filepath.Dir(path))
				require.NoError(t, err, path)
				see(nameOf(folder), path)
			}
			return err
		}), top)
	}
}

// importsOf are the imports of all packages, without those of their tests.
func importsOf(t *testing.T) map[string][]string {
	imports := map[string][]string{}
	eachGoFile(t, func(name, path string) {
		if imports[name] == nil { // of tests alone it imports nothing
			imports[name] = []string{}
		}
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		require.NoError(t, err)
		all := imports[name]
		for _, i := range file.Imports {
			imported, _ := strconv.Unquote(i.Path.Value)
			all = append(all, imported)
		}
		slices.Sort(all)
		imports[name] = slices.Compact(all)
	}, "cmd", "internal", "rules")
	return imports
}

func TestPictureShowsAllPackages(t *testing.T) {
	picture, imports := pictureOf(page(t, "docs/design.md")), importsOf(t)
	for name := range imports {
		assert.True(t, picture[name].floor > 0, "the picture lacks %s", name)
	}
	for name := range picture {
		_, there := imports[name]
		assert.True(t, there, "the picture shows %s, which is no package", name)
	}
}

func TestImportsGoDown(t *testing.T) {
	assert.Empty(t, againstPicture(pictureOf(page(t, "docs/design.md")), importsOf(t)))
}

// What the tests above look for is found.
func TestAgainstPicture(t *testing.T) {
	picture := pictureOf("```mermaid\nflowchart TB\nsubgraph a\nupper[\"rules<br>repair\"]\nother[\"advise\"]\nend\nsubgraph b\nlower[\"lint\"]\nend\n```")
	require.Equal(t, map[string]place{"rules": {1, 1, 0}, "repair": {1, 1, 1}, "advise": {1, 2, 0}, "lint": {2, 3, 0}}, picture)
	for name, c := range map[string]struct {
		of, imports string
		want        []string
	}{
		"a floor down":   {"rules", "internal/lint", nil},
		"a floor up":     {"lint", "rules", []string{"lint imports rules"}},
		"down in a room": {"rules", "internal/repair", nil},
		"up in a room":   {"repair", "rules", []string{"repair imports rules"}},
		"the next room":  {"advise", "internal/repair", []string{"advise imports repair"}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, againstPicture(picture, map[string][]string{c.of: {module + c.imports, "fmt"}}))
		})
	}
}

var (
	pageRow  = regexp.MustCompile("(?m)^\\| (`[^|]*`) \\| ([^|]*) \\|")
	codeSpan = regexp.MustCompile("`([^`]+)`")
)

// codesOf are what a text has as code.
func codesOf(text string) (all []string) {
	for _, m := range codeSpan.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// section is what stands under a heading of a page.
func section(t *testing.T, page, heading string) string {
	_, text, found := strings.Cut(page, "\n## "+heading+"\n")
	require.True(t, found, heading)
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// TestWalls holds what the picture allows and the page forbids.
func TestWalls(t *testing.T) {
	for of, forbidden := range map[string]string{"lint": "rules", "session": "report", "project": "report", "input": "rules"} {
		for name, imports := range importsOf(t) {
			if name != of && !strings.HasPrefix(name, of+"/") {
				continue
			}
			for _, path := range imports {
				other := strings.TrimPrefix(strings.TrimPrefix(path, module), "internal/")
				assert.False(t, other == forbidden || strings.HasPrefix(other, forbidden+"/"), "%s imports %s", name, path)
			}
		}
	}
}

// TestLibrariesHaveTheirRooms reads the tables of what few packages may import:
// libraries, and what reaches out of the process.
func TestLibrariesHaveTheirRooms(t *testing.T) {
	text := page(t, "docs/design.md")
	said := map[string][]string{}
	tables := section(t, text, "Libraries") + section(t, text, "What reaches out of the process")
	for _, m := range pageRow.FindAllStringSubmatch(tables, -1) {
		for _, path := range codesOf(m[1]) {
			said[path] = codesOf(m[2])
		}
	}
	found := map[string][]string{}
	picture := pictureOf(text)
	tests := picture["wiring"].floor
	for name, paths := range importsOf(t) {
		if picture[name].floor == tests {
			continue
		}
		for _, path := range paths {
			of, listed := rowFor(path, said)
			if !listed && isLibrary(path) {
				t.Errorf("no table names %s, which %s imports", path, name)
			}
			if listed && !slices.Contains(found[of], name) {
				found[of] = append(found[of], name)
			}
		}
	}
	for path, rooms := range said {
		assert.Equal(t, slices.Sorted(slices.Values(rooms)), slices.Sorted(slices.Values(found[path])), path)
	}
}

// rowFor is the row for a package: of a library, the row for the nearest folder
// that it is in.
func rowFor(path string, said map[string][]string) (of string, listed bool) {
	for of = path; ; of = of[:strings.LastIndex(of, "/")] {
		if _, listed = said[of]; listed || !isLibrary(path) || !strings.Contains(of, "/") {
			return of, listed
		}
	}
}

// isLibrary reports whether a package is neither Go's own nor jvmlint's.
func isLibrary(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".") && !strings.HasPrefix(path, module)
}

var pageLink = regexp.MustCompile("\\[`([^`]+)`\\]\\(([^)#]+\\.go)\\)")

// TestLinksNameWhatIsThere follows the links to code: `package.Name`, or
// `package.Type.Method`, has to be declared in the file.
func TestLinksNameWhatIsThere(t *testing.T) {
	for _, name := range []string{"docs/design.md", "docs/accuracy.md", "SECURITY.md"} {
		links := pageLink.FindAllStringSubmatch(page(t, name), -1)
		require.NotEmpty(t, links, name)
		for _, m := range links {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root(t), filepath.Dir(name), m[2]), nil, parser.SkipObjectResolution)
			if assert.NoError(t, err, m[0]) {
				assert.Contains(t, declaredIn(file), m[1], m[2])
			}
		}
	}
}

// What the test above looks for is found.
func TestDeclaredIn(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "sample.go", `package sample
func F() {}
func (j *JVM) Workers() int { return 0 }
func (s set[T]) add() {}
type JVM struct{}
var a, b = 1, 2`, 0)
	require.NoError(t, err)
	assert.Equal(t, []string{"sample.F", "sample.JVM.Workers", "sample.set.add", "sample.JVM", "sample.a", "sample.b"}, declaredIn(file))
}

// declaredIn are the names that a file declares, methods with their types.
func declaredIn(file *ast.File) (names []string) {
	add := func(of string, name *ast.Ident) { names = append(names, file.Name.Name+"."+of+name.Name) }
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			of := ""
			if d.Recv != nil {
				ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
					if name, ok := n.(*ast.Ident); ok && of == "" {
						of = name.Name + "."
					}
					return true
				})
			}
			add(of, d.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					add("", s.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						add("", name)
					}
				}
			}
		}
	}
	return names
}
