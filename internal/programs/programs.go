// Package programs says which flags programs set by themselves when they start their JVM:
// by the memory that they find, and by the options that they are given.
package programs

import (
	"strconv"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Program is one that sets flags of its JVM by itself; the empty one does not.
type Program string

// Completion gives what the program sets; nil if it sets nothing. The settings are said to
// come from by: "image elasticsearch:8.15.0".
func (p Program) Completion(by string) jvmflag.Completion {
	if set := completions[p]; set != nil {
		return func(given *jvmflag.Resolution, memory source.Value) []jvmflag.Setting {
			return set(completing{given, memory, by})
		}
	}
	return nil
}

var completions = map[Program]func(completing) []jvmflag.Setting{
	Elasticsearch: completing.elasticsearch,
	OpenSearch:    completing.openSearch,
}

// completing is what a program finds.
type completing struct {
	given  *jvmflag.Resolution
	memory source.Value
	by     string
}

// set is a flag as an option sets it; why tells what the number comes from.
func (c completing) set(flag, option, value string, number uint64, why string) jvmflag.Setting {
	f, _ := jvmflag.Lookup(c.given.JDK, flag) // JDK 11 keeps MinHeapSize outside its flags
	if f.Name == "" {
		f.Name = flag
	}
	by := c.by + " (" + why + ")"
	return jvmflag.Setting{
		Flag: &f, Number: number, Value: source.Unlocated(value, by),
		Option: jvmflag.Option{Text: source.Unlocated(option+value, by), Evidence: jvmflag.Runs},
	}
}

func (c completing) number(flag string, number uint64, why string) jvmflag.Setting {
	return c.set(flag, "-XX:"+flag+"=", strconv.FormatUint(number, 10), number, why)
}

// has reports whether an option sets one of some flags.
func (c completing) has(flags ...string) bool {
	for _, flag := range flags {
		if _, set := c.given.Set(flag); set {
			return true
		}
	}
	return false
}
