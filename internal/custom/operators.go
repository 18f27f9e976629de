package custom

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// kind is the type of a value, in CEL's words.
type kind string

const (
	kindInt    kind = "int"
	kindDouble kind = "double"
	kindString kind = "string"
	kindBool   kind = "bool"
	kindList   kind = "list"
	kindMap    kind = "map"
	kindAny    kind = "dyn" // it is known when the condition is judged
)

// isOr reports whether a value is, or may be, of one of some types.
func (k kind) isOr(some ...kind) bool { return k == kindAny || slices.Contains(some, k) }

func (k kind) number() bool { return k.isOr(kindInt, kindDouble) }

func kindOf(v any) kind {
	switch v := v.(type) {
	case unknown:
		return v.kind
	case int64:
		return kindInt
	case float64:
		return kindDouble
	case string:
		return kindString
	case bool:
		return kindBool
	case []any:
		return kindList
	case map[string]any:
		return kindMap
	}
	return kindAny
}

// operator is one of one or two operands, of which the second is the first then.
type operator struct {
	fits  func(a, b kind) bool
	gives func(a, b kind) kind
	does  func(a, b any) any // nil: it need not have both
}

var operations = map[string]operator{
	"&&":       {bools, isBool, nil},
	"||":       {bools, isBool, nil},
	"!":        {bools, isBool, func(a, _ any) any { return a == false }},
	"negative": {numbers, sumOf, func(a, _ any) any { return arithmetic("-", int64(0), a) }},
	"==":       {alike, isBool, func(a, b any) any { return equal(a, b) }},
	"!=":       {alike, isBool, func(a, b any) any { return !equal(a, b) }},
	"in":       {func(_, b kind) bool { return b.isOr(kindList, kindMap) }, isBool, in},
	"<":        {ordered, isBool, func(a, b any) any { return order(a, b) < 0 }},
	"<=":       {ordered, isBool, func(a, b any) any { return order(a, b) <= 0 }},
	">":        {ordered, isBool, func(a, b any) any { return order(a, b) > 0 }},
	">=":       {ordered, isBool, func(a, b any) any { return order(a, b) >= 0 }},
	"+":        {added, sumOf, func(a, b any) any { return arithmetic("+", a, b) }},
	"-":        {numbers, sumOf, func(a, b any) any { return arithmetic("-", a, b) }},
	"*":        {numbers, sumOf, func(a, b any) any { return arithmetic("*", a, b) }},
	"/":        {numbers, sumOf, func(a, b any) any { return arithmetic("/", a, b) }},
	"%":        {numbers, sumOf, func(a, b any) any { return arithmetic("%", a, b) }},
}

func isBool(kind, kind) kind { return kindBool }

func sumOf(a, b kind) kind {
	switch {
	case a == kindAny || b == kindAny:
		return kindAny
	case b == kindDouble:
		return kindDouble
	}
	return a
}

func bools(a, b kind) bool   { return a.isOr(kindBool) && b.isOr(kindBool) }
func numbers(a, b kind) bool { return a.number() && b.number() }
func alike(a, b kind) bool   { return numbers(a, b) || a.isOr(b) || b == kindAny }
func ordered(a, b kind) bool { return numbers(a, b) || a.isOr(kindString) && b.isOr(kindString) }
func added(a, b kind) bool   { return numbers(a, b) || a.isOr(kindString, kindList) && alike(a, b) }

func (e *evaluation) operate(n *node, args []any) any {
	o := operations[n.op]
	first, second := args[0], args[len(args)-1]
	a, b := kindOf(first), kindOf(second)
	switch fits := o.fits(a, b); {
	case fits && e.fault == nil:
		return o.does(first, second)
	case fits:
		return unknown{o.gives(a, b)}
	case len(args) == 1:
		return e.wrong(n.at, "%q does not take %s", n.at, a)
	case a.number() && b == kindString && a != kindAny:
		return e.wrong(n.at, "%q does not take a number and a text: write a size as size(\"4Gi\")", n.op)
	}
	return e.wrong(n.at, "%q does not take %s and %s", n.op, a, b)
}

// function is one that conditions may call.
type function struct {
	takes  [][]kind // the types of each argument; of a method, what stands before the dot comes first
	gives  kind
	called string               // how: of.matches(with), matches(of, with), or both
	does   func(args []any) any // refuses the last argument whatever the others are
}

const method, alone = "method", "alone"

var functions = map[string]function{
	"startsWith": ofTexts(method, strings.HasPrefix),
	"endsWith":   ofTexts(method, strings.HasSuffix),
	"contains":   ofTexts(method, strings.Contains),
	"matches": {[][]kind{{kindString}, {kindString}}, kindBool, method + alone, func(args []any) any {
		pattern, err := regexp.Compile(args[1].(string))
		if err != nil {
			return err
		}
		return pattern.MatchString(args[0].(string))
	}},
	"size": {[][]kind{{kindList, kindMap, kindString}}, kindInt, method + alone, sizeOf},
}

func ofTexts(called string, does func(s, part string) bool) function {
	return function{[][]kind{{kindString}, {kindString}}, kindBool, called, func(args []any) any {
		return does(args[0].(string), args[1].(string))
	}}
}

func (e *evaluation) call(n *node, args []any) any {
	f, is := functions[n.name]
	way := either.Of(n.owned, method, alone)
	switch {
	case !is || !strings.Contains(f.called, way):
		return e.noSuch(n)
	case len(args) != len(f.takes):
		return e.wrong(n.at, "%s() takes %d, and here are %d", n.name, len(f.takes), len(args))
	}
	for i, arg := range args {
		switch k := kindOf(arg); {
		case n.name == "size" && (!k.isOr(f.takes[i]...) || n.owned && k == kindString):
			return e.wrong(n.at, "size() takes a list, a map, or a size such as size(\"4Gi\"), and not %s", k)
		case !k.isOr(f.takes[i]...):
			return e.wrong(n.at, "%s() does not take %s", n.name, k)
		}
	}
	if e.fault == nil {
		return f.does(args)
	}
	last := n.args[len(n.args)-1]
	if text, constant := last.isText(); constant {
		if err, refused := f.does([]any{"", text}[2-len(args):]).(error); refused {
			return e.wrong(last.at, "%v", err)
		}
	}
	return unknown{f.gives}
}

// sizeOf is size("4Gi"), in bytes, or the size of a list or a map.
func sizeOf(args []any) any {
	switch v := args[0].(type) {
	case []any:
		return int64(len(v))
	case map[string]any:
		return int64(len(v))
	}
	v, err := workload.Bytes(source.Unlocated(args[0].(string), "a condition"), source.Configured)
	if err != nil {
		return err
	}
	return v.N
}

// equal compares values of any types: those of different ones differ, but for numbers.
func equal(a, b any) bool {
	if x, y, are := floats(a, b); are && kindOf(a) != kindOf(b) {
		return x == y
	}
	switch a := a.(type) {
	case []any:
		b, is := b.([]any)
		return is && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, is := b.(map[string]any)
		return is && maps.EqualFunc(a, b, equal)
	}
	return kindOf(a) == kindOf(b) && a == b
}

func in(item, all any) any {
	if all, is := all.(map[string]any); is {
		name, is := item.(string)
		_, has := all[name]
		return is && has
	}
	list, _ := all.([]any)
	return slices.ContainsFunc(list, func(v any) bool { return equal(v, item) })
}

func order(a, b any) int {
	if m, n, are := ints(a, b); are {
		return cmp.Compare(m, n)
	}
	if x, y, are := floats(a, b); are {
		return cmp.Compare(x, y)
	}
	s, _ := a.(string)
	t, _ := b.(string)
	return strings.Compare(s, t)
}

func ints(a, b any) (m, n int64, are bool) {
	m, first := a.(int64)
	n, second := b.(int64)
	return m, n, first && second
}

// floats are two numbers, of which one may be whole.
func floats(a, b any) (x, y float64, are bool) {
	number := func(v any) (float64, bool) {
		if n, is := v.(int64); is {
			return float64(n), true
		}
		x, is := v.(float64)
		return x, is
	}
	x, first := number(a)
	y, second := number(b)
	return x, y, first && second
}

func arithmetic(op string, a, b any) any {
	if m, n, are := ints(a, b); are {
		return whole(op, m, n)
	}
	if x, y, are := floats(a, b); are {
		switch op {
		case "+":
			return x + y
		case "-":
			return x - y
		case "*":
			return x * y
		case "/":
			return x / y
		}
	}
	switch a := a.(type) {
	case string:
		text, _ := b.(string)
		return a + text
	case []any:
		list, _ := b.([]any)
		return slices.Concat(a, list)
	}
	return fmt.Errorf("%q does not take %s and %s", op, kindOf(a), kindOf(b))
}

var wholes = map[string]func(z, m, n *big.Int) *big.Int{
	"+": (*big.Int).Add, "-": (*big.Int).Sub, "*": (*big.Int).Mul, "/": (*big.Int).Quo, "%": (*big.Int).Rem,
}

// whole works on whole numbers, which CEL refuses to let overflow.
func whole(op string, m, n int64) any {
	switch {
	case n == 0 && op == "/":
		return errors.New("division by zero")
	case n == 0 && op == "%":
		return errors.New("modulus by zero")
	}
	z := wholes[op](new(big.Int), big.NewInt(m), big.NewInt(n))
	if !z.IsInt64() || op == "%" && m == math.MinInt64 && n == -1 {
		return errors.New("the number is too large")
	}
	return z.Int64()
}

func shown(v any) string { return strings.TrimSpace(fmt.Sprint(v)) }
