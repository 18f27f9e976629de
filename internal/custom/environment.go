package custom

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
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
			cel.Overload("size_quantity", []*cel.Type{cel.StringType}, cel.IntType, cel.UnaryBinding(sizeOf)),
			cel.Overload("size_list", list, cel.IntType, length), cel.MemberOverload("list_size", list, cel.IntType, length),
			cel.Overload("size_map", table, cel.IntType, length), cel.MemberOverload("map_size", table, cel.IntType, length)),
		cel.Variable(knownNames, cel.ListType(cel.StringType)),
	}
	for _, v := range variables {
		all = append(all, cel.Variable(v.name, v.kind))
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

func sizeOf(v ref.Val) ref.Val {
	n, err := bytes(string(v.(types.String)))
	if err != nil {
		return types.NewErr("%v", err)
	}
	return types.Int(n)
}

// bytes reads a size as limits are written.
func bytes(s string) (int64, error) {
	v, err := workload.Bytes(source.Unlocated(s, "a condition"), source.Configured)
	return v.N, err
}
