package wiring

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCasesHaveNames reads all tests: where one goes over a table, and a case
// fails, what is printed must say which. So a loop over a literal either runs
// its cases by t.Run, or hands each assertion a message that is made of the case.
func TestCasesHaveNames(t *testing.T) {
	before := argumentsBeforeMessage(t)
	fset := token.NewFileSet()
	require.NoError(t, filepath.WalkDir(root(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, pos := range nameless(file, before) {
			t.Errorf("%s: this says not of which case it speaks when it fails", fset.Position(pos))
		}
		return nil
	}))
}

func TestNameless(t *testing.T) {
	before := map[string]int{"Equal": 3, "NoError": 2}
	for body, want := range map[string]int{
		`for a, b := range map[int]int{1: 2} { assert.Equal(t, b, f(a)) }`:                                  1,
		`for a, b := range map[int]int{1: 2} { assert.Equal(t, a, f(b)) }`:                                  0,
		`for a, b := range map[int]int{1: 2} { assert.Equal(t, b, f(a), a) }`:                               0,
		`for a, b := range map[int]int{1: 2} { assert.Equal(t, b, f(a), "always the same") }`:               1,
		`for a, b := range map[int]int{1: 2} { t.Run(a, func(t *testing.T) { assert.Equal(t, b, f(a)) }) }`: 0,
		`all := []int{1, 2}; for _, a := range all { if a > 0 { require.NoError(t, f(a)) } }`:               1,
		`for _, a := range []int{1, 2} { require.NoError(t, f(a), "of %d", a) }`:                            0,
		`for _, a := range []int{1, 2} { t.Error("wrong") }`:                                                1,
		`for _, a := range []int{1, 2} { t.Error(a) }`:                                                      0,
		`for _, a := range f() { require.NoError(t, f(a)) }`:                                                0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc _() { "+body+" }", 0)
		require.NoError(t, err, body)
		assert.Len(t, nameless(file, before), want, body)
	}
}

// nameless are the assertions of a file on cases of a table that do not say
// which.
func nameless(file *ast.File, before map[string]int) []token.Pos {
	var all []token.Pos
	tables := map[string]ast.Expr{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if name, ok := to.(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) {
					tables[name.Name] = n.Rhs[i]
				}
			}
		case *ast.RangeStmt:
			over := n.X
			if name, ok := over.(*ast.Ident); ok {
				over = tables[name.Name]
			}
			if literal, ok := over.(*ast.CompositeLit); ok {
				switch literal.Type.(type) {
				case *ast.MapType:
					all = append(all, namelessIn(n.Body, n.Key, before)...)
				case *ast.ArrayType:
					all = append(all, namelessIn(n.Body, n.Value, before)...)
				}
			}
		}
		return true
	})
	return all
}

func namelessIn(body ast.Node, name ast.Expr, before map[string]int) []token.Pos {
	var all []token.Pos
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, _ := selector.X.(*ast.Ident)
		method := selector.Sel.Name
		switch {
		case method == "Run":
			return false
		case of == nil:
		case of.Name == "assert" || of.Name == "require":
			n, ok := before[method]
			n = min(n, len(call.Args))
			if ok && !prints(call.Args[:n], name) && !tellsOfCase(call.Args[n:]) {
				all = append(all, call.Pos())
			}
		case of.Name == "t" && (strings.HasPrefix(method, "Error") || strings.HasPrefix(method, "Fatal")):
			if !tellsOfCase(call.Args) {
				all = append(all, call.Pos())
			}
		}
		return true
	})
	return all
}

// prints reports whether an assertion prints what the case is called, as one of
// the values that it is about.
func prints(values []ast.Expr, name ast.Expr) bool {
	called, ok := name.(*ast.Ident)
	return ok && slices.ContainsFunc(values, func(v ast.Expr) bool {
		value, ok := v.(*ast.Ident)
		return ok && value.Name == called.Name
	})
}

// tellsOfCase reports whether a message is more than constant words.
func tellsOfCase(message []ast.Expr) bool {
	for _, e := range message {
		if _, constant := e.(*ast.BasicLit); !constant {
			return true
		}
	}
	return false
}

// argumentsBeforeMessage is how many arguments each assertion of testify takes
// before its message.
func argumentsBeforeMessage(t *testing.T) map[string]int {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/stretchr/testify/require").Output()
	require.NoError(t, err)
	all := map[string]int{}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "require.go"), nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil {
			continue
		}
		parameters := f.Type.Params.List
		if last := parameters[len(parameters)-1]; len(last.Names) == 1 && last.Names[0].Name == "msgAndArgs" {
			all[f.Name.Name] = f.Type.Params.NumFields() - 1
		}
	}
	require.Equal(t, 3, all["Equal"])
	return all
}
