package start

import (
	"mvdan.cc/sh/v3/syntax"
)

// assigns marks what variables are set to.
func (i *instrument) assigns(all []*syntax.Assign) {
	for _, a := range all {
		value, end := a.Value, 0
		if value != nil {
			end = int(value.End().Offset())
		}
		i.value(value)
		if value != nil {
			value.Parts = unescaped(value.Parts)
		}
		i.carriageReturn(value, end)
		if a.Array != nil {
			for _, e := range a.Array.Elems {
				i.value(e.Value)
			}
		}
	}
}

// carriageReturn adds to a value the end of line of Windows, of which a shell takes the first character for a
// part of the value.
func (i *instrument) carriageReturn(value *syntax.Word, end int) {
	if value != nil && end+1 < i.text.Len() && i.text.String()[end:end+2] == "\r\n" {
		sign := "\r"
		if i.run.world.marked {
			sign = i.run.marks.of(sign, i.text.Slice(end, end+1))
		}
		value.Parts = append(value.Parts, &syntax.SglQuoted{Value: sign})
	}
}

func (i *instrument) value(w *syntax.Word) {
	if w != nil {
		i.mark(w, false)
	}
}

// sizes is a command that tells how long the variables are which assignments put together.
func (i *instrument) sizes(all []*syntax.Assign) *syntax.Stmt {
	size := &syntax.CallExpr{Args: []*syntax.Word{literal(sizeWord)}}
	length := func(name string, index syntax.ArithmExpr) {
		p := &syntax.ParamExp{Length: true, Param: &syntax.Lit{Value: name}, Index: index}
		size.Args = append(size.Args, &syntax.Word{Parts: []syntax.WordPart{p}})
	}
	for _, a := range all {
		if a.Append && a.Name != nil {
			length(a.Name.Value, nil)
		}
		syntax.Walk(a, func(n syntax.Node) bool {
			if p, is := n.(*syntax.ParamExp); is && p.Param != nil && syntax.ValidName(p.Param.Value) && !p.Length {
				length(p.Param.Value, nil)
				if p.Index != nil {
					length(p.Param.Value, p.Index)
				}
			}
			return true
		})
	}
	if len(size.Args) == 1 {
		return nil
	}
	return &syntax.Stmt{Cmd: size}
}
