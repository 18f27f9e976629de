package custom

import (
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// isFlag reports whether any JDK that jvmlint knows has the flag.
func isFlag(name string) bool {
	return slices.ContainsFunc(jvmflag.Supported, func(jdk int) bool {
		_, known := jvmflag.Lookup(jdk, name)
		return known
	})
}

// flagNames are those of all JDKs.
func flagNames() []string {
	names := map[string]bool{}
	for _, jdk := range jvmflag.Supported {
		for f := range jvmflag.All(jdk) {
			names[f.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// isPlace reports whether a finding can stand there: at a variable, at a flag or
// at the first option that begins so.
func isPlace(name string) bool {
	_, is := variableOf(name)
	return is || isFlag(name) || strings.HasPrefix(name, "-")
}

func places() []string { return append(variableNames(), flagNames()...) }

// textsOf are the places of names, in their order.
func textsOf(p *lint.Pass, names []string) []source.Text {
	var texts []source.Text
	for _, name := range names {
		v, is := variableOf(name)
		switch {
		case is && v.text != nil:
			texts = append(texts, v.text(p))
		case is:
		case strings.HasPrefix(name, "-"):
			begins := func(o jvmflag.Option) bool { return strings.HasPrefix(o.String(), name) }
			if i := slices.IndexFunc(p.Options.Options, begins); i >= 0 {
				texts = append(texts, p.Options.Options[i].Text)
			}
		default:
			texts = append(texts, p.OptionText(name))
		}
	}
	return texts
}
