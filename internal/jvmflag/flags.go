package jvmflag

import (
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// Type is how a flag's value is read.
type Type uint8

const (
	Bool     Type = iota // -XX:+Name or -XX:-Name
	Unsigned             // a number or a size in bytes
	Signed               // a number that may be negative
	Double
	String
)

// Spelling is HotSpot's own name of a type, as in "uintx NewRatio=0 is outside
// the allowed range". int and uint have 32 bits, the other numbers 64.
type Spelling uint8

const (
	hsBool Spelling = iota
	hsInt
	hsUint
	hsIntx
	hsUintx
	hsUint64
	hsSize
	hsDouble
	hsText
	hsList
)

var spellings = [...]string{"bool", "int", "uint", "intx", "uintx", "uint64_t", "size_t", "double", "ccstr", "ccstrlist"}

func (s Spelling) String() string { return spellings[s] }

// List reports whether repeated values add up instead of replacing each other.
func (s Spelling) List() bool { return s == hsList }

// Kind tells what a flag needs before it may be set.
type Kind uint8

const (
	Product      Kind = iota
	Experimental      // needs -XX:+UnlockExperimentalVMOptions before it
	Diagnostic        // needs -XX:+UnlockDiagnosticVMOptions before it
	Manageable        // as Product, and may change while the JVM runs
	Develop           // known to debug builds; others name it when they refuse it
	NotProduct        // the same by another name, up to JDK 21
)

var kinds = [...]string{"product", "experimental", "diagnostic", "manageable", "develop", "notproduct"}

func (k Kind) String() string { return kinds[k] }

// Debug tells that only debug builds of the JVM have the flag.
func (k Kind) Debug() bool { return k == Develop || k == NotProduct }

// Flag is one row of the table: a flag of the JDKs from Since to Until with the same facts in all of them. Of JDKs that
// have no table, kinds are from their sources, and the rest from the nearest table.
type Flag struct {
	Name         string
	Type         Type
	Spelling     Spelling
	Kind         Kind
	Since, Until int
	Default      string // before ergonomics and the look at the CPU, as -XX:+PrintFlagsInitial prints values
	Least, Most  string // as -XX:+PrintFlagsRanges prints them; empty where there is no range, and on JDK 8
}

// Tables are the releases whose flags were measured, oldest first.
var Tables = [...]int{8, 11, 17, 21, 25, 26, 27, 28}

// Nearest is the measured release that a JDK reads options as: itself, else the nearest, and of two equally near the
// newer. 9 and 10 get 11: options have been read anew since 9.
func Nearest(jdk int) int {
	table := Tables[0]
	for _, t := range Tables[1:] {
		if jdk > 8 && (t <= jdk || t-jdk <= jdk-table || table == 8) {
			table = t
		}
	}
	return table
}

// FirstUnread is the first release of which neither a table nor all of its sources can be had.
const FirstUnread = 19

// absence is a flag that a release lacks for certain, of those that mayHave would give it.
type absence struct {
	name string
	jdk  int
}

// mayHave reports whether a release whose flags are not all known may have one: a table beside it has the flag, and
// nothing says that it was gone by then, or not yet there.
func mayHave(jdk int, name string) bool {
	next := slices.IndexFunc(Tables[:], func(table int) bool { return table > jdk })
	if special, _ := LookupSpecial(name); jdk < FirstUnread || next < 0 || Tables[next-1] == jdk || special.State(jdk) == Expired ||
		slices.Contains(absences[:], absence{name, jdk}) {
		return false
	}
	_, before := lookup(Tables[next-1], name)
	_, after := lookup(Tables[next], name)
	return before || after
}

// Supported are the same, for whoever picks some of them.
var Supported = Tables[:]

// Candidates are those that may run a program of which nothing names the JDK: the releases with long-term support
// and the newest one. 26 ended with 27, and 28 is early access: what it does may change.
var Candidates = append(slices.Clone(LongTerm), 27)

// EarlyAccess is the release that is not finished.
const EarlyAccess = 28

// Oldest and Newest bound the releases that options can be read for.
const (
	Oldest = 8
	Newest = 28
)

// Lookup finds the flag of that name that a JDK has.
func Lookup(jdk int, name string) (Flag, bool) {
	f, ok := lookup(jdk, name)
	return *f, ok
}

// noFlag stands for a flag that a JDK does not have, or keeps to itself.
var noFlag Flag

// lookup finds the row of a flag.
func lookup(jdk int, name string) (*Flag, bool) {
	jdk = bounded(jdk)
	i := sort.Search(len(flags), func(i int) bool { return flags[i].Name >= name })
	for ; i < len(flags) && flags[i].Name == name; i++ {
		if f := &flags[i]; f.Since <= jdk && jdk <= f.Until {
			return f, true
		}
	}
	return &noFlag, false
}

// All goes over all flags of a JDK, those that are locked or of debug builds
// too, in the order of HotSpot's own table.
func All(jdk int) iter.Seq[*Flag] {
	return slices.Values(lists.Of(Order(jdk), func(i uint16) *Flag { return &flags[i] }))
}

// Near are the names of flags that differ from a misspelt one by at most two letters, the nearest first.
func Near(jdk int, name string) []spelling.Match {
	return near.Of(typedFor{bounded(jdk), name}, func(t typedFor) []spelling.Match {
		names := lists.Of(Order(t.jdk), func(i uint16) string { return flags[i].Name })
		return spelling.Near(t.name, slices.Values(names), 2)
	})
}

// Rows are the rows of all JDKs, by name. They are not to be changed.
func Rows() []Flag { return flags[:] }

// Order lists the rows of a JDK in the order of HotSpot's own table.
func Order(jdk int) []uint16 { return orders[bounded(jdk)-Oldest] }

func bounded(jdk int) int { return min(max(jdk, Oldest), Newest) }

// Similar finds the flag that HotSpot means by "Did you mean": the first of the most similar ones, if it is similar
// enough. typed is the name as it stands before = and without its sign.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlag.cpp, JVMFlag::fuzzy_match (JDK 8 to 25)
func Similar(jdk int, typed string) (Flag, bool) {
	f := alike.Of(typedFor{bounded(jdk), typed}, findSimilar)
	return *f, f != &noFlag
}

// What was found, or noFlag: the same name comes on many JDKs, in many files.
var (
	near  parallel.Memo[typedFor, []spelling.Match]
	alike parallel.Memo[typedFor, *Flag]
)

type typedFor struct {
	jdk  int
	name string
}

func findSimilar(to typedFor) *Flag {
	const enough = 0.7
	var pairs [1 << 16]bool // of letters that follow each other; a map takes twenty times as long
	pair := func(s string, i int) int { return int(s[i])<<8 | int(s[i+1]) }
	for i := range len(to.name) - 1 {
		pairs[pair(to.name, i)] = true
	}
	best, score := &noFlag, float32(-1)
	for f := range All(to.jdk) {
		hits := 0
		for i := range len(f.Name) - 1 {
			if pairs[pair(f.Name, i)] {
				hits++
			}
		}
		if s := 2 * float32(hits) / float32(len(f.Name)+len(to.name)); s > score {
			best, score = f, s
		}
	}
	if score < enough {
		return &noFlag
	}
	return best
}

// collectorDefault is a value that one collector starts a flag from, whatever the machine.
type collectorDefault struct {
	flag, collector string
	since, until    int
	value           string
}

// DefaultUnder gives the flag's default under a collector (Serial, Parallel, CMS, G1, Z, Shenandoah or Epsilon)
// where that is another than Default on every machine.
func (f Flag) DefaultUnder(jdk int, collector string) string {
	jdk = bounded(jdk)
	d, own := lists.First(collectorDefaults[:], func(d collectorDefault) bool {
		return d.flag == f.Name && d.collector == collector && d.since <= jdk && jdk <= d.until
	})
	if own {
		return d.value
	}
	return f.Default
}

var scopes = [...]struct{ prefix, collector string }{
	{"CMS", "CMS"}, {"UseCMS", "CMS"}, {"FLS", "CMS"}, {"ParGC", "CMS"}, {"Epsilon", "Epsilon"}, {"G1", "G1"},
	{"PS", "Parallel"}, {"ParallelOld", "Parallel"}, {"Shenandoah", "Shenandoah"},
}

// shared are flags that other collectors read than their names tell of: G1 and
// Parallel the one, Shenandoah the other.
var shared = map[string]bool{"ParGCArrayScanChunk": true, "G1SATBBufferEnqueueingThresholdPercent": true}

// Collector is the one that alone reads the flag, where the name shows it.
func (f Flag) Collector() string {
	if shared[f.Name] {
		return ""
	}
	for _, s := range scopes {
		if strings.HasPrefix(f.Name, s.prefix) {
			return s.collector
		}
	}
	return either.Of(len(f.Name) > 1 && f.Name[0] == 'Z' && 'A' <= f.Name[1] && f.Name[1] <= 'Z', "Z", "")
}

// Special is how HotSpot parts with a flag. The numbers are releases, 0 where
// that has not come to pass; they hold for releases between the tables too.
type Special struct {
	Name  string
	Alias string // the flag that it stands for, if it is no flag of its own any more
	Log   string // the option that replaces it in JDK 9 and later
	// DeprecatedIn is the release from which on it is warned of, ObsoleteIn that
	// from which on it is ignored, ExpiredIn that which knows it no more.
	DeprecatedIn, ObsoleteIn, ExpiredIn int
}

// LookupSpecial finds the row of a flag that HotSpot parts with.
func LookupSpecial(name string) (Special, bool) {
	i := sort.Search(len(specials), func(i int) bool { return specials[i].Name >= name })
	if i < len(specials) && specials[i].Name == name {
		return specials[i], true
	}
	return Special{}, false
}

// State is how far HotSpot is with parting with a flag.
type State uint8

const (
	Current State = iota
	Deprecated
	Obsolete
	Expired
)

var states = [...]string{"current", "deprecated", "obsolete", "expired"}

func (s State) String() string { return states[s] }

// LongTerm are the releases with long-term support, which most move between.
var LongTerm = []int{8, 11, 17, 21, 25}

// EndsAfter reports whether the next release with long-term support after a JDK ignores or refuses the flag.
func (s Special) EndsAfter(jdk int) bool {
	next := slices.IndexFunc(LongTerm, func(release int) bool { return release > jdk })
	return next >= 0 && s.State(LongTerm[next]) > Deprecated
}

// State tells what a JDK makes of the flag.
func (s Special) State(jdk int) State {
	switch {
	case s.ExpiredIn != 0 && jdk >= s.ExpiredIn:
		return Expired
	case s.ObsoleteIn != 0 && jdk >= s.ObsoleteIn:
		return Obsolete
	case s.DeprecatedIn != 0 && jdk >= s.DeprecatedIn:
		return Deprecated
	}
	return Current
}

// words is what a release says of a flag in other words than the rest.
type words struct {
	name string
	jdk  int
	said string
}

// warning is what a JDK says when the flag is set, after "OpenJDK 64-Bit Server VM warning: ", or after the tags of
// the log where Log is set; empty where it says nothing. word is the option as typed, less -XX: and its sign, which
// JDK 8 repeats.
func (s Special) warning(jdk int, word string) string {
	i, ok := slices.BinarySearchFunc(ownWords[:], s.Name, func(w words, name string) int { return strings.Compare(w.name, name) })
	for ; ok && i < len(ownWords) && ownWords[i].name == s.Name; i++ {
		if w := ownWords[i]; w.jdk == jdk && s.State(jdk) == Obsolete && jdk < 9 {
			return strings.Replace(w.said, s.Name, word, 1)
		} else if w.jdk == jdk {
			return w.said
		}
	}
	return s.StandardWarning(jdk, word)
}

// StandardWarning is Warning in the words that most flags share.
func (s Special) StandardWarning(jdk int, word string) string {
	const deprecated = "Option %s was deprecated in version %d.0 and will likely be removed in a future release."
	switch state := s.State(jdk); {
	case state == Obsolete && jdk < 9:
		return fmt.Sprintf("ignoring option %s; support was removed in %d.0", word, s.ObsoleteIn)
	case state == Obsolete:
		return fmt.Sprintf("Ignoring option %s; support was removed in %d.0", s.Name, s.ObsoleteIn)
	case state == Deprecated && s.Log != "":
		return fmt.Sprintf("-XX:+%s is deprecated. Will use %s instead.", s.Name, s.Log)
	case state == Deprecated && s.Alias != "":
		return fmt.Sprintf(deprecated+" Use option %s instead.", s.Name, s.DeprecatedIn, s.Alias)
	case state == Deprecated:
		return fmt.Sprintf(deprecated, s.Name, s.DeprecatedIn)
	}
	return ""
}
