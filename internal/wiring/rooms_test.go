package wiring

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// parsed are the files of a package, without its tests, by name.
func parsed(t *testing.T, folder string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, names, folder)
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files[filepath.Base(name)] = file
	}
	return files
}

// Each file of rules declares one rule, whose id is its name.
func TestRuleAFile(t *testing.T) {
	for name, file := range parsed(t, "rules") {
		if name == "rules.go" || name == "words.go" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			id := strings.ReplaceAll(strings.TrimSuffix(name, ".go"), "_", "-")
			assert.Equal(t, []string{id}, declaredRules(file))
		})
	}
}

// What the test above looks for is found.
func TestDeclaredRules(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "sample.go", `package rules
var one = lint.Rule{ID: "one", Title: "x"}
var names = []string{"two"}
var three = lint.Rule{ID: "three"}
func four() *lint.Rule { return nil }`, 0)
	require.NoError(t, err)
	assert.Equal(t, []string{"one", "three"}, declaredRules(file))
}

// declaredRules are the ids of the rules that a file declares.
func declaredRules(file *ast.File) (ids []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		rule, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if of, ok := rule.Type.(*ast.SelectorExpr); !ok || of.Sel.Name != "Rule" {
			return true
		}
		for _, e := range rule.Elts {
			field, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if key, ok := field.Key.(*ast.Ident); ok && key.Name == "ID" {
				id, _ := strconv.Unquote(field.Value.(*ast.BasicLit).Value)
				ids = append(ids, id)
			}
		}
		return true
	})
	return ids
}
