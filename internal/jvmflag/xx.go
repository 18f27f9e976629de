package jvmflag

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// assignment is the argument of -XX: taken apart.
type assignment struct {
	sign  byte   // + or -; 0 where there is none
	name  string // letters, digits and underscores only
	form  form
	value string
}

// form is what follows the name.
type form uint8

const (
	bare    form = iota // nothing
	assigns             // NAME=VALUE
	resets              // NAME:=VALUE
	garbled             // anything else
)

func takeApart(argument string) assignment {
	var a assignment
	if argument != "" && (argument[0] == '+' || argument[0] == '-') {
		a.sign, argument = argument[0], argument[1:]
	}
	end := 0
	for end < len(argument) && isOfName(argument[end]) {
		end++
	}
	rest := argument[end:]
	a.name = argument[:end]
	switch {
	case rest == "":
	case rest[0] == '=':
		a.form, a.value = assigns, rest[1:]
	case strings.HasPrefix(rest, ":="):
		a.form, a.value = resets, rest[2:]
	default:
		a.form = garbled
	}
	return a
}

func isOfName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

const longestName = 255

// process reads the argument of an -XX option: the option's text from byte at
// on. In a file of flags it is the whole word.
func (r *reader) process(o Option, at int) *Refusal {
	argument := o.String()[at:]
	a := takeApart(argument)
	said, good := r.assign(o, a)
	if good || r.Table == 8 && r.ignoring {
		return nil
	}
	// Names are looked up anew by all that stands before the first equals sign.
	word := argument
	if a.sign != 0 {
		word = argument[1:]
	}
	name, _, _ := strings.Cut(word, "=")
	if r.obsolete(o, name, word) {
		return nil
	}
	flag, ok := lookup(r.JDK, name)
	if !ok {
		return r.unknown(o, argument, word, name)
	}
	var lines []string
	cause, fault := BadValue, Unreadable
	if said != nil {
		lines, fault = append(lines, said.line), said.fault
	}
	locked := r.lockedLines(flag)
	if locked != nil {
		if flag.Kind.Debug() && r.ignoring {
			return nil
		}
		lines = append(lines, locked...)
		if flag.Name != flag.Kind.Unlock() { // which may be set, and was not
			cause = LockedFlag
		}
	}
	if locked == nil || r.Table >= 25 {
		switch signed := a.sign != 0; {
		case flag.Type == Bool && !signed:
			lines = append(lines, fmt.Sprintf("Missing +/- setting for VM option '%s'", word))
		case flag.Type != Bool && signed:
			lines = append(lines, fmt.Sprintf("Unexpected +/- setting in VM option '%s'", word))
		default:
			lines = append(lines, fmt.Sprintf("Improperly specified VM option '%s'", word))
		}
	}
	refusal := refuse(o, cause, lines...).of(flag.Name, fault)
	if cause == LockedFlag {
		refusal.Unlock = flag.Kind.Unlock()
	}
	if said != nil {
		refusal.Range = said.allowed
	}
	return refusal
}

// unknown refuses a name that the JDK does not have, with HotSpot's idea of
// what was meant. An option that begins with # is commented out.
func (r *reader) unknown(o Option, argument, word, name string) *Refusal {
	if r.ignoring || mayHave(r.JDK, name) {
		return nil
	}
	lines := []string{fmt.Sprintf("Unrecognized VM option '%s'", word)}
	var meant Flag
	similar := false
	if len(r.Refusals) < mostRefusals { // of others nobody asks what was meant
		meant, similar = Similar(r.JDK, name)
	}
	if similar {
		form := either.Of(meant.Type == Bool, "(+/-)%s", "%s=<value>")
		lines = append(lines, fmt.Sprintf("Did you mean '"+form+"'?", meant.Name))
	}
	if strings.HasPrefix(argument, "#") {
		r.complain(o, lines...)
		return nil
	}
	return refuse(o, UnknownOption, lines...).of(meant.Name, OtherFault)
}

// obsolete reports whether an option is read and ignored, and says so. JDK 8
// takes any name for obsolete that begins with an obsolete one.
func (r *reader) obsolete(o Option, name, word string) bool {
	special, ok := LookupSpecial(name)
	if r.Table == 8 {
		special, ok = obsoletePrefix(word)
	}
	if !ok || len(name) > longestName || special.State(r.JDK) != Obsolete {
		return false
	}
	r.warn(o, ObsoleteFlag, "%s", special.warning(r.JDK, word))
	return true
}

func obsoletePrefix(word string) (Special, bool) {
	return lists.First(specials[:], func(s Special) bool { return strings.HasPrefix(word, s.Name) && s.State(8) == Obsolete })
}

// unlocks names, for each kind, the flag that opens it.
var unlocks = map[Kind]string{
	Experimental: "UnlockExperimentalVMOptions",
	Diagnostic:   "UnlockDiagnosticVMOptions",
}

// Unlock is the flag that must stand before one of this kind; empty where none.
func (k Kind) Unlock() string { return unlocks[k] }

// locked reports whether a flag cannot be set here: it needs an unlock that does
// not stand before it, or a debug build.
func (r *reader) locked(f *Flag) bool {
	switch f.Kind {
	case Develop, NotProduct:
		return true
	case Experimental, Diagnostic:
		return !r.Settings[unlocks[f.Kind]].Bool() && !(r.Settings["EnableJVMCIProduct"].Bool() && madeProduct.MatchString(f.Name))
	}
	return false
}

// madeProduct are the flags that need no unlock behind EnableJVMCIProduct.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/jvmci/jvmci_globals.cpp, JVMCIGlobals::enable_jvmci_product_mode (JDK 17 to 26)
var madeProduct = lazyregexp.New(`^(?:(?:Eager|Enable|Use|Lib)JVMCI|JVMCI[^H]|UseGraalJIT$)`)

func (r *reader) lockedLines(f *Flag) []string {
	switch {
	case !r.locked(f):
		return nil
	case f.Kind.Debug():
		return []string{fmt.Sprintf("Error: VM option '%s' is %s and is available only in debug version of VM.", f.Name, f.Kind)}
	}
	lines := []string{fmt.Sprintf("Error: VM option '%s' is %s and must be enabled via -XX:+%s.", f.Name, f.Kind, f.Kind.Unlock())}
	if r.Table > 8 {
		lines = append(lines, fmt.Sprintf("Error: The unlock option must precede '%s'.", f.Name))
	}
	return lines
}

// find gives the flag that a name stands for when it is set: aliases are followed, what is deprecated is warned of,
// and what is obsolete or locked is not found.
func (r *reader) find(o Option, a assignment) (*Flag, bool) {
	if r.Table > 8 {
		if special, ok := LookupSpecial(a.name); ok {
			state := special.State(r.JDK)
			switch {
			case state == Obsolete, state == Expired && r.Table < 25:
				return &noFlag, false
			case state == Deprecated && special.Log == "":
				r.warn(o, DeprecatedFlag, "%s", special.warning(r.JDK, a.name))
			}
			_, own := lookup(r.JDK, a.name) // InitiatingHeapOccupancyPercent, before it stood for G1IHOP
			if special.Alias != "" && state != Expired && (state != Current || !own) {
				a.name = special.Alias
			}
		}
	}
	flag, ok := lookup(r.JDK, a.name)
	return flag, ok && (flag.Name == flag.Kind.Unlock() || !r.locked(flag))
}

// assign sets the flag that an argument names. Where it cannot, said is what the JVM prints while it tries.
func (r *reader) assign(o Option, a assignment) (said *complaint, good bool) {
	if a.name == "" || len(a.name) > longestName || a.form == garbled || a.sign != 0 && a.form != bare {
		if r.Table >= 21 && a.name != "" && len(a.name) <= longestName {
			r.find(o, a) // looks the name up first, and warns
		}
		return nil, false
	}
	if r.Table < 21 && a.sign == 0 && a.form == bare {
		return nil, false
	}
	if r.logs(o, a) {
		return nil, true
	}
	flag, ok := r.find(o, a)
	if !ok {
		return nil, false
	}
	set := Setting{Flag: flag, Option: o, Text: a.value, Value: o.Text.Slice(o.Text.Len()-len(a.value), o.Text.Len())}
	switch {
	case a.sign != 0:
		at := strings.IndexByte(o.String(), a.sign)
		if strings.HasPrefix(o.String(), "-XX:") {
			at = len("-XX:")
		}
		set.Text, set.Value = "", o.Text.Slice(at, at+1)
		if a.sign == '+' {
			set.Number = 1
		}
		if flag.Type != Bool {
			return nil, false
		}
	case a.form == bare, flag.Type == Bool, a.form == resets && flag.Type != String:
		return nil, false
	case flag.Type == String:
		if flag.Spelling.List() && a.form == assigns {
			set.Text = appendLine(r.Settings[flag.Name].Text, a.value)
		}
	default:
		if set.Number, set.Double, ok = parseNumber(r.Table, flag, a.value); !ok {
			return nil, false
		}
	}
	if said = r.forbidden(flag, set); said != nil {
		return said, false
	}
	r.set(flag.Name, set)
	return nil, true
}

// appendLine adds a value to a list, one line each.
func appendLine(list, value string) string {
	if list == "" || value == "" {
		return list + value
	}
	return list + "\n" + value
}

// FormatSize writes bytes the way people write heap sizes: the largest unit that divides them, 9g, 360m, 232k.
func FormatSize(n uint64) string {
	units := []string{"", "k", "m", "g"}
	for n > 0 && n%bytesize.Kilo == 0 && len(units) > 1 {
		n, units = n/bytesize.Kilo, units[1:]
	}
	return strconv.FormatUint(n, 10) + units[0]
}

// parseNumber reads the value of a flag that is a number, as the release does. Up to JDK 17 the text alone decides
// whether it is a real number, and what does not fit 32 bits is cut off; from 21 on the flag's type decides.
func parseNumber(table int, f *Flag, s string) (n uint64, d float64, ok bool) {
	if table < 21 {
		return parseLooseNumber(table, f, s)
	}
	if f.Type == Double {
		d, ok = strtod(s)
		return 0, d, ok
	}
	magnitude, negative := strings.CutPrefix(s, "-")
	if negative && f.Type == Unsigned {
		return 0, 0, false
	}
	n, ok = bytesize.Parse(magnitude)
	least, most := f.Spelling.bounds()
	switch {
	case !ok, !negative && n > most, negative && n > least:
		return 0, 0, false
	case negative:
		n = -n
	}
	return n, 0, true
}

// bounds are the largest negative number, without its sign, and the largest positive one of a type.
func (s Spelling) bounds() (least, most uint64) {
	switch s {
	case hsInt:
		return 1 << 31, math.MaxInt32
	case hsUint:
		return 0, math.MaxUint32
	case hsIntx:
		return 1 << 63, math.MaxInt64
	}
	return 0, math.MaxUint64
}

func parseLooseNumber(table int, f *Flag, s string) (n uint64, d float64, ok bool) {
	if len(s) > longestName {
		return 0, 0, false
	}
	if looksReal(table, s) {
		if f.Type != Double {
			return 0, 0, false
		}
		if table == 8 { // which forgets what follows the number
			behindSign, _, _ := strings.Cut(s[1:], "-")
			s = s[:1+len(behindSign)]
		}
		d, ok = strtod(s)
		return 0, d, ok
	}
	magnitude, negative := strings.CutPrefix(s, "-")
	if negative && f.Type != Signed {
		return 0, 0, false
	}
	if n, ok = bytesize.ParseOn(table, magnitude); !ok {
		return 0, 0, false
	}
	switch {
	case f.Type == Double:
		return 0, float64(n), table > 8
	case f.Spelling == hsUint:
		return uint64(uint32(n)), 0, true
	case f.Spelling == hsInt:
		cut := int32(n)
		if negative {
			cut = -cut
		}
		return uint64(int64(cut)), 0, true
	}
	if negative {
		n = -n
	}
	return n, 0, true
}

// looksReal tells digits around one dot.
func looksReal(table int, s string) bool {
	whole, fraction, dotted := strings.Cut(s, ".")
	tail := either.Of(table == 8, "0123456789", "0123456789eE+-")
	return dotted && whole != "" && fraction != "" && strings.Trim(whole, "-0123456789") == "" && strings.Trim(fraction, tail) == ""
}

// strtod reads a real number as C does, all of the text and nothing but it: 80, 80., .8, 8e1, +80, 0x50, 0x1p4. What
// is out of range, infinite or no number is refused.
func strtod(s string) (float64, bool) {
	unsigned := strings.TrimLeft(s[:min(1, len(s))], "+-") + s[min(1, len(s)):]
	hex := strings.HasPrefix(unsigned, "0x") || strings.HasPrefix(unsigned, "0X")
	if unsigned == "" || strings.ContainsRune(s, '_') || !hex && !(unsigned[0] == '.' || '0' <= unsigned[0] && unsigned[0] <= '9') {
		return 0, false
	}
	if hex && !strings.ContainsAny(s, "pP") {
		s += "p0"
	}
	d, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(d, 0) || math.IsNaN(d) {
		return 0, false
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(unsigned), "e")
	if tooSmall := math.Abs(d) < 0x1p-1022 && !hex && strings.Trim(mantissa, "0.") != ""; tooSmall {
		return 0, false
	}
	return d, true
}
