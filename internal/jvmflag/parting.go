package jvmflag

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Parting is an option that a JDK parts with: one that it reads and ignores, or that works and is warned of.
type Parting struct {
	Option  Option      // as the JVM gets it
	At      source.Text // as written
	State   State       // Deprecated or Obsolete
	Special Special     // of the flag, or of the word: -Xprof
	Off     bool        // a switch that is turned off
	Value   source.Text // what stands behind the name; of a switch, its sign
}

// partingWords are the words that HotSpot and its launcher part with, and that
// are no flags. What the launcher ignores it has ignored since before JDK 8.
//
// https://github.com/openjdk/jdk/blob/jdk-24-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse_each_vm_init_arg
// https://github.com/openjdk/jdk/blob/jdk-24-ga/src/java.base/share/native/libjli/java.c, ParseArguments
var partingWords = []struct {
	Special
	prefix bool // a value follows the name
}{
	{Special{"-Xloggc:", "", "-Xlog:gc:", 9, 0, 0}, true},
	{Special{"-Xprof", "", "", 0, 10, 0}, false},
	{Special{"--illegal-access=", "", "", 16, 17, 0}, true},
	{Special{"-Xconcgc", "", "", 9, 0, 14}, false},
	{Special{"-Xnoconcgc", "", "", 9, 0, 14}, false},
	{Special{"-Xverify:none", "", "", 13, 0, 27}, false},
	{Special{"-noverify", "", "", 13, 0, 27}, false},
	{Special{"-Xfuture", "-Xverify:all", "", 13, 0, 24}, false},
	{Special{"-Xdebug", "", "", 22, 0, 0}, false},
	{Special{"-Xnoagent", "", "", 22, 0, 24}, false},
	{Special{"-debug", "-Xdebug", "", 24, 0, 0}, false},
	{Special{"-noclassgc", "-Xnoclassgc", "", 24, 0, 27}, false},
	{Special{"-verbosegc", "-verbose:gc", "", 24, 0, 0}, false},
	{Special{"-verifyremote", "-Xverify:remote", "", 24, 0, 27}, false},
	{Special{"-verify", "-Xverify:all", "", 24, 0, 0}, false},
	{Special{"-ss", "-Xss", "", 24, 0, 0}, true},
	{Special{"-ms", "-Xms", "", 24, 0, 0}, true},
	{Special{"-mx", "-Xmx", "", 24, 0, 0}, true},
	{Special{"-Xmaxjitcodesize", "", "", 26, 27, 0}, true},
	{Special{"-Djava.compiler=", "", "", 0, noCompilerProperty, 0}, true},
	{Special{"-checksource", "", "", 0, 8, 24}, false},
	{Special{"-cs", "", "", 0, 8, 24}, false},
	{Special{"-noasyncgc", "", "", 0, 8, 24}, false},
}

// Partings are the options that the JDK parts with, in the order of reading. They are found behind one that it
// refuses, too; those that it refuses itself are not among them.
func (r *Resolution) Partings() []Parting {
	var all []Parting
	refused := map[source.Place]bool{}
	for _, refusal := range r.Refusals {
		refused[refusal.At.Place()] = true
	}
	var got map[source.Place]bool  // what the JVM gets
	for _, m := range r.Messages { // the launcher drops its own words
		if m.Cause != ObsoleteFlag {
			continue
		}
		if got == nil {
			got = r.places()
		}
		if got[m.At.Place()] {
			continue
		}
		if p, ok := r.partingWord(Option{Text: m.At}, m.At); ok {
			all = append(all, p)
		}
	}
	for _, o := range r.Options {
		at := o.at()
		if len(refused) > 0 && refused[at.Place()] {
			continue
		}
		p, ok := r.partingFlag(o)
		if !strings.HasPrefix(o.String(), "-XX:") {
			p, ok = r.partingWord(o, at)
		}
		if ok {
			all = append(all, p)
		}
	}
	return all
}

// places are those of the options that the JVM gets.
func (r *Resolution) places() map[source.Place]bool {
	all := make(map[source.Place]bool, len(r.Options))
	for _, o := range r.Options {
		all[o.at().Place()] = true
	}
	return all
}

func (r *Resolution) partingWord(o Option, at source.Text) (Parting, bool) {
	s := at.String()
	for _, w := range partingWords {
		if s != w.Name && !(w.prefix && strings.HasPrefix(s, w.Name)) {
			continue
		}
		state := w.State(r.JDK)
		return Parting{Option: o, At: at, State: state, Special: w.Special, Value: at.Slice(len(w.Name), len(s))}, state == Deprecated || state == Obsolete
	}
	return Parting{}, false
}

func (r *Resolution) partingFlag(o Option) (Parting, bool) {
	argument, ok := strings.CutPrefix(o.String(), "-XX:")
	if !ok {
		return Parting{}, false
	}
	a := takeApart(argument)
	special, ok := LookupSpecial(a.name)
	if _, known := Lookup(r.Table, a.name); !ok && !known && r.Table == 8 {
		special, ok = obsoletePrefix(strings.TrimLeft(argument, "+-"))
	}
	p := Parting{Option: o, At: o.at(), State: special.State(r.JDK), Special: special, Off: a.sign == '-'}
	switch {
	case !ok, p.State != Deprecated && p.State != Obsolete:
		return p, false
	case p.State == Deprecated && p.Off && (a.name == "PrintGC" || a.name == "PrintGCDetails"):
		return p, false // warned of only when they are on
	case a.sign != 0:
		p.Value = o.Text.Slice(len("-XX:"), len("-XX:")+1)
	default:
		p.Value = o.Text.Slice(o.Text.Len()-len(a.value), o.Text.Len())
	}
	return p, true
}
