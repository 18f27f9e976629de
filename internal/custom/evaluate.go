package custom

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Values are int64, float64, string, bool, []any and map[string]any. Beside them stand what is unknown, and
// an error, for what cannot be worked out.

// unknown is the value of what is not known. An operator that can do without it gives a value all the same.
type unknown struct{}

// mostSteps bounds what a condition may cost: a few lists, gone through once or twice.
const mostSteps = 100_000

var errCost = errors.New("it takes more than 100000 steps")

// evaluation works out a condition for one workload.
type evaluation struct {
	vars  map[string]any
	reads []string // flags whose values are unknown where they are not among them
	steps int
}

// of is the value of an expression.
func (e *evaluation) of(n *node) any {
	if e.steps++; e.steps > mostSteps {
		return errCost
	}
	switch n.op {
	case "literal":
		return n.value
	case "name":
		if v, known := e.vars[n.name]; known {
			return v
		}
		return unknown{}
	case "&&", "||":
		return e.both(n)
	case "?:":
		switch first := e.of(n.args[0]).(type) {
		case bool:
			if first {
				return e.of(n.args[1])
			}
			return e.of(n.args[2])
		case unknown, error:
			return first
		default:
			return noBool(first)
		}
	case "select":
		return e.field(e.of(n.args[0]), n.args[0], n.name)
	case "call":
		if n.name == "has" {
			return e.has(n.args[0])
		}
		if _, over := overLists[n.name]; over {
			return e.overList(n)
		}
	}
	args := make([]any, len(n.args))
	for i, a := range n.args {
		args[i] = e.of(a)
	}
	if v := undecidedOf(args); v != nil {
		return v
	}
	switch n.op {
	case "list":
		return args
	case "index":
		return e.index(n, args[0], args[1])
	case "call":
		return call(n, args)
	case "!":
		if b, is := args[0].(bool); is {
			return !b
		}
		return noBool(args[0])
	case "negative":
		return arithmetic("-", int64(0), args[0])
	case "==":
		return equal(args[0], args[1])
	case "!=":
		return !equal(args[0], args[1])
	case "in":
		return in(args[0], args[1])
	case "<", "<=", ">", ">=":
		return compare(n.op, args[0], args[1])
	}
	return arithmetic(n.op, args[0], args[1])
}

// undecidedOf is an error among values, else what is unknown; nil where all are known.
func undecidedOf(values []any) any {
	var undecided any
	for _, v := range values {
		switch v := v.(type) {
		case error:
			return v
		case unknown:
			undecided = v
		}
	}
	return undecided
}

func noBool(v any) error {
	return fmt.Errorf("a condition must be true or false, but this is %s", shown(v))
}

// both is && or ||: one side may decide, whatever the other is. What is unknown counts before an error.
func (e *evaluation) both(n *node) any {
	decides := n.op == "||"
	result := any(!decides)
	for _, a := range n.args {
		v := e.of(a)
		_, decided := result.(bool)
		switch v := v.(type) {
		case bool:
			if v == decides {
				return v
			}
		case unknown:
			result = v
		case error:
			if decided {
				result = v
			}
		default:
			if decided {
				result = noBool(v)
			}
		}
	}
	return result
}

// field is a value of a map by its name.
func (e *evaluation) field(of any, from *node, name string) any {
	switch all := of.(type) {
	case unknown, error:
		return all
	case map[string]any:
		if v, has := all[name]; has {
			return v
		}
		if from.isName("flags") && slices.Contains(e.reads, name) {
			return unknown{}
		}
		return fmt.Errorf("no such key: %s", name)
	}
	return fmt.Errorf("%s has no values with a name", shown(of))
}

func (e *evaluation) index(n *node, of, at any) any {
	switch at := at.(type) {
	case string:
		return e.field(of, n.args[0], at)
	case int64:
		if list, is := of.([]any); is && at >= 0 && at < int64(len(list)) {
			return list[at]
		}
		return fmt.Errorf("index out of bounds: %d", at)
	}
	return fmt.Errorf("%s is no index", shown(at))
}

// has reports whether a variable, or a flag, is known.
func (e *evaluation) has(n *node) any {
	if n.op == "name" {
		_, known := e.vars[n.name]
		return known
	}
	all, _ := e.vars["flags"].(map[string]any)
	_, known := all[n.name]
	return known
}

// overList goes through a list, or the keys of a map.
func (e *evaluation) overList(n *node) any {
	var list []any
	gives := overLists[n.name]
	switch of := e.of(n.args[0]).(type) {
	case []any:
		list = of
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(of)) {
			list = append(list, name)
		}
	case unknown, error:
		return of
	default:
		return fmt.Errorf("%s is no list", shown(of))
	}
	name := n.args[1].name
	before, shadowed := e.vars[name]
	defer func() {
		if delete(e.vars, name); shadowed {
			e.vars[name] = before
		}
	}()
	some, undecided := []any{}, any(nil)
	for _, item := range list {
		e.vars[name] = item
		v := e.of(n.args[2])
		b, is := v.(bool)
		_, before := undecided.(unknown)
		switch {
		case v == error(errCost):
			return v
		case n.name == "map":
			some = append(some, v)
		case is && (n.name == "exists" && b || n.name == "all" && !b):
			return b
		case is && b && n.name != "all":
			some = append(some, item)
		case !is && (gives != kindBool || n.name == "exists_one" || !before): // what is unknown counts before an error
			undecided = v
		}
	}
	if n.name == "map" {
		undecided = undecidedOf(some)
	}
	switch {
	case undecided != nil:
		return undecided
	case n.name == "exists_one":
		return len(some) == 1
	case n.name == "exists", n.name == "all":
		return n.name == "all"
	}
	return some
}

// call is what a function gives.
func call(n *node, args []any) any {
	if n.name == "size" {
		return sizeOf(args[0], n.owned)
	}
	if convert, is := conversions[n.name]; is {
		return convert(args[0])
	}
	s, is := args[0].(string)
	part, alsoText := args[1].(string)
	if !is || !alsoText {
		return fmt.Errorf("%s() takes texts", n.name)
	}
	switch n.name {
	case "startsWith":
		return strings.HasPrefix(s, part)
	case "endsWith":
		return strings.HasSuffix(s, part)
	case "contains":
		return strings.Contains(s, part)
	}
	pattern, err := regexp.Compile(part)
	if err != nil {
		return err
	}
	return pattern.MatchString(s)
}

func sizeOf(v any, owned bool) any {
	switch v := v.(type) {
	case []any:
		return int64(len(v))
	case map[string]any:
		return int64(len(v))
	case string:
		if !owned {
			n, err := bytes(v)
			if err != nil {
				return err
			}
			return n
		}
	}
	return fmt.Errorf("%s has no size", shown(v))
}

// conversions are int(), double() and string().
var conversions = map[string]func(any) any{
	"int": func(v any) any {
		switch v := v.(type) {
		case int64:
			return v
		case float64:
			if math.Abs(v) < 1<<63 {
				return int64(v)
			}
		case string:
			if n, err := strconv.ParseInt(v, 10, 64); err == nil {
				return n
			}
		}
		return fmt.Errorf("%s is no whole number", shown(v))
	},
	"double": func(v any) any {
		switch v := v.(type) {
		case int64:
			return float64(v)
		case float64:
			return v
		case string:
			if f, err := strconv.ParseFloat(v, 64); err == nil {
				return f
			}
		}
		return fmt.Errorf("%s is no number", shown(v))
	},
	"string": func(v any) any { return shown(v) },
}

// equal compares values of any types: those of different ones differ, but for numbers.
func equal(a, b any) bool {
	if m, n, are := ints(a, b); are {
		return m == n
	}
	if x, y, are := floats(a, b); are {
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
	switch b.(type) {
	case []any, map[string]any:
		return false
	}
	return a == b
}

func in(item, all any) any {
	switch all := all.(type) {
	case []any:
		return slices.ContainsFunc(all, func(v any) bool { return equal(v, item) })
	case map[string]any:
		name, is := item.(string)
		_, has := all[name]
		return is && has
	}
	return fmt.Errorf("%s is no list", shown(all))
}

func compare(op string, a, b any) any {
	order := 0
	if m, n, are := ints(a, b); are {
		order = cmpOf(m < n, m > n)
	} else if x, y, are := floats(a, b); are {
		order = cmpOf(x < y, x > y)
	} else if s, is := a.(string); is {
		t, is := b.(string)
		if !is {
			return fmt.Errorf("%q does not take %s and %s", op, shown(a), shown(b))
		}
		order = strings.Compare(s, t)
	} else {
		return fmt.Errorf("%q does not take %s and %s", op, shown(a), shown(b))
	}
	switch op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

func cmpOf(less, more bool) int {
	switch {
	case less:
		return -1
	case more:
		return 1
	}
	return 0
}

func ints(a, b any) (m, n int64, are bool) {
	m, first := a.(int64)
	n, second := b.(int64)
	return m, n, first && second
}

// floats are two numbers, of which one may be whole.
func floats(a, b any) (x, y float64, are bool) {
	number := func(v any) (float64, bool) {
		switch v := v.(type) {
		case int64:
			return float64(v), true
		case float64:
			return v, true
		}
		return 0, false
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
	if op == "+" {
		if s, is := a.(string); is {
			if t, is := b.(string); is {
				return s + t
			}
		}
		if s, is := a.([]any); is {
			if t, is := b.([]any); is {
				return slices.Concat(s, t)
			}
		}
	}
	return fmt.Errorf("%q does not take %s and %s", op, shown(a), shown(b))
}

var errLarge = errors.New("the number is too large")

// whole works on whole numbers, which CEL refuses to let overflow.
func whole(op string, m, n int64) any {
	switch op {
	case "+":
		if sum := m + n; (sum > m) == (n > 0) || n == 0 {
			return sum
		}
		return errLarge
	case "-":
		if difference := m - n; (difference < m) == (n > 0) || n == 0 {
			return difference
		}
		return errLarge
	case "*":
		if product := m * n; m == 0 || product/m == n && !(m == -1 && n == math.MinInt64) {
			return product
		}
		return errLarge
	}
	switch {
	case n == 0 && op == "/":
		return errors.New("division by zero")
	case n == 0:
		return errors.New("modulus by zero")
	case m == math.MinInt64 && n == -1:
		return errLarge
	case op == "/":
		return m / n
	}
	return m % n
}
