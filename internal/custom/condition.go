package custom

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// faulty takes what is wrong, and where.
type faulty func(at source.Text, format string, args ...any)

// condition is one that was understood.
type condition struct {
	text  source.Text
	root  *node
	names []string // variables and flags, in the order of the text
	reads []string // of the flags, those whose values it reads
}

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

func (k kind) number() bool { return k == kindInt || k == kindDouble || k == kindAny }

// isOr reports whether a value is, or may be, of one of some types.
func (k kind) isOr(some ...kind) bool { return k == kindAny || slices.Contains(some, k) }

// checker finds out what a condition names, and what is wrong with it.
type checker struct {
	*condition
	fault faulty
	bound []string // variables of exists() and its like
}

func compile(t source.Text, fault faulty) (c condition) {
	c = condition{text: t}
	defer func() {
		if r := recover(); r != nil {
			f, is := r.(syntaxFault)
			if !is {
				panic(r)
			}
			c.root = nil
			fault(f.at, "%s", f.message)
		}
	}()
	c.root = parse(t)
	faults := 0
	count := func(at source.Text, format string, args ...any) { faults++; fault(at, format, args...) }
	if k := (&checker{condition: &c, fault: count}).check(c.root); faults == 0 && !k.isOr(kindBool) {
		fault(t, "a condition must be true or false, but this is %s", k)
	}
	return c
}

// name remembers what a condition names: it is read in the order of its text.
func (c *checker) name(name string) {
	if !slices.Contains(c.names, name) {
		c.names = append(c.names, name)
	}
}

func (c *checker) flag(at source.Text, name string, read bool) {
	if !isFlag(name) {
		c.fault(at, "%v", spelling.Unknown("flag", name, flagNames()))
		return
	}
	if c.name(name); read {
		c.reads = append(c.reads, name)
	}
}

var functions = []string{"has", "size", "matches", "startsWith", "endsWith", "contains", "exists", "exists_one", "all", "filter", "map", "int", "double", "string"}

// check is the type of an expression.
func (c *checker) check(n *node) kind {
	switch n.op {
	case "literal":
		return kindOf(n.value)
	case "name":
		return c.variable(n)
	case "list":
		for _, a := range n.args {
			c.check(a)
		}
		return kindList
	case "select":
		return c.field(n)
	case "index":
		return c.index(n)
	case "call":
		return c.call(n)
	case "!", "negative":
		k := c.check(n.args[0])
		if n.op == "!" && !k.isOr(kindBool) || n.op == "negative" && !k.number() {
			c.fault(n.at, "%q does not take %s", n.at, k)
		}
		return k
	case "?:":
		if k := c.check(n.args[0]); !k.isOr(kindBool) {
			c.fault(n.at, "what stands before ? must be true or false, but is %s", k)
		}
		yes, no := c.check(n.args[1]), c.check(n.args[2])
		if yes != no {
			return kindAny
		}
		return yes
	}
	return c.operator(n)
}

func (c *checker) variable(n *node) kind {
	if slices.Contains(c.bound, n.name) {
		return kindAny
	}
	v, is := variableOf(n.name)
	if !is {
		c.fault(n.at, "%v", spelling.Unknown("variable or function", n.name, append(variableNames(), functions...)))
		return kindAny
	}
	if n.name != "flags" && n.name != "set" {
		c.name(n.name)
	}
	return v.kind
}

func (n *node) isName(name string) bool { return n.op == "name" && n.name == name }

func (n *node) isText() (string, bool) {
	s, is := n.value.(string)
	return s, n.op == "literal" && is
}

func (c *checker) field(n *node) kind {
	if n.args[0].isName("flags") {
		c.flag(n.at, n.name, true)
		return kindAny
	}
	k := c.check(n.args[0])
	switch {
	case n.args[0].isName("budget"):
		if !slices.Contains(budgetFields, n.name) {
			c.fault(n.at, "%v", spelling.Unknown("value of budget", n.name, budgetFields))
		}
		return kindInt
	case !k.isOr(kindMap):
		c.fault(n.at, "%s has no values with a name: it is %s", n.args[0].at, k)
	}
	return kindAny
}

func (c *checker) index(n *node) kind {
	if name, constant := n.args[1].isText(); constant && n.args[0].isName("flags") {
		c.flag(n.args[1].at, name, true)
		return kindAny
	}
	k := c.check(n.args[0])
	if c.check(n.args[1]); !k.isOr(kindMap, kindList) {
		c.fault(n.at, "%q takes a list or a map, and not %s", "[", k)
	}
	return kindAny
}

// operator is the type of what two operands give.
func (c *checker) operator(n *node) kind {
	if name, constant := n.args[0].isText(); n.op == "in" && constant && n.args[1].isName("set") {
		c.flag(n.args[0].at, name, false)
		return kindBool
	}
	a, b := c.check(n.args[0]), c.check(n.args[1])
	fits, result := false, kindBool
	switch n.op {
	case "&&", "||":
		fits = a.isOr(kindBool) && b.isOr(kindBool)
	case "in":
		fits = b.isOr(kindList, kindMap)
	case "==", "!=":
		fits = a == b || a.number() && b.number() || a == kindAny || b == kindAny
	case "<", "<=", ">", ">=":
		fits = a.number() && b.number() || a.isOr(kindString) && b.isOr(kindString)
	default:
		fits = a.number() && b.number() || n.op == "+" && a.isOr(kindString, kindList) && (a == b || a == kindAny || b == kindAny)
		switch result = a; {
		case a == kindAny || b == kindAny:
			result = kindAny
		case b == kindDouble:
			result = kindDouble
		}
	}
	switch {
	case fits:
	case a.number() && b == kindString && a != kindAny:
		c.fault(n.at, "%q does not take a number and a text: write a size as size(\"4Gi\")", n.op)
	default:
		c.fault(n.at, "%q does not take %s and %s", n.op, a, b)
	}
	return result
}

// taken says how many arguments functions and methods take, of which types, and what they give.
var taken = map[string]struct {
	first  []kind
	second kind
	gives  kind
}{
	"matches": {[]kind{kindString}, kindString, kindBool}, "startsWith": {[]kind{kindString}, kindString, kindBool},
	"endsWith": {[]kind{kindString}, kindString, kindBool}, "contains": {[]kind{kindString}, kindString, kindBool},
	"int": {[]kind{kindInt, kindDouble, kindString}, "", kindInt}, "double": {[]kind{kindInt, kindDouble, kindString}, "", kindDouble},
	"string": {[]kind{kindInt, kindDouble, kindString, kindBool}, "", kindString},
}

// overLists go through a list, or the keys of a map, and give so much.
var overLists = map[string]kind{"exists": kindBool, "exists_one": kindBool, "all": kindBool, "filter": kindList, "map": kindList}

func (c *checker) call(n *node) kind {
	switch gives, over := overLists[n.name]; {
	case over && n.owned:
		return c.overList(n, gives)
	case n.name == "has" && !n.owned:
		return c.has(n)
	case n.name == "size":
		return c.size(n)
	}
	t, is := taken[n.name]
	if !is || n.owned && t.second == "" || !n.owned && t.second != "" && n.name != "matches" {
		c.fault(n.at, "%v", spelling.Unknown("variable or function", n.name, append(variableNames(), functions...)))
		return kindAny
	}
	wanted := 1
	if t.second != "" {
		wanted = 2
	}
	if len(n.args) != wanted {
		c.fault(n.at, "%s() takes %d, and here are %d", n.name, wanted, len(n.args))
		return t.gives
	}
	if k := c.check(n.args[0]); !k.isOr(t.first...) {
		c.fault(n.at, "%s() does not take %s", n.name, k)
	}
	if wanted == 2 {
		if k := c.check(n.args[1]); !k.isOr(t.second) {
			c.fault(n.at, "%s() does not take %s", n.name, k)
		}
		if pattern, constant := n.args[1].isText(); constant && n.name == "matches" {
			if _, err := regexp.Compile(pattern); err != nil {
				c.fault(n.args[1].at, "%v", err)
			}
		}
	}
	return t.gives
}

// overList checks options.exists(o, CONDITION) and its like.
func (c *checker) overList(n *node, gives kind) kind {
	if len(n.args) != 3 || n.args[1].op != "name" {
		c.fault(n.at, "%s() takes a name and what is asked of each: options.%s(o, o == \"-ea\")", n.name, n.name)
		return gives
	}
	if k := c.check(n.args[0]); !k.isOr(kindList, kindMap) {
		c.fault(n.at, "%s() takes a list or a map, and not %s", n.name, k)
	}
	c.bound = append(c.bound, n.args[1].name)
	defer func() { c.bound = c.bound[:len(c.bound)-1] }()
	if k := c.check(n.args[2]); n.name != "map" && !k.isOr(kindBool) {
		c.fault(n.at, "%s() asks what is true or false, but this is %s", n.name, k)
	}
	return gives
}

// has checks the question whether a variable, or a flag, is known.
func (c *checker) has(n *node) kind {
	if len(n.args) == 1 {
		switch of := n.args[0]; {
		case of.op == "select" && of.args[0].isName("flags"):
			c.flag(of.at, of.name, false)
			return kindBool
		case of.op == "name" && of.name != "flags":
			if _, is := variableOf(of.name); is {
				return kindBool
			}
		}
	}
	at := n.at
	if len(n.args) > 0 {
		at = n.args[0].at
	}
	c.fault(at, "has() takes a variable, or a flag such as flags.MaxHeapSize")
	return kindBool
}

// size checks size("4Gi"), in bytes, and the size of a list or a map.
func (c *checker) size(n *node) kind {
	if len(n.args) != 1 {
		c.fault(n.at, "size() takes one size, list or map")
		return kindInt
	}
	k := c.check(n.args[0])
	if name, constant := n.args[0].isText(); constant && !n.owned {
		if _, err := bytes(name); err != nil {
			c.fault(n.args[0].at, "%v", err)
		}
	} else if !k.isOr(kindList, kindMap) && (n.owned || k != kindString) {
		c.fault(n.at, "size() takes a list, a map, or a size such as size(\"4Gi\"), and not %s", k)
	}
	return kindInt
}

func kindOf(v any) kind {
	switch v.(type) {
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

// bytes reads a size as limits are written.
func bytes(s string) (int64, error) {
	v, err := workload.Bytes(source.Unlocated(s, "a condition"), source.Configured)
	return v.N, err
}

// confidence is that of what the condition asks for.
func (c *condition) confidence() lint.Confidence {
	if slices.Contains(c.names, "budget") {
		return lint.Likely
	}
	return lint.Certain
}

// shown is a value in a message.
func shown(v any) string { return strings.TrimSpace(fmt.Sprint(v)) }
