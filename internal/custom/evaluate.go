package custom

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// Values are int64, float64, string, bool, []any and map[string]any. Beside them stand what is unknown, and
// an error, for what cannot be worked out.

// unknown is the value of what is not known, but for its type. An operator that can do without it gives a value
// all the same.
type unknown struct{ kind kind }

// mostSteps bounds what a condition may cost: a few lists, gone through once or twice.
const mostSteps = 100_000

var errCost = errors.New("it takes more than 100000 steps")

// evaluation works out a condition for one workload. Where it has a fault to call, it looks for what is wrong with
// the condition for any workload: then no variable is known, and all of the condition is gone through.
type evaluation struct {
	vars  map[string]any
	reads []string // flags whose values the condition reads: unknown where they are not among the variables
	steps int

	fault faulty
	names []string // variables and flags of the condition, in the order of its text
}

func (e *evaluation) wrong(at source.Text, format string, args ...any) any {
	if e.fault == nil {
		return fmt.Errorf(format, args...)
	}
	e.fault(at, format, args...)
	return unknown{kindAny}
}

func (e *evaluation) of(n *node) any {
	if e.steps++; e.steps > mostSteps {
		return errCost
	}
	switch n.op {
	case "literal":
		return n.value
	case "name":
		return e.variable(n)
	case "select":
		if e.fault != nil && n.args[0].isName("flags") {
			return e.flag(n.at, n.name, true)
		}
		return e.valueIn(e.of(n.args[0]), n, n.name)
	case "?:":
		return e.choice(n)
	case "call":
		if n.name == "has" && !n.owned {
			return e.has(n)
		}
		if _, over := overLists[n.name]; over && n.owned {
			return e.overList(n)
		}
	case "&&", "||":
		if e.fault == nil {
			return e.both(n)
		}
	case "in":
		if name, constant := n.args[0].isText(); e.fault != nil && constant && n.args[1].isName("set") {
			return e.flag(n.args[0].at, name, false)
		}
	case "index":
		if name, constant := n.args[1].isText(); e.fault != nil && constant && n.args[0].isName("flags") {
			return e.flag(n.args[1].at, name, true)
		}
	}
	args := lists.Of(n.args, e.of)
	if v := undecidedOf(args); v != nil && e.fault == nil {
		return v
	}
	switch n.op {
	case "list":
		return args
	case "index":
		return e.index(n, args[0], args[1])
	case "call":
		return e.call(n, args)
	}
	return e.operate(n, args)
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

// name remembers what a condition names.
func (e *evaluation) name(name string) { e.names = lists.With(e.names, name) }

// flag remembers a flag that a condition names.
func (e *evaluation) flag(at source.Text, name string, read bool) any {
	if !isFlag(name) {
		return e.wrong(at, "%v", spelling.Unknown("flag", name, flagNames()))
	}
	if e.name(name); read {
		e.reads = append(e.reads, name)
	}
	return unknown{kindAny}
}

func (e *evaluation) variable(n *node) any {
	if v, known := e.vars[n.name]; known {
		return v
	}
	v, is := variableOf(n.name)
	switch {
	case e.fault == nil:
		return unknown{kindAny}
	case !is:
		return e.noSuch(n)
	}
	if n.name != "flags" && n.name != "set" {
		e.name(n.name)
	}
	return unknown{v.kind}
}

func (e *evaluation) noSuch(n *node) any {
	names := append(variableNames(), "has")
	names = slices.AppendSeq(slices.AppendSeq(names, maps.Keys(overLists)), maps.Keys(functions))
	slices.Sort(names)
	return e.wrong(n.at, "%v", spelling.Unknown("variable or function", n.name, names))
}

func (e *evaluation) valueIn(of any, n *node, name string) any {
	from := n.args[0]
	all, known := of.(map[string]any)
	v, has := all[name]
	switch k := kindOf(of); {
	case !k.isOr(kindMap):
		return e.wrong(n.at, "%s has no values with a name: it is %s", from.at, k)
	case has:
		return v
	case from.isName("budget") && e.fault != nil:
		if !slices.Contains(budgetFields, name) {
			return e.wrong(n.at, "%v", spelling.Unknown("value of budget", name, budgetFields))
		}
		return unknown{kindInt}
	case kindOf(of) == kindMap && !known:
		return unknown{kindAny}
	case !known:
		return of
	case from.isName("flags") && slices.Contains(e.reads, name):
		return unknown{kindAny}
	}
	return fmt.Errorf("no such key: %s", name)
}

func (e *evaluation) index(n *node, of, at any) any {
	if k := kindOf(of); !k.isOr(kindMap, kindList) {
		return e.wrong(n.at, "%q takes a list or a map, and not %s", "[", k)
	}
	if e.fault != nil {
		return unknown{kindAny}
	}
	switch at := at.(type) {
	case string:
		return e.valueIn(of, n, at)
	case int64:
		if list, is := of.([]any); is && at >= 0 && at < int64(len(list)) {
			return list[at]
		}
		return fmt.Errorf("index out of bounds: %d", at)
	}
	return fmt.Errorf("%s is no index", shown(at))
}

// choice is the one or the other value.
func (e *evaluation) choice(n *node) any {
	first := e.of(n.args[0])
	if k := kindOf(first); !k.isOr(kindBool) {
		return e.wrong(n.at, "what stands before ? must be true or false, but is %s", k)
	}
	switch {
	case e.fault != nil:
		if yes, no := kindOf(e.of(n.args[1])), kindOf(e.of(n.args[2])); yes == no {
			return unknown{yes}
		}
		return unknown{kindAny}
	case first == true:
		return e.of(n.args[1])
	case first == false:
		return e.of(n.args[2])
	}
	return first
}

// both is && or ||: one side may decide, whatever the other is. What is unknown counts before an error.
func (e *evaluation) both(n *node) any {
	decides := n.op == "||"
	result := any(!decides)
	for _, a := range n.args {
		v := truth(e.of(a))
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
		}
	}
	return result
}

func truth(v any) any {
	if k := kindOf(v); !k.isOr(kindBool) {
		return fmt.Errorf("a condition must be true or false, but this is %s", shown(v))
	}
	return v
}

// has reports whether a variable, or a flag, is known.
func (e *evaluation) has(n *node) any {
	at := n.at
	if len(n.args) > 0 {
		at = n.args[0].at
	}
	if len(n.args) == 1 {
		switch of := n.args[0]; {
		case of.op == "select" && of.args[0].isName("flags"):
			if e.fault != nil {
				return e.flag(of.at, of.name, false)
			}
			all, _ := e.vars["flags"].(map[string]any)
			_, known := all[of.name]
			return known
		case of.op == "name" && of.name != "flags":
			if _, is := variableOf(of.name); is {
				_, known := e.vars[of.name]
				return known
			}
		}
	}
	return e.wrong(at, "has() takes a variable, or a flag such as flags.MaxHeapSize")
}

// overLists go through a list, or the keys of a map, and give so much.
var overLists = map[string]kind{"exists": kindBool, "all": kindBool, "filter": kindList}

// overList is options.exists(o, CONDITION) and its like.
func (e *evaluation) overList(n *node) any {
	if len(n.args) != 3 || n.args[1].op != "name" {
		return e.wrong(n.at, "%s() takes a name and what is asked of each: options.%s(o, o == \"-ea\")", n.name, n.name)
	}
	var list []any
	switch of := e.of(n.args[0]).(type) {
	case []any:
		list = of
	case map[string]any:
		list = anyOf(slices.Sorted(maps.Keys(of)))
	default:
		if k := kindOf(of); !k.isOr(kindList, kindMap) {
			return e.wrong(n.at, "%s() takes a list or a map, and not %s", n.name, k)
		}
		if e.fault == nil {
			return of
		}
	}
	name := n.args[1].name
	before, shadowed := e.vars[name]
	defer func() {
		if delete(e.vars, name); shadowed {
			e.vars[name] = before
		}
	}()
	if e.fault != nil {
		e.vars[name] = unknown{kindAny}
		if k := kindOf(e.of(n.args[2])); !k.isOr(kindBool) {
			return e.wrong(n.at, "%s() asks what is true or false, but this is %s", n.name, k)
		}
		return unknown{overLists[n.name]}
	}
	return e.ofEach(n, name, list)
}

// ofEach is what comes of a list, by the answers for each of it.
func (e *evaluation) ofEach(n *node, name string, list []any) any {
	some, undecided := []any{}, any(nil)
	for _, item := range list {
		e.vars[name] = item
		v := truth(e.of(n.args[2]))
		b, is := v.(bool)
		_, before := undecided.(unknown)
		switch {
		case v == error(errCost):
			return v
		case is && n.name != "filter" && b == (n.name == "exists"):
			return b
		case is && b:
			some = append(some, item)
		case !is && (n.name == "filter" || !before): // what is unknown counts before an error
			undecided = v
		}
	}
	switch {
	case undecided != nil:
		return undecided
	case n.name == "filter":
		return some
	}
	return n.name == "all"
}
