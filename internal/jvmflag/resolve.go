package jvmflag

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Supported are the JDK releases that the tables hold, oldest first.
var Supported = []int{8, 11, 17, 21, 25}

// Setting is a flag as the options set it.
type Setting struct {
	Flag   Flag
	Number uint64  // Unsigned, Signed (two's complement) and, as 0 or 1, Bool
	Double float64 // Double
	Text   string  // String
	Option Option  // the option that decides
	Value  source.Text
}

// Bool tells whether a boolean flag was switched on.
func (s Setting) Bool() bool { return s.Number != 0 }

// Property is a system property set with -D.
type Property struct {
	Name   string
	Option Option
	Value  source.Text
}

// Resolution is what the options come to in one JDK: of options that set the
// same flag, the last one wins.
type Resolution struct {
	JDK        int
	Settings   map[string]Setting // by HotSpot's name
	Properties map[string]Property
	Messages   []Message // what is said while the options are read, up to the refusal
	Refusal    *Refusal  // the first option that the JVM refuses; nil when it reads them all
}

// Set gives the setting of a flag, if an option sets it.
func (r *Resolution) Set(name string) (Setting, bool) {
	s, ok := r.Settings[name]
	return s, ok
}

// Resolve reads options as the given JDK does. It knows the flags of the
// table only; others are passed over.
func Resolve(jdk int, options []Option) *Resolution {
	ordered := append([]Option(nil), options...)
	sort.SliceStable(ordered, func(i, j int) bool { return ordered[i].Channel < ordered[j].Channel })
	r := &Resolution{JDK: jdk, Settings: map[string]Setting{}, Properties: map[string]Property{}}
	for _, o := range ordered {
		if !o.For(jdk) {
			continue
		}
		if r.Refusal = r.apply(o); r.Refusal != nil {
			break
		}
	}
	return r
}

func (r *Resolution) apply(o Option) *Refusal {
	s := o.String()
	switch {
	case strings.HasPrefix(s, "-XX:"):
		return r.applyXX(o)
	case strings.HasPrefix(s, "-D"):
		name, _, _ := strings.Cut(s[2:], "=")
		r.Properties[name] = Property{Name: name, Option: o, Value: o.Text.Slice(min(len(s), len(name)+3), len(s))}
	case strings.HasPrefix(s, "-Xmx"):
		return r.applySize(o, 4, "maximum heap size", 1, "MaxHeapSize")
	case strings.HasPrefix(s, "-Xms"):
		return r.applySize(o, 4, "initial heap size", 0, "InitialHeapSize", "MinHeapSize")
	case strings.HasPrefix(s, "-Xmn"):
		return r.applySize(o, 4, "initial young generation size", 1, "NewSize", "MaxNewSize")
	case strings.HasPrefix(s, "-Xss"):
		return r.applyStackSize(o)
	}
	return nil
}

// applySize reads the sizes that have options of their own. -Xms sets the
// minimum heap size too, and -Xmn both bounds of the young generation.
func (r *Resolution) applySize(o Option, prefix int, what string, least uint64, names ...string) *Refusal {
	value := o.Text.Slice(prefix, o.Text.Len())
	n, ok := ParseSize(value.String())
	if !ok || n < least {
		return refuse(o, BadValue, fmt.Sprintf("Invalid %s: %s", what, o))
	}
	for _, name := range names {
		r.set(name, Setting{Number: n, Option: o, Value: value})
	}
	return nil
}

// applyStackSize reads -Xss. The flag counts KiB, rounded up to whole pages.
func (r *Resolution) applyStackSize(o Option) *Refusal {
	const largest = Giga
	value := o.Text.Slice(4, o.Text.Len())
	n, ok := ParseSize(value.String())
	switch {
	case !ok:
		return refuse(o, BadValue, fmt.Sprintf("Invalid thread stack size: %s", o))
	case n > largest:
		return refuse(o, BadValue, fmt.Sprintf("Invalid thread stack size: %s", o), "The specified size exceeds the maximum representable size.")
	}
	r.set("ThreadStackSize", Setting{Number: (n + 4*Kilo - 1) / (4 * Kilo) * 4, Option: o, Value: value})
	return nil
}

func (r *Resolution) applyXX(o Option) *Refusal {
	s := o.String()[len("-XX:"):]
	if sign := strings.HasPrefix(s, "+") || strings.HasPrefix(s, "-"); sign {
		name, _, valued := strings.Cut(s[1:], "=")
		flag, ok := Lookup(r.JDK, name)
		switch {
		case !ok:
			return nil
		case r.locked(flag):
			return r.refuseLocked(o, flag, s[1:])
		case flag.Type == Bool && valued:
			return refuse(o, BadValue, fmt.Sprintf("Improperly specified VM option '%s'", s[1:]))
		case flag.Type != Bool:
			return refuse(o, BadValue, fmt.Sprintf("Unexpected +/- setting in VM option '%s'", s[1:]))
		}
		on := uint64(0)
		if s[0] == '+' {
			on = 1
		}
		r.set(name, Setting{Number: on, Option: o, Value: o.Text.Slice(4, 5)})
		return nil
	}
	name, text, valued := strings.Cut(s, "=")
	name = strings.TrimSuffix(name, ":") // NAME:=VALUE drops what a list held before
	flag, ok := Lookup(r.JDK, name)
	switch {
	case !ok:
		return nil
	case r.locked(flag):
		return r.refuseLocked(o, flag, s)
	case flag.Type == Bool:
		return refuse(o, BadValue, fmt.Sprintf("Missing +/- setting for VM option '%s'", s))
	}
	set := Setting{Option: o, Value: o.Text.Slice(o.Text.Len()-len(text), o.Text.Len()), Text: text}
	good := valued
	switch flag.Type {
	case Unsigned:
		set.Number, ok = ParseSize(text)
		good = good && ok
	case Signed:
		set.Number, ok = parseSigned(text)
		good = good && ok
	case Double:
		set.Double, ok = parseDouble(r.JDK, text)
		good = good && ok
	}
	if name == "MaxHeapSize" && (!good || set.Number == 0) {
		return refuse(o, BadValue, fmt.Sprintf("Invalid maximum heap size: %s", o))
	}
	if !good {
		return refuse(o, BadValue, fmt.Sprintf("Improperly specified VM option '%s'", s))
	}
	if why := outside(r.JDK, flag, set); why != "" {
		if name == "MaxTenuringThreshold" { // HotSpot reads it apart from the others
			return refuse(o, BadValue, why)
		}
		return refuse(o, BadValue, why, fmt.Sprintf("Improperly specified VM option '%s'", s))
	}
	r.set(name, set)
	return nil
}

func (r *Resolution) set(name string, s Setting) {
	s.Flag, _ = Lookup(r.JDK, name) // JDK 11 keeps MinHeapSize, which -Xms sets, outside its flags
	r.Settings[name] = s
}

// unlocks names, for each kind, what it is called and the flag that opens it.
var unlocks = map[Kind][2]string{
	Experimental: {"experimental", "UnlockExperimentalVMOptions"},
	Diagnostic:   {"diagnostic", "UnlockDiagnosticVMOptions"},
}

// locked tells whether a flag needs an unlock that does not stand before it.
func (r *Resolution) locked(f Flag) bool {
	unlock, ok := unlocks[f.Kind]
	return ok && f.Name != unlock[1] && !r.Settings[unlock[1]].Bool()
}

func (r *Resolution) refuseLocked(o Option, f Flag, written string) *Refusal {
	lines := []string{
		fmt.Sprintf("Error: VM option '%s' is %s and must be enabled via -XX:+%s.", f.Name, unlocks[f.Kind][0], unlocks[f.Kind][1]),
		fmt.Sprintf("Error: The unlock option must precede '%s'.", f.Name),
	}
	if r.JDK >= 25 {
		lines = append(lines, fmt.Sprintf("Improperly specified VM option '%s'", written))
	}
	return refuse(o, LockedFlag, lines...)
}

func parseSigned(s string) (uint64, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	n, ok := ParseSize(digits)
	if !ok || n > math.MaxInt64 {
		return 0, false
	}
	if negative {
		return -n, true
	}
	return n, true
}
