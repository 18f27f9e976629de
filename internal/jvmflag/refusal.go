package jvmflag

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Refusal is why a JVM does not start: as values, and in the JVM's own words, which are made of them.
type Refusal struct {
	Lines []string // all that is printed
	Why   []string // those of them that say why, where others only say where, and goodbye: see Says
	Log   string   // why, where the JVM says so in its log alone; without the tags of the log

	Cause   Cause
	Fault   Fault
	Flag    string      // the flag at fault, or the flag that is meant; empty where none is
	Others  []string    // further flags that have a part in it
	At      source.Text // the option at fault; unlocated when no single one is
	Channel Channel     // of that option

	Range    *Range    // that the number is outside of; nil where none is named
	Relation *Relation // that does not hold; nil where it is no matter of two numbers
	Unlock   string    // the flag that would unlock this one, or its value; empty where none does

	MainClass bool   // the launcher takes the option for the main class
	Meant     string // the option that such a word was to be; empty where none says the same

	Assumed string // of the machine, by nobody's word: another one may start; empty where none does
	Machine string // that is assumed: on another the JVM starts; empty where none matters
}

// Fault is what is wrong with a value, as far as it needs words of its own.
type Fault uint8

const (
	OtherFault      Fault = iota
	Unreadable            // the JVM cannot read the value, or calls it invalid
	Unrepresentable       // it is more than the JVM can count to
	NotPowerOf2
	OutOfMemory // a memory is too small for what has to be in it from the start
	Crash       // the JVM does not refuse the value, but crashes over it
)

// Range is what a flag may be, and the number that it was to be, in digits.
type Range struct{ Number, Least, Most string }

// Relation is how two numbers must stand to each other.
type Relation struct {
	Left  Bound
	Must  Comparison
	Right Bound
}

// Bound is a number with what it belongs to.
type Bound struct {
	Flag   string // empty where it is no flag
	Name   string // what HotSpot calls a bound that is no flag
	Number string // in digits; empty where the JVM names none
}

// Comparison is how one number must stand to another.
type Comparison uint8

const (
	AtMost Comparison = iota
	AtLeast
	LessThan
	MoreThan
)

// String is the comparison in HotSpot's words.
func (c Comparison) String() string {
	return [...]string{"less than or equal to", "greater than or equal to", "less than", "greater than"}[c]
}

// Holds reports whether two numbers stand so.
func (c Comparison) Holds(a, b uint64) bool { return [...]bool{a <= b, a >= b, a < b, a > b}[c] }

const initializing = "Error occurred during initialization of VM"

// Says is why the JVM refuses, without the words that it has for all reasons.
func (r *Refusal) Says() []string {
	if len(r.Why) == 0 {
		return r.Lines
	}
	return r.Why
}

// Quote is all that it says.
func (r *Refusal) Quote() string { return strings.Join(r.Says(), "\n") }

// Error is the line that says why.
func (r *Refusal) Error() string {
	if r.Log != "" {
		return r.Log
	}
	return r.Says()[0]
}

// Reason is why the JVM refuses as a part of a sentence.
func (r *Refusal) Reason() string {
	if r.Fault == Crash {
		return "the JVM crashes on it"
	}
	line := strings.TrimPrefix(strings.Trim(r.Error(), "#. "), "Error: ")
	line = strings.ReplaceAll(line, "  ", " ")
	if sentence.MatchString(line) && !flagFirst.MatchString(line) {
		line = strings.ToLower(line[:1]) + line[1:]
	}
	return line
}

var (
	sentence  = lazyregexp.New(`^[A-Z][a-z ]`)
	flagFirst = lazyregexp.New(`^([A-Z][A-Za-z0-9]*[a-z0-9][A-Z]|Shenandoah)`) // a name does not begin in lower case
)

// Alike reports whether two refusals give one reason, whatever the numbers.
func (r *Refusal) Alike(other *Refusal) bool {
	return numbers.ReplaceAllString(r.Error(), "N") == numbers.ReplaceAllString(other.Error(), "N")
}

var numbers = lazyregexp.New(`\d+`)

// newRefusal is the refusal of an option.
func newRefusal(o Option, cause Cause, lines ...string) *Refusal {
	return &Refusal{At: o.at(), Channel: o.Channel, Cause: cause, Lines: lines}
}

// refuse ends the reading of options the way the launcher reports it.
func refuse(o Option, cause Cause, lines ...string) *Refusal {
	r := newRefusal(o, cause, append(lines, Farewell[:]...)...)
	r.Why = lines[:len(lines):len(lines)]
	return r
}

// stop ends a start that has begun for a bad value; where says how far it had come.
func stop(o Option, where, why string) *Refusal {
	r := newRefusal(o, BadValue, where, why)
	r.Why = r.Lines[1:]
	return r
}

// of says which flag is at fault, and what is wrong with it.
func (r *Refusal) of(flag string, fault Fault) *Refusal {
	r.Flag, r.Fault = flag, fault
	return r
}

// Farewell is how the launcher takes leave when the JVM refuses its options.
var Farewell = [...]string{
	"Error: Could not create the Java Virtual Machine.",
	"Error: A fatal exception has occurred. Program will exit.",
}

// Message is a line that the JVM or its launcher prints while it starts, in its own words. Lines of the log carry an
// uptime of 0.000s: nobody knows it beforehand.
type Message struct {
	Line   string
	Stdout bool        // printed to standard output; the others go to standard error
	Cause  Cause       // what it is about
	At     source.Text // the option at fault; unlocated when no single one is
}

// Cause is what a message or a refusal is about.
type Cause uint8

const (
	Announcement      Cause = iota // says which variable or file is read
	UnknownOption                  // the JDK has no such option
	LockedFlag                     // experimental or diagnostic without the unlock, or of debug builds
	BadValue                       // no value that the option takes
	ObsoleteFlag                   // read and ignored
	DeprecatedFlag                 // works, and is warned of
	CollectorConflict              // more than one collector, or none
	SizeConflict                   // options that do not go together, or not on this machine
	Adjusted                       // the JVM takes another value than it was given
	MissingFile                    // a file that an option names cannot be read or written
	LauncherError                  // the launcher refuses before there is a JVM
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

// partingWord is a word that HotSpot or its launcher parts with.
type partingWord struct {
	Special
	prefix bool // a value follows the name
}

var partingWords = Table(partingWordsTSV, func(c []string) partingWord {
	name, prefix := strings.CutSuffix(c[5], "*")
	return partingWord{Special{name, c[3], c[4], CellNumber(c[0]), CellNumber(c[1]), CellNumber(c[2])}, prefix}
})

//go:embed parting_words.tsv
var partingWordsTSV string

func (r *Resolution) partings() []Parting {
	var all []Parting
	var got map[source.Place]bool // what the JVM gets
	for _, m := range r.Messages {
		if m.Cause != ObsoleteFlag {
			continue
		}
		if got == nil {
			got = lists.Set(lists.Of(r.Options, func(o Option) source.Place { return o.at().Place() }))
		}
		if p, ok := r.partingWord(Option{Text: m.At}, m.At); ok && !got[m.At.Place()] { // the launcher drops its own words
			all = append(all, p)
		}
	}
	for _, o := range r.Options {
		at := o.at()
		find := r.partingFlag
		if !strings.HasPrefix(o.String(), "-XX:") {
			find = r.partingWord
		}
		p, ok := find(o, at)
		if ok && !slices.ContainsFunc(r.Refusals, func(refusal *Refusal) bool { return refusal.At.Same(at) }) {
			all = append(all, p)
		}
	}
	return all
}

func (r *Resolution) partingWord(o Option, at source.Text) (Parting, bool) {
	s := at.String()
	for _, w := range partingWords() {
		if s != w.Name && !(w.prefix && strings.HasPrefix(s, w.Name)) {
			continue
		}
		state := w.State(r.JDK)
		return Parting{Option: o, At: at, State: state, Special: w.Special, Value: at.Slice(len(w.Name), len(s))}, state == Deprecated || state == Obsolete
	}
	return Parting{}, false
}

func (r *Resolution) partingFlag(o Option, at source.Text) (Parting, bool) {
	argument := strings.TrimPrefix(o.String(), "-XX:")
	a := takeApart(argument)
	special, ok := LookupSpecial(a.name)
	if !ok && r.Table == 8 {
		if _, known := Lookup(r.JDK, a.name); !known {
			special, ok = obsoletePrefix(strings.TrimLeft(argument, "+-"))
		}
	}
	state := special.State(r.JDK)
	if !ok || state != Deprecated && state != Obsolete {
		return Parting{}, false
	}
	p := Parting{Option: o, At: at, State: state, Special: special, Off: a.sign == '-'}
	switch {
	case p.State == Deprecated && p.Off && (a.name == "PrintGC" || a.name == "PrintGCDetails"):
		return p, false // warned of only when they are on
	case a.sign != 0:
		p.Value = o.Text.Slice(len("-XX:"), len("-XX:")+1)
	default:
		p.Value = o.Text.Slice(o.Text.Len()-len(a.value), o.Text.Len())
	}
	return p, true
}
