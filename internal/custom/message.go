package custom

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// message is what a finding says: text, with values in braces.
type message string

var braced = lazyregexp.New(`\{[^{}]*\}`)

// inMessage are the variables of one value each.
func inMessage() []string {
	var names []string
	for _, v := range variables {
		if v.name != "options" && v.name != "set" && v.name != "flags" && v.name != "budget" {
			names = append(names, v.name)
		}
	}
	return append(names, "budget.planned", "budget.committed")
}

func readMessage(t source.Text, fault faulty) message {
	for _, at := range braced.FindAllStringIndex(t.String(), -1) {
		name := t.Slice(at[0]+1, at[1]-1)
		if flag, is := strings.CutPrefix(name.String(), "flags."); is {
			if !isFlag(flag) {
				fault(name.Slice(len("flags."), name.Len()), "%v", spelling.Unknown("flag", flag, flagNames()))
			}
			continue
		}
		if !slices.Contains(inMessage(), name.String()) {
			fault(name, "%v", spelling.Unknown("value", name.String(), inMessage()))
		}
	}
	return message(t.String())
}

// on is the message about a workload.
func (m message) on(p *lint.Pass) string {
	return braced.ReplaceAllStringFunc(string(m), func(word string) string {
		return valueText(p, strings.Trim(word, "{}"))
	})
}

// valueText writes a value: bytes as the JVM's options do, and others as they are.
func valueText(p *lint.Pass, name string) string {
	whole, part, _ := strings.Cut(name, ".")
	v, _ := variableOf(whole)
	value := v.value(p)
	size := v.size
	if all, is := value.(map[string]any); is {
		value, size = all[part], whole == "budget"
	}
	if value == nil {
		return "unknown"
	}
	if n, is := value.(int64); is && size {
		return jvmflag.FormatSize(uint64(n))
	}
	return fmt.Sprint(value)
}
