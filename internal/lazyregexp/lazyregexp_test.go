package lazyregexp_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

func TestQuote(t *testing.T) {
	for _, text := range []string{"a.b", "50\xff05", ""} {
		e, err := regexp.Compile(lazyregexp.Quote(text))
		require.NoError(t, err, text)
		assert.Equal(t, text == strings.ToValidUTF8(text, "?"), e.MatchString(text), text)
	}
}

// An expression is compiled when it is first asked, so that a wrong one may stay unseen for long.
func TestExpressionsCompile(t *testing.T) {
	all := map[string]string{} // by place
	for _, root := range []string{"../../cmd", "../../internal", "../../rules"} {
		require.NoError(t, collect(root, all), root)
	}
	assert.Greater(t, len(all), 300)
	for place, expression := range all {
		_, err := regexp.Compile(expression)
		assert.NoError(t, err, place)
	}
}

// collect adds the expressions in files below a folder.
func collect(root string, all map[string]string) error {
	return filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if call, is := node.(*ast.CallExpr); is && len(call.Args) == 1 && isNew(call.Fun) {
				all[files.Position(call.Pos()).String()] = textOf(call.Args[0])
			}
			return true
		})
		return nil
	})
}

func isNew(e ast.Expr) bool {
	of, is := e.(*ast.SelectorExpr)
	if !is || of.Sel.Name != "New" {
		return false
	}
	in, is := of.X.(*ast.Ident)
	return is && in.Name == "lazyregexp"
}

// textOf is a text that the program puts together; x stands for what has a name.
func textOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.BinaryExpr:
		return textOf(e.X) + textOf(e.Y)
	}
	return "x"
}
