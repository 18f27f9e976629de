package repair

import (
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
		return "-XX:" + percentage + "=" + decimal(100/float64(n)), !both
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

// decimal writes a number so that it reads back as it is, with a point, which
// JDK 8 asks for.
func decimal(d float64) string {
	s := strconv.FormatFloat(d, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// StateOf is how far a JDK is with parting with the option at a place.
func StateOf(p *lint.Pass, text source.Text) jvmflag.State {
	for _, parting := range p.Options.Partings() {
		if parting.At.Same(text) {
			return parting.State
		}
	}
	return jvmflag.Current
}

// WordAt is the option as it stands in the workload: the launcher hands some
// on in other words, and others not at all.
func WordAt(p *lint.Pass, parting jvmflag.Parting) jvmflag.Option {
	for _, o := range p.Workload.Options {
		if o.Text.Same(parting.At) {
			return o
		}
	}
	return parting.Option
}
