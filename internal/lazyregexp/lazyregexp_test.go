package lazyregexp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// expressions are those of the program, by their places.
func expressions(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, root := range []string{"../../cmd", "../../internal", "../../rules"} {
		require.NoError(t, collect(root, all), root)
	}
	require.Greater(t, len(all), 300)
	return all
}

// An expression is compiled when it is first asked, so that a wrong one may stay unseen for long.
func TestExpressionsCompile(t *testing.T) {
	for place, expression := range expressions(t) {
		_, err := regexp.Compile(expression)
		assert.NoError(t, err, place)
	}
}

func TestBeginning(t *testing.T) {
	for expression, want := range map[string]string{
		"":               "",
		"^":              "",
		"^-XX:":          "-XX:",
		"^-X(?:a|b)$":    "-X",
		"^-a|-b":         "",
		"^-[(]a|b":       "",
		"^-[^]|]":        "-",
		"^-[]|]":         "-",
		`^-\|a`:          "-",
		"^ab?c":          "a",
		"^ab+c":          "ab",
		"^aé*":           "a",
		"^a{2}":          "",
		"a":              "",
		"(?i)^a":         "",
		"^(?i)a":         "",
		"^(?:a|b)c":      "",
		"^a$":            "a",
		`^a\.b`:          "a",
		"^a(?:b[)|]|c)d": "a",
	} {
		assert.Equal(t, want, beginning(expression), expression)
	}
}

// What an expression begins with by its characters is what its syntax says, for all of the program's.
func TestBeginningIsOfSyntax(t *testing.T) {
	some := 0
	for place, expression := range expressions(t) {
		begins := beginning(expression)
		if begins == "" {
			continue
		}
		some++
		tree, err := syntax.Parse(expression, syntax.Perl)
		require.NoError(t, err, place)
		require.Equal(t, syntax.OpConcat, tree.Op, place)
		require.Equal(t, syntax.OpBeginText, tree.Sub[0].Op, place)
		first := tree.Sub[1]
		if first.Op == syntax.OpPlus {
			first = first.Sub[0]
		}
		require.Equal(t, syntax.OpLiteral, first.Op, "%s: %s", place, expression)
		require.Zero(t, first.Flags&syntax.FoldCase, place)
		assert.True(t, strings.HasPrefix(string(first.Rune), begins), "%s: %s", place, expression)
	}
	assert.Greater(t, some, 40)
}

func TestMatchesAsRegexp(t *testing.T) {
	for name, r := range map[string]struct{ expression, text string }{
		"begins so":  {"^-X(m[xs])", "-Xmx1g"},
		"begins not": {"^-X(m[xs])", "Xmx1g"},
		"goes on":    {"^-X(m[xs])", "-Xss1m"},
		"anywhere":   {"-X(m[xs])", "a -Xms1g"},
	} {
		t.Run(name, func(t *testing.T) {
			plain := regexp.MustCompile(r.expression)
			assert.Equal(t, plain.MatchString(r.text), New(r.expression).MatchString(r.text))
			assert.Equal(t, plain.FindStringSubmatch(r.text), New(r.expression).FindStringSubmatch(r.text))
			compiled := New(r.expression)
			compiled.compiled()
			assert.Equal(t, plain.MatchString(r.text), compiled.MatchString(r.text))
		})
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
