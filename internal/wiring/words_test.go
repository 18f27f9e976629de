package wiring

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// judging are the packages that get refusals and messages of the models. What
// they want to know of one is a value of it: its words are for people.
var judging = []string{"rules", "internal/repair", "internal/report", "internal/advise", "internal/lint", "internal/predict"}

func TestNobodyParsesWords(t *testing.T) {
	for _, folder := range judging {
		for name, file := range parsed(t, folder) {
			assert.Empty(t, parsedWords(file), "%s/%s takes the words of a refusal apart, at these bytes", folder, name)
		}
	}
}

// What the test above looks for is found where it is, and nowhere else.
func TestParsedWordsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want int
	}{
		"a field":            {`strings.Contains(r.Message, "x")`, 1},
		"lines put together": {`expression.FindStringSubmatch(strings.Join(r.Lines, "\n"))`, 1},
		"an error":           {`strings.HasPrefix(refusal.Error(), "x")`, 1},
		"a method":           {`strings.ToLower(r.Reason())`, 1},
		"by a variable":      {`line := r.Says()[0]; if strings.HasPrefix(line, "x") { return }`, 1},
		"in a loop":          {`for _, line := range r.Lines { expression.MatchString(line) }`, 1},
		"what is shown":      {`f.Note(r.Quote()); strings.Join(r.Lines, "\n")`, 0},
		"what is looked for": {`strings.Contains(output, r.Error())`, 0},
		"a line of a file":   {`line := file.Line(position.Line); strings.TrimSpace(file.Data[line.Start:])`, 0},
		"another text":       {`strings.Contains(r.At.String(), "x"); for line := range strings.Lines(text) { strings.TrimSpace(line) }`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := parser.ParseFile(token.NewFileSet(), "sample.go", "package sample\nfunc f() {\n"+c.body+"\n}", parser.SkipObjectResolution)
			require.NoError(t, err)
			assert.Len(t, parsedWords(file), c.want)
		})
	}
}

// wordy are the fields and methods that hold the words of a refusal or of a
// message.
var wordy = []string{"Lines", "Line", "Message", "Error", "Says", "Reason", "Quote", "Headline"}

// expressionMethods are how those of a regular expression begin that look at a
// text.
var expressionMethods = []string{"MatchString", "Find", "ReplaceAll", "Split"}

// parsedWords are the calls that take the words of a refusal apart.
func parsedWords(file *ast.File) []token.Pos {
	var found []token.Pos
	for _, d := range file.Decls {
		words := map[string]bool{} // variables that hold such words
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if name, ok := left.(*ast.Ident); ok && name.Name != "_" {
						words[name.Name] = holdsWords(n.Rhs[min(i, len(n.Rhs)-1)], words)
					}
				}
			case *ast.RangeStmt:
				if name, ok := n.Value.(*ast.Ident); ok {
					words[name.Name] = holdsWords(n.X, words)
				}
			case *ast.CallExpr:
				if takesApart(n) && len(n.Args) > 0 && holdsWords(n.Args[0], words) {
					found = append(found, n.Pos())
				}
			}
			return true
		})
	}
	return found
}

// takesApart reports whether a call is one of strings, but for the one that
// puts together, or of a regular expression.
func takesApart(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if owner, _ := f.X.(*ast.Ident); owner != nil && owner.Name == "strings" {
		return f.Sel.Name != "Join"
	}
	return slices.ContainsFunc(expressionMethods, func(m string) bool { return strings.HasPrefix(f.Sel.Name, m) })
}

func holdsWords(e ast.Expr, words map[string]bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || slices.Contains(wordy, n.Sel.Name)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) > 0 && slices.Contains(wordy, f.Sel.Name) {
				return false // another of that name, such as file.Line(number)
			}
		case *ast.Ident:
			found = found || words[n.Name]
		}
		return !found
	})
	return found
}
