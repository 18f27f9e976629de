package repair

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// fractions are flags that say as a fraction of the memory what a percentage
// says: the JDK turns the one into the other.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_heap_size (JDK 10 to 24)
var fractions = map[string]string{
	"MaxRAMFraction": "MaxRAMPercentage", "DefaultMaxRAMFraction": "MaxRAMPercentage",
	"MinRAMFraction": "MinRAMPercentage", "InitialRAMFraction": "InitialRAMPercentage",
}

// Replacement is the option that does the same without a warning; empty, and
// the same, where the JVM does the same without any.
func Replacement(p *lint.Pass, parting jvmflag.Parting) (instead string, same bool) {
	special := parting.Special
	switch special.Name {
	case "-Xdebug", "-Xnoagent", "-debug":
		return "", true // debugging needs neither since JDK 5
	case "UseBiasedLocking":
		return "", parting.Off // which is the default since JDK 15
	case "-Xverify:none", "-noverify":
		return "", false
	}
	if percentage := fractions[special.Name]; percentage != "" {
		n, err := strconv.ParseUint(parting.Value.String(), 10, 32)
		_, both := p.Options.Set(percentage)
		if err != nil || n == 0 {
			return "", false
		}
		return "-XX:" + percentage + "=" + realText(100/float64(n)), !both
	}
	switch {
	case special.Alias == "":
		return "", false
	case strings.HasPrefix(special.Name, "-"):
		return special.Alias + parting.Value.String(), true
	case parting.Value.String() == "+", parting.Value.String() == "-":
		return "-XX:" + parting.Value.String() + special.Alias, true
	}
	return "-XX:" + special.Alias + "=" + parting.Value.String(), true
}

// realText writes a number so that it reads back as it is, with a point, which
// JDK 8 asks for.
func realText(d float64) string {
	s := strconv.FormatFloat(d, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// States are how far JDKs are with parting with options, each worked out once.
type States map[int]map[source.Place]jvmflag.State

// Of is how far the JDK of a pass is with the option at a place.
func (s States) Of(p *lint.Pass, text source.Text) jvmflag.State {
	of := s[p.JDK]
	if of == nil {
		of = map[source.Place]jvmflag.State{}
		for _, parting := range slices.Backward(p.Options.Partings()) { // the first counts
			of[parting.At.Place()] = parting.State
		}
		s[p.JDK] = of
	}
	if state, parts := of[text.Place()]; parts {
		return state
	}
	return jvmflag.Current
}

// WordAt is the option as it stands in the workload: the launcher hands some
// on in other words, and others not at all.
func WordAt(p *lint.Pass, parting jvmflag.Parting) jvmflag.Option {
	if i := p.OptionAt(parting.At); i >= 0 {
		return p.Workload.Options[i]
	}
	return parting.Option
}
