package repair

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
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
		if err != nil || n == 0 {
			return "", false
		}
		share := decimal.WithPoint(strconv.FormatFloat(100/float64(n), 'f', -1, 64)) // JDK 8 asks for a point
		return "-XX:" + percentage + "=" + share, !p.Sets(percentage)
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
	return of[text.Place()] // Current, where it parts with none there
}

// WordAt is the option as it stands in the workload: the launcher hands some on in other words, and others not at all.
func WordAt(p *lint.Pass, parting jvmflag.Parting) jvmflag.Option {
	if i := p.OptionAt(parting.At); i >= 0 {
		return p.Workload.Options[i]
	}
	return parting.Option
}

// advices say what to do about options that nothing simply replaces.
var advices = map[string]string{
	"UseConcMarkSweepGC":                  "choose a collector that stays, such as G1 (-XX:+UseG1GC), and drop the CMS flags",
	"-Xconcgc":                            "choose a collector that stays, such as G1 (-XX:+UseG1GC)",
	"UseBiasedLocking":                    "try without it: locks are not biased by default since JDK 15",
	"FlightRecorder":                      "remove it if it is on: -XX:StartFlightRecording and jcmd work without it",
	"AggressiveOpts":                      "remove it and measure: later JDKs have no such option",
	"-Xverify:none":                       "start faster with a class data archive (-XX:SharedArchiveFile) instead of without verification",
	"-noverify":                           "start faster with a class data archive (-XX:SharedArchiveFile) instead of without verification",
	"AllowRedefinitionToAddDeleteMethods": "make sure that agents redefine classes without adding or removing methods",
	"UseCompressedClassPointers":          "remove it: class pointers will always be compressed",
	"MaxGCMinorPauseMillis":               "set MaxGCPauseMillis, the remaining pause goal",
	"LockingMode":                         "leave the choice to the JDK",
}

func Advice(name string) string {
	return cmp.Or(advices[name], "find out why it is needed, and try without it")
}

// IsLogging tells the options that the JDK turns into unified logging.
func IsLogging(parting jvmflag.Parting) bool {
	return parting.State == jvmflag.Deprecated && parting.Special.Log != ""
}

func LogOptions(p *lint.Pass) []jvmflag.Parting {
	return lists.Where(p.Options.Partings(), func(parting jvmflag.Parting) bool {
		set, isFlag := p.Options.Set(parting.Special.Name)
		return IsLogging(parting) && (!isFlag || set.Bool())
	})
}

// SuggestLogging offers the options of unified logging that log the same.
func SuggestLogging(p *lint.Pass, f *lint.Finding, logging []jvmflag.Parting) {
	instead := jvmflag.SameLog(logging)
	title := "write " + strings.Join(instead, " ")
	if len(instead) == 0 {
		f.Suggest(lint.Manual, "write -Xlog with its file name in quotes")
		return
	}
	if old, refused := unknownLogging(p); refused {
		xlog, _ := jvmflag.UnifiedLogging(p.JDK, old)
		f.Suggest(lint.Manual, "write "+xlog+", which includes the logging options that this JDK does not know")
		return
	}
	elsewhere := func(l jvmflag.Parting) bool { return l.Option.Channel != logging[0].Option.Channel }
	isXlog := func(o jvmflag.Option) bool { return strings.HasPrefix(o.String()+":", "-Xlog:") }
	if slices.ContainsFunc(p.Options.Options, isXlog) || logsUnknown(p) || slices.ContainsFunc(logging, elsewhere) {
		f.Suggest(lint.Manual, title+", and check that it fits the other log options")
		return
	}
	first := WordAt(p, logging[0])
	if slices.ContainsFunc(instead, func(option string) bool { return !ReadEverywhere(p, first, option) }) {
		f.Suggest(lint.Manual, title)
		return
	}
	edits := []source.Edit{lint.Replace(first.Word(), instead[0])}
	behind := func(option string) source.Edit { return lint.AddBehind(first, option) }
	without := func(l jvmflag.Parting) source.Edit { return p.RemoveOption(WordAt(p, l)) }
	edits = slices.Concat(edits, lists.Of(instead[1:], behind), lists.Of(logging[1:], without))
	f.Suggest(lint.Safe, title, edits...)
}

// logsUnknown reports whether an option says where the JVM logs, in words that nobody knows yet.
func logsUnknown(p *lint.Pass) bool {
	return slices.ContainsFunc(p.Workload.Open, func(o jvmflag.Option) bool { return strings.HasPrefix(o.String(), "-Xlog") })
}

// unknownLogging gives all logging options of JDK 8 where some are unknown to this JDK, which then does not start.
func unknownLogging(p *lint.Pass) ([]jvmflag.Option, bool) {
	_, replaced := jvmflag.UnifiedLogging(p.JDK, p.Options.Options)
	return replaced, slices.ContainsFunc(p.Options.Refusals, func(r *jvmflag.Refusal) bool {
		at := func(o jvmflag.Option) bool { return r.At.Same(o.Text) }
		return r.Cause == jvmflag.UnknownOption && slices.ContainsFunc(replaced, at)
	})
}

// SuggestRemoval offers to take a flag out, and with it the unlock that no other flag needs.
func SuggestRemoval(p *lint.Pass, f *lint.Finding, safety lint.Safety, set jvmflag.Setting) {
	title := "remove " + jvmflag.WithoutValue(set.Option.String())
	unlock, unlocked := p.Options.Set(set.Flag.Kind.Unlock())
	needs := func(s jvmflag.Setting) bool {
		return s.Flag.Kind == set.Flag.Kind && s.Flag.Name != set.Flag.Name && s.Flag.Name != unlock.Flag.Name
	}
	orphan := func(p *lint.Pass) bool { return !slices.ContainsFunc(p.Options.History, needs) }
	open := p.Workload.Known < workload.AllOptions ||
		slices.ContainsFunc(p.Workload.Options, func(o jvmflag.Option) bool { return jvmflag.FilledIn(o.String()) })
	if unlocked && !open && orphan(p) && OnAll(p, set.Option, orphan) {
		both := p.RemoveOptions(unlock.Option, set.Option)
		if !slices.ContainsFunc(both, func(e source.Edit) bool { return e.Span.IsZero() }) {
			f.Suggest(safety, title+", and the unlock that no other flag needs", both...)
			return
		}
	}
	f.Suggest(safety, title, p.RemoveOption(set.Option))
}

// OnAll reports whether something holds on each JDK that may run the workload and that gets the option.
func OnAll(p *lint.Pass, o jvmflag.Option, holds func(*lint.Pass) bool) bool {
	return !slices.ContainsFunc(p.Workload.JDK.Candidates, func(jdk int) bool {
		return jdk != p.JDK && o.For(jdk) && !holds(lint.NewPass(p.On(jdk)))
	})
}

// UnknownOnOther reports whether another JDK that may run the workload does not start with the option at a
// place, as it does not know it.
func UnknownOnOther(p *lint.Pass, at source.Text) bool {
	isThis := func(r *jvmflag.Refusal) bool { return r.Cause == jvmflag.UnknownOption && r.At.Place() == at.Place() }
	return slices.ContainsFunc(p.Workload.JDK.Candidates, func(jdk int) bool {
		return jdk != p.JDK && slices.ContainsFunc(p.On(jdk).Options.Refusals, isThis)
	})
}

// ReadEverywhere reports whether each JDK that may run the workload reads an
// option that is to be put in the place of another.
func ReadEverywhere(p *lint.Pass, old jvmflag.Option, option string) bool {
	instead := []jvmflag.Option{{Text: source.Unlocated(option, "a fix"), Channel: jvmflag.CommandLine}}
	return !slices.ContainsFunc(p.Workload.JDK.Candidates, func(jdk int) bool {
		r := jvmflag.Resolve(jdk, instead)
		return old.For(jdk) && (r.Refusal != nil || len(r.Partings()) > 0)
	})
}

// Safest is Safe where a fix changes nothing.
func Safest(same bool) lint.Safety {
	return either.Of(same, lint.Safe, lint.Unsafe)
}

// Without is the JVM without an option; nil where it does not start.
func Without(p *lint.Pass, o jvmflag.Option) *hotspot.JVM {
	w := *p.Workload
	w.Options = slices.DeleteFunc(slices.Clone(w.Options), func(x jvmflag.Option) bool { return x.Text.Same(o.Text) })
	return predict.Of(&w, p.JDK).JVM
}
