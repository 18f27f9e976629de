package rules

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// onAll tells whether something holds on each JDK that may run the workload
// and that gets the option.
func onAll(p *lint.Pass, o jvmflag.Option, holds func(*lint.Pass) bool) bool {
	for _, jdk := range p.Workload.JDK.Candidates {
		if jdk != p.JDK && o.For(jdk) && !holds(lint.NewPass(p.On(jdk))) {
			return false
		}
	}
	return true
}

// readEverywhere tells whether each JDK that may run the workload reads an
// option that is to be put in the place of another.
func readEverywhere(p *lint.Pass, old jvmflag.Option, option string) bool {
	for _, jdk := range p.Workload.JDK.Candidates {
		if !old.For(jdk) {
			continue
		}
		r := jvmflag.Resolve(jdk, []jvmflag.Option{{Text: source.Unlocated(option, "a fix"), Channel: jvmflag.CommandLine}})
		if r.Refusal != nil || len(r.Partings()) > 0 {
			return false
		}
	}
	return true
}

// safest is Safe where a fix changes nothing.
func safest(same bool) lint.Safety {
	if same {
		return lint.Safe
	}
	return lint.Unsafe
}

// at is whether two texts stand at one place.
func at(a, b source.Text) bool { return a.Span() == b.Span() && a.String() == b.String() }

// name is an option as it is spoken of: without its value.
func name(s string) string {
	for i, c := range s {
		if c == '=' || c == ':' && i > len("-XX:") {
			return s[:i]
		}
	}
	return s
}
