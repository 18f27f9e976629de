package rules

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var badFlagValue = lint.Rule{
	ID: "bad-flag-value", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Title: "an option has a value that the JDK does not take, and the JVM does not start",
	What: `Each value is read by the grammar of its JDK. A size is a whole number with at most one
of k, m, g and t behind it, each 1024 times the one before. A switch takes + or -
before its name and no value, all others take a value and no sign. Numbers must lie
in the range of their flag, which differs between releases: G1HeapRegionSize ends at
32m up to JDK 17 and at 512m from 18 on.`,
	Why: `The JVM stops at the first such value. Most come from the habits of other tools: 9Gi
from Kubernetes, 9gb, 1.5g, 75%. JDK 8 does not take MaxRAMPercentage=75, which
every later release takes, and 75.0 is right in all of them.`,
	FixSafety: `Safe where one reading exists: 9gb, 9GB, 9Gi and 9GiB become 9g, 1.5g becomes 1536m, 75%
becomes 75, 75 becomes 75.0 for JDK 8, UseG1GC and UseG1GC=true become +UseG1GC,
+MaxHeapSize=1g becomes MaxHeapSize=1g. Every JDK that may run it reads the option
then. Unsafe: a number outside its range becomes the nearest end of it.`,
	Exceptions: "None: the JVM does not start.",
	Evidence: `The grammar of each release is held against its real JVM. The ranges are what JDK 11, 17,
21 and 25 print of themselves with -XX:+PrintFlagsRanges; JDK 8 has none.`,
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "-Xmx9gb",
		Good: "-Xmx9g",
	}, {
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "-XX:MaxRAMPercentage=75% -XX:+UseSerialGC",
		Good: "-XX:MaxRAMPercentage=75 -XX:+UseSerialGC",
	}, {
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "-Xmx9g -XX:G1HeapRegionSize=64m",
		Good: "-Xmx9g -XX:G1HeapRegionSize=32m",
	}},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/utilities/parseInteger.hpp",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
	},
	Check: func(p *lint.Pass) {
		all := badValues(p)
		if points := slices.DeleteFunc(slices.Clone(all), func(b badValue) bool { return !b.lacksPoint() }); p.Workload.JDK.Open && len(points) > 1 {
			reportPoints(points)
			all = slices.DeleteFunc(all, badValue.lacksPoint)
		}
		for _, b := range all {
			r := b.refusal
			at, message := b.describe()
			f := r.report([]source.Text{at}, "%s", message)
			if severalInOne.MatchString(b.value.String()) {
				f.Note("java gets this as one word: where no shell splits a line, each option has to be a word of its own")
			}
			if word := b.mended(); word != "" {
				r.write(f, lint.Safe, word, "")
				continue
			}
			if word, which := b.nearestBound(); word != "" {
				r.write(f, lint.Unsafe, word, fmt.Sprintf(", the %s that JDK %d takes", which, p.JDK))
			}
		}
	},
}

func badValues(p *lint.Pass) []badValue {
	var all []badValue
	for _, r := range refusals(p, "bad-flag-value") {
		all = append(all, newBadValue(r))
	}
	return all
}

// reportPoints tells at once of numbers that JDK 8 alone does not take, where
// nothing says that it is meant.
func reportPoints(all []badValue) {
	at, message := all[0].describe()
	f := all[0].report([]source.Text{at}, "%s, and %s %s none, too", message, lint.Count(len(all)-1, "other number"), verb(len(all)-1, "has", "have"))
	var words []string
	var edits []source.Edit
	for _, b := range all {
		word := b.mended()
		if word == "" {
			return
		}
		word, edit := b.rewrite(word)
		words, edits = append(words, word), append(edits, edit)
	}
	for _, b := range all[1:] {
		f.Because(b.value, "has none, too")
	}
	f.Suggest(lint.Safe, "write "+and(words), edits...)
}

// severalInOne is a value that other options follow.
var severalInOne = regexp.MustCompile(`\s-[XD-]`)

// badValue is an option taken apart: sign, name, and what is to be its value.
type badValue struct {
	refusal
	xx                bool
	before            string // what stands before sign or name: -XX:
	sign, name, value source.Text
	assigned          string // what stands between name and value
	flag              jvmflag.Flag
	size              bool // it counts bytes
}

// countsBytes finds the flags that do. Others of type size_t, or with Size in
// their names, count entries, words or KiB.
var countsBytes = regexp.MustCompile(`(?:Heap|Metaspace|Space|CodeCache|New|Old|Perm|Memory|Region|TLAB|LogFile|Page)Size(?:InBytes)?$`)

// sizes are the words that are a name with a size right behind it.
var sizes = []string{"-Xmx", "-Xms", "-Xmn", "-Xss", "-Xmaxjitcodesize"}

func newBadValue(r refusal) badValue {
	argument, xx := r.argument()
	b := badValue{refusal: r, xx: xx}
	s := argument.String()
	b.before = strings.TrimSuffix(r.At.String(), s)
	b.flag, _ = jvmflag.Lookup(r.pass.JDK, r.Flag)
	b.size = countsBytes.MatchString(r.Flag)
	start, end := 0, len(s)
	if xx && s != "" && (s[0] == '+' || s[0] == '-') {
		start = 1
	}
	next := len(s)
	if i := strings.IndexAny(s[start:], "=:"); i >= 0 {
		end, next = start+i, start+i+1
		if strings.HasPrefix(s[end:], ":=") {
			next++
		}
	}
	for _, w := range sizes {
		if !xx && strings.HasPrefix(s, w) {
			end, next, b.size = len(w), len(w), true
		}
	}
	b.sign, b.name, b.value = argument.Slice(0, start), argument.Slice(start, end), argument.Slice(next, len(s))
	b.assigned = s[end:next]
	return b
}

// nearestBound is the option with the end of the range that is nearest to the
// number that is given. What only bounds a type is no advice, nor is a size
// without a unit the size that is meant.
func (b badValue) nearestBound() (word, which string) {
	number, least, most := b.bounds()
	v := b.value.String()
	if number == "" || b.size && v != "" && strings.Trim(v, "0123456789") == "" && !more(number, "1048576") {
		return "", ""
	}
	bound, which := least, "least"
	if more(number, most) {
		if bound, which = most, "most"; more(most, "2147483646") && !b.size || more(most, "1152921504606846976") {
			return "", ""
		}
	}
	word = b.before + b.name.String() + b.assigned + b.written(bound)
	if !b.mends(word, false) {
		return "", ""
	}
	return word, which
}

// more tells which of two numbers is the larger one.
func more(a, b string) bool {
	x, ok := new(big.Rat).SetString(a)
	y, fine := new(big.Rat).SetString(b)
	return ok && fine && x.Cmp(y) > 0
}

// written is a number as people would write this one: with a unit where it
// counts bytes.
func (b badValue) written(number string) string {
	n, err := strconv.ParseUint(number, 10, 64)
	switch {
	case b.flag.Type == jvmflag.Double:
		d, _ := strconv.ParseFloat(number, 64)
		return strconv.FormatFloat(d, 'f', 1, 64)
	case err != nil, !b.size, n > math.MaxInt64:
		return number
	}
	return jvmflag.FormatSize(n)
}
