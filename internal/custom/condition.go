package custom

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// faulty takes what is wrong, and where.
type faulty func(at source.Text, format string, args ...any)

// condition is one that was understood.
type condition struct {
	text    source.Text
	program cel.Program
	names   []string // variables and flags, in the order of the text
	reads   []string // of the flags, those whose values it reads
}

// mostCost bounds what a condition may cost: a few lists, gone through once or twice.
const mostCost = 100_000

// environment is built when the first condition is read: most projects have none.
var environment = sync.OnceValues(newEnvironment)

func compile(t source.Text, fault faulty) condition {
	c := condition{text: t}
	env, err := environment()
	if err != nil {
		fault(t, "%v", err)
		return c
	}
	checked, issues := env.Compile(t.String())
	if issues.Err() != nil {
		for _, e := range issues.Errors() {
			at := after(t, e.Location.Line(), e.Location.Column())
			fault(at, "%s", explained(e.Message))
			if strings.HasPrefix(e.Message, syntaxError) {
				break // those behind it follow from it
			}
		}
		return c
	}
	if kind := checked.OutputType(); kind != cel.BoolType && kind != cel.DynType {
		fault(t, "a condition must be true or false, but this is %s", kind)
		return c
	}
	c.gather(checked.NativeRep(), fault)
	if c.program, err = env.Program(checked, cel.EvalOptions(cel.OptPartialEval), cel.CostLimit(mostCost)); err != nil {
		fault(t, "%v", err)
	}
	return c
}

const syntaxError = "Syntax error: "

var undeclared = lazyregexp.New(`^undeclared reference to '([^']*)'`)

// readings say in other words what the parser of CEL says.
var readings = []struct {
	message *lazyregexp.Regexp
	means   string
}{
	{lazyregexp.New(`^(?:extraneous|mismatched) input '([KMGT]i?|[kmgt])' .*$`), `write a size as size("4Gi"): "$1" cannot follow a number`},
	{lazyregexp.New(`^(?:extraneous|mismatched) input '<EOF>' .*$`), "the condition ends where a value is expected"},
	{lazyregexp.New(`^(?:extraneous|mismatched) input '(.+)' expecting <EOF>$`), `"$1" is not expected here: an operator such as && or == is missing before it`},
	{lazyregexp.New(`^(?:extraneous|mismatched) input '(.+)' expecting .*$`), `"$1" is not expected here`},
	{lazyregexp.New(`^token recognition error at: '([=&|])\s*'$`), "$1 is not an operator: there are ==, && and ||"},
	{lazyregexp.New(`^token recognition error at: '(.*?)\s*'$`), `"$1" cannot be part of a condition`},
	{lazyregexp.New(`^missing '(.)' at '<EOF>'$`), `a "$1" is missing at the end`},
	{lazyregexp.New(`^found no matching overload for '_([^_']+)_' applied to '\((?:int|double), string\)'$`), `"$1" does not take a number and a text: write a size as size("4Gi")`},
	{lazyregexp.New(`^found no matching overload for '_([^_']+)_' applied to '\((.+), (.+)\)'$`), `"$1" does not take $2 and $3`},
}

// explained says what is wrong with a condition, and names the nearest variable where there
// is none of a name.
func explained(message string) string {
	message = strings.TrimPrefix(message, syntaxError)
	if m := undeclared.FindStringSubmatch(message); m != nil {
		return spelling.Unknown("variable or function", m[1], append(variableNames(), functions...)).Error()
	}
	for _, r := range readings {
		if r.message.MatchString(message) {
			return r.message.ReplaceAllString(message, r.means)
		}
	}
	return message
}

var functions = []string{"has", "size", "matches", "startsWith", "endsWith", "contains", "exists", "all", "filter", "map"}

// after is the text from a line and column on, up to the end of its word. CEL
// counts lines from 1, and columns in code points from 0.
func after(t source.Text, line, column int) source.Text {
	text, start := t.String(), 0
	for ; line > 1; line-- {
		next := strings.IndexByte(text[start:], '\n')
		if next < 0 {
			break
		}
		start += next + 1
	}
	for ; column > 0 && start < len(text); column-- {
		_, n := utf8.DecodeRuneInString(text[start:])
		start += n
	}
	end := start
	for end < len(text) && wordByte(text[end]) {
		end++
	}
	return t.Slice(start, end)
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// gather finds the variables and flags that a condition names, and refuses
// flags and sizes that are none.
func (c *condition) gather(a *ast.AST, fault faulty) {
	type found struct {
		name string
		at   int
	}
	var all []found
	at := func(e ast.Expr) (source.Text, int) {
		l := a.SourceInfo().GetStartLocation(e.ID())
		t := after(c.text, l.Line(), l.Column())
		if t.Len() == 0 { // behind a quote, or the dot before a field
			t = after(c.text, l.Line(), l.Column()+1)
		}
		position, _ := a.SourceInfo().GetOffsetRange(e.ID())
		return t, int(position.Start)
	}
	flag := func(e ast.Expr, name string, read bool) {
		where, position := at(e)
		if !isFlag(name) {
			fault(where, "%v", spelling.Unknown("flag", name, flagNames()))
			return
		}
		all = append(all, found{name, position})
		if read {
			c.reads = append(c.reads, name)
		}
	}
	ast.PreOrderVisit(a.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.IdentKind:
			if _, is := variableOf(e.AsIdent()); is && e.AsIdent() != "flags" && e.AsIdent() != "set" {
				_, position := at(e)
				all = append(all, found{e.AsIdent(), position})
			}
		case ast.SelectKind:
			if s := e.AsSelect(); isIdent(s.Operand(), "flags") {
				flag(e, s.FieldName(), true)
			}
		case ast.CallKind:
			call := e.AsCall()
			args := call.Args()
			switch name, constant := "", false; call.FunctionName() {
			case operators.Index:
				if name, constant = text(args[1]); constant && isIdent(args[0], "flags") {
					flag(args[1], name, true)
				}
			case operators.In:
				name, constant = text(args[0])
				switch {
				case constant && isIdent(args[1], "set"):
					flag(args[0], name, false)
				case constant && isIdent(args[1], knownNames):
					if of, is := strings.CutPrefix(name, "flags."); is {
						flag(args[0], of, false)
					}
				}
			case "size":
				if len(args) != 1 || call.IsMemberFunction() {
					break
				}
				if name, constant = text(args[0]); constant {
					if _, err := bytes(name); err != nil {
						where, _ := at(args[0])
						fault(where, "%v", err)
					}
				}
			}
		}
	}))
	slices.SortStableFunc(all, func(a, b found) int { return a.at - b.at })
	for _, f := range all {
		if !slices.Contains(c.names, f.name) {
			c.names = append(c.names, f.name)
		}
	}
}

func isIdent(e ast.Expr, name string) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == name }

func text(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	s, is := e.AsLiteral().Value().(string)
	return s, is
}

// confidence is that of what the condition asks for.
func (c *condition) confidence() lint.Confidence {
	if slices.Contains(c.names, "budget") {
		return lint.Likely
	}
	return lint.Certain
}
