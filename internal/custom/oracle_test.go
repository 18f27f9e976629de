package custom

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// knownNames is the list of what is known, which has() asks. No condition can
// write the name.
const knownNames = "@known"

// newEnvironment is what conditions are written in: CEL, but that size of a
// string is the size that it states, and that has() takes variables too.
func newEnvironment() (*cel.Env, error) {
	subset := &env.LibrarySubset{ExcludeMacros: []string{"has"}, ExcludeFunctions: []*env.Function{env.NewFunction("size")}}
	length := cel.UnaryBinding(func(v ref.Val) ref.Val { return v.(traits.Sizer).Size() })
	list, table := []*cel.Type{cel.ListType(cel.DynType)}, []*cel.Type{cel.MapType(cel.DynType, cel.DynType)}
	all := []cel.EnvOption{
		cel.StdLib(cel.StdLibSubset(subset)),
		cel.Macros(cel.GlobalMacro("has", 1, has)),
		cel.Function("size",
			cel.Overload("size_quantity", []*cel.Type{cel.StringType}, cel.IntType, cel.UnaryBinding(celSize)),
			cel.Overload("size_list", list, cel.IntType, length), cel.MemberOverload("list_size", list, cel.IntType, length),
			cel.Overload("size_map", table, cel.IntType, length), cel.MemberOverload("map_size", table, cel.IntType, length)),
		cel.Variable(knownNames, cel.ListType(cel.StringType)),
	}
	for _, v := range variables {
		all = append(all, cel.Variable(v.name, celKinds[v.kind]))
	}
	return cel.NewCustomEnv(all...)
}

// has asks whether a variable, or a flag, is known.
func has(f cel.MacroExprFactory, _ ast.Expr, args []ast.Expr) (ast.Expr, *cel.Error) {
	name := ""
	switch e := args[0]; {
	case e.Kind() == ast.IdentKind:
		name = e.AsIdent()
	case e.Kind() == ast.SelectKind && isIdent(e.AsSelect().Operand(), "flags"):
		name = "flags." + e.AsSelect().FieldName()
	}
	variable, is := variableOf(name)
	if whole := len(name) > len("flags.") && name[:len("flags.")] == "flags."; !whole && (!is || variable.name == "flags") {
		return nil, f.NewError(args[0].ID(), "has() takes a variable, or a flag such as flags.MaxHeapSize")
	}
	return f.NewCall(operators.In, f.NewLiteral(types.String(name)), f.NewIdent(knownNames)), nil
}

func celSize(v ref.Val) ref.Val {
	n, is := sizeOf([]any{string(v.(types.String))}).(int64)
	if !is {
		return types.NewErr("no size")
	}
	return types.Int(n)
}

func isIdent(e ast.Expr, name string) bool { return e.Kind() == ast.IdentKind && e.AsIdent() == name }

// celKinds are the types of variables, as CEL declares them.
var celKinds = map[kind]*cel.Type{kindInt: cel.IntType, kindString: cel.StringType, kindBool: cel.BoolType, kindList: cel.ListType(cel.StringType), kindMap: cel.MapType(cel.StringType, cel.DynType)}

// drawer draws conditions.
type drawer struct {
	*rand.Rand
	bound []string
}

func (d *drawer) one(of ...string) string { return of[d.IntN(len(of))] }

// of draws an expression of a type.
func (d *drawer) of(k kind, depth int) string {
	if depth == 0 {
		return d.leaf(k)
	}
	in := func(k kind) string { return d.of(k, depth-1) }
	switch k {
	case kindInt:
		return d.one(d.leaf(k), "("+in(kindInt)+d.one(" + ", " - ", " * ", " / ", " % ")+in(kindInt)+")", "-("+in(kindInt)+")", "size("+in(kindList)+")", in(kindList)+".size()",
			"("+in(kindBool)+" ? "+in(kindInt)+" : "+in(kindInt)+")", "flags."+d.one("NewRatio", "MaxHeapSize", "DisableExplicitGC"))
	case kindString:
		return d.one(d.leaf(k), "("+in(kindString)+" + "+in(kindString)+")", "options["+in(kindInt)+"]")
	case kindList:
		name := d.one("a", "b")
		d.bound = append(d.bound, name)
		inner := d.of(kindBool, depth-1)
		d.bound = d.bound[:len(d.bound)-1]
		return d.one(d.leaf(k), "options.filter("+name+", "+inner+")", "["+in(kindString)+", "+in(kindString)+"]", "("+in(kindList)+" + "+in(kindList)+")")
	}
	name := d.one("a", "b")
	d.bound = append(d.bound, name)
	inner := d.of(kindBool, depth-1)
	d.bound = d.bound[:len(d.bound)-1]
	return d.one(d.leaf(k), "("+in(kindBool)+d.one(" && ", " || ")+in(kindBool)+")", "!("+in(kindBool)+")", in(kindInt)+d.one(" < ", " <= ", " > ", " >= ", " == ", " != ")+in(kindInt),
		in(kindString)+d.one(" < ", " >= ", " == ", " != ")+in(kindString), "("+in(kindString)+")."+d.one("startsWith", "endsWith", "contains", "matches")+"("+d.leaf(kindString)+")",
		"("+in(kindString)+" in "+in(kindList)+")", in(kindList)+"."+d.one("exists", "all")+"("+name+", "+inner+")", "("+in(kindBool)+" ? "+in(kindBool)+" : "+in(kindBool)+")", "flags.UseG1GC")
}

func (d *drawer) leaf(k kind) string {
	switch k {
	case kindInt:
		return d.one("heap", "memory", "cpus", "jdk", "0", "1", "2", "17", "9223372036854775807", `size("4Gi")`)
	case kindString:
		if len(d.bound) > 0 && d.IntN(2) == 0 {
			return d.one(d.bound...)
		}
		return d.one("name", "image", "gc", `"a"`, `"-Xmx"`, `'x"y'`, `"é\\n"`, `r"\d"`, `""`)
	case kindList:
		return d.one("options", "set", "[]", `["a", "b"]`)
	}
	return d.one("true", "false", "starts", "member", "has(memory)", "has(heap)", "has(flags.NewRatio)", "has(flags.DisableExplicitGC)", `"UseZGC" in set`, `"-ea" in options`)
}

// outcomes of both are put in the same words: true, false, unknown, or an error.
func asCEL(t *testing.T, environment *cel.Env, text string, vars map[string]any, reads []string) (outcome string, compiles bool) {
	t.Helper()
	checked, issues := environment.Compile(text)
	if issues.Err() != nil {
		return "", false
	}
	program, err := environment.Program(checked, cel.EvalOptions(cel.OptPartialEval))
	require.NoError(t, err, text)
	known, given := []string{}, map[string]any{}
	var absent []*cel.AttributePatternType
	for _, v := range variables {
		if value, is := vars[v.name]; is {
			given[v.name], known = value, append(known, v.name)
		} else {
			absent = append(absent, cel.AttributePattern(v.name))
		}
	}
	all, _ := vars["flags"].(map[string]any)
	for name := range all {
		known = append(known, "flags."+name)
	}
	for _, name := range reads {
		if _, is := all[name]; !is {
			absent = append(absent, cel.AttributePattern("flags").QualString(name))
		}
	}
	given[knownNames] = known
	activation, err := cel.PartialVars(given, absent...)
	require.NoError(t, err, text)
	switch out, _, err := program.Eval(activation); {
	case err != nil:
		return "error", true
	case types.IsUnknown(out):
		return "unknown", true
	default:
		return fmt.Sprint(out.Value()), true
	}
}

// TestConditionsAsCEL draws conditions and values, and holds what comes of them against cel-go, which
// costs too much for the program: 8 MB, and a third of a start. JVMLINT_SEED and JVMLINT_CONDITIONS draw
// others, and more of them.
func TestConditionsAsCEL(t *testing.T) {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	seed, conditions := number("JVMLINT_SEED", 1), number("JVMLINT_CONDITIONS", 4000)
	environment, err := newEnvironment()
	require.NoError(t, err)
	outcomes, refused, both := map[string]int{}, 0, 0
	for i := range conditions {
		d := &drawer{Rand: rand.New(rand.NewPCG(uint64(seed), uint64(i)))}
		text := d.of(kindBool, 1+d.IntN(4))
		var faults []string
		c := compile(source.Unlocated(text, "a test"), func(_ source.Text, format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) })
		vars := map[string]any{"jdk": int64(17), "name": "app", "options": []any{"-ea", "-Xmx1g", "-Da=\"x"}, "set": []any{"MaxHeapSize", "UseZGC"}}
		if flags := map[string]any{"NewRatio": int64(2), "MaxHeapSize": int64(1 << 30), "UseG1GC": true}; d.IntN(4) > 0 {
			vars["flags"], vars["heap"], vars["gc"], vars["starts"] = flags, int64(1<<30), "G1", true
		}
		if d.IntN(2) == 0 {
			vars["memory"], vars["cpus"], vars["image"] = int64(2<<30), int64(2), "eclipse-temurin:17"
		}
		want, compiles := asCEL(t, environment, text, vars, c.reads)
		noFlag := slices.ContainsFunc(faults, func(f string) bool { return strings.HasPrefix(f, "unknown flag") })
		if !compiles || noFlag { // only ours knows which flags there are
			refused++
			continue
		}
		require.Empty(t, faults, "seed %d: %s", i, text)
		got := ""
		switch v := (&evaluation{vars: vars, reads: c.reads}).of(c.root).(type) {
		case unknown:
			got = "unknown"
		case error:
			got = "error"
		default:
			got = shown(v)
		}
		if undecided := []string{"unknown", "error"}; want != got && slices.Contains(undecided, want) && slices.Contains(undecided, got) {
			both++ // of two operands one is unknown and one at fault: which counts differs by operator in cel-go
			continue
		}
		require.Equal(t, want, got, "seed %d: %s with %v", i, text, vars)
		outcomes[want]++
	}
	t.Logf("%d conditions: %v, %d that one of both refuses, %d unknown and at fault", conditions, outcomes, refused, both)
	assert.Less(t, both, conditions/50)
	assert.Less(t, refused, conditions/10)
	for _, each := range []string{"true", "false", "unknown", "error"} {
		assert.Greater(t, outcomes[each], conditions/100, each)
	}
}

// No condition makes the program panic, and a fault stands within it.
func FuzzCondition(f *testing.F) {
	for _, s := range []string{`heap > size("4Gi")`, `options.exists(o, o.startsWith("-D"))`, `has(memory) ? flags["NewRatio"] == 3 : !starts`, `[1, "a"][0] in set`, `r'\d' + "\u0041`, strings.Repeat("(", 60), "a.b.c(d)[e]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("f", []byte(text))
		faults := 0
		c := compile(source.Verbatim(file.Span(0, len(text))), func(at source.Text, _ string, _ ...any) {
			faults++
			assert.LessOrEqual(t, at.Span().End, len(text))
		})
		if faults == 0 {
			(&evaluation{vars: map[string]any{"options": []any{"-ea"}, "flags": map[string]any{}, "heap": int64(1)}, reads: c.reads}).of(c.root)
		}
	})
}
