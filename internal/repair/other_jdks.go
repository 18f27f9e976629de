package repair

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// OnAll reports whether something holds on each JDK that may run the workload
// and that gets the option.
func OnAll(p *lint.Pass, o jvmflag.Option, holds func(*lint.Pass) bool) bool {
	for _, jdk := range p.Workload.JDK.Candidates {
		if jdk != p.JDK && o.For(jdk) && !holds(lint.NewPass(p.On(jdk))) {
			return false
		}
	}
	return true
}

// UnknownOnOther reports whether another JDK that may run the workload does not start with the option at a
// place, as it does not know it.
func UnknownOnOther(p *lint.Pass, at source.Text) bool {
	for _, jdk := range p.Workload.JDK.Candidates {
		if jdk == p.JDK {
			continue
		}
		for _, r := range p.On(jdk).Options.Refusals {
			if r.Cause == jvmflag.UnknownOption && r.At.Place() == at.Place() {
				return true
			}
		}
	}
	return false
}

// ReadEverywhere reports whether each JDK that may run the workload reads an
// option that is to be put in the place of another.
func ReadEverywhere(p *lint.Pass, old jvmflag.Option, option string) bool {
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

// Safest is Safe where a fix changes nothing.
func Safest(same bool) lint.Safety {
	if same {
		return lint.Safe
	}
	return lint.Unsafe
}

// Without is the JVM without an option; nil where it does not start.
func Without(p *lint.Pass, o jvmflag.Option) *hotspot.JVM {
	w := *p.Workload
	w.Options = slices.DeleteFunc(slices.Clone(w.Options), func(x jvmflag.Option) bool { return x.Text.Same(o.Text) })
	return predict.Of(&w, p.JDK).JVM
}
