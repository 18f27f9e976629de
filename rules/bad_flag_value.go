package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var badFlagValue = lint.Rule{
	ID: "bad-flag-value", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0", OfShape: true,
	Groups: []lint.Group{lint.GroupStart},
	Title:  "the JDK refuses the value of an option, and the JVM does not start",
	What: `Each value is read by the grammar of its JDK. A size is a whole number, followed by at most one of k, m, g
and t, each 1024 times the one before. A switch takes + or - before its name and no value; all other flags take a value
and no sign. Numbers must be in the range of their flag, which differs between releases: G1HeapRegionSize is at most
32m up to JDK 17, and 512m from JDK 18 on.`,
	Why: `The JVM stops at the first such value. Most come from the habits of other tools: 9Gi from Kubernetes, 9gb,
1.5g, 75%. JDK 8 does not take MaxRAMPercentage=75, which every later release takes; 75.0 is right in all of them.`,
	FixSafety: `Safe where only one reading exists: 9gb, 9GB, 9Gi and 9GiB become 9g, 1.5g becomes 1536m, 75% becomes
75, 75 becomes 75.0 for JDK 8, UseG1GC and UseG1GC=true become +UseG1GC, +MaxHeapSize=1g becomes MaxHeapSize=1g. Every
JDK that may run it reads the new option. What only JDK 8 refuses, where nothing says that it runs on 8, is left to
you. Unsafe: a number outside its range becomes the nearest end of the range.`,
	Exceptions: "Never: the JVM does not start.",
	Evidence: `The grammar of each release is checked against its real JVM. The ranges are those that JDK 11, 17, 21
and 25 print with -XX:+PrintFlagsRanges; JDK 8 has none.`,
	Examples: []lint.Example{
		ofOptions("--jdk 17", "-Xmx9gb", "-Xmx9g"),
		ofOptions("--jdk 17",
			"-XX:MaxRAMPercentage=75% -XX:+UseSerialGC",
			"-XX:MaxRAMPercentage=75 -XX:+UseSerialGC"),
		ofOptions("--jdk 17",
			"-Xmx9g -XX:G1HeapRegionSize=64m",
			"-Xmx9g -XX:G1HeapRegionSize=32m"),
	},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/utilities/parseInteger.hpp",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
	},
	Check: func(p *lint.Pass) {
		all := repair.BadValues(p)
		if points := slices.DeleteFunc(slices.Clone(all), func(b repair.BadValue) bool { return !b.LacksPoint() }); p.Workload.JDK.Open && len(points) > 1 {
			reportPoints(points)
			all = slices.DeleteFunc(all, repair.BadValue.LacksPoint)
		}
		refused := map[int][]repair.BadValue{} // by other JDKs
		for _, b := range all {
			r := b.Refused
			if reportQuotes(p, r) || reportOtherBuild(p, r, r.At) { // -Xmns of OpenJ9 is -Xmn and a letter to HotSpot
				continue
			}
			at, message := b.Describe()
			f := r.Report([]source.Text{at}, "%s", message)
			if p.Workload.JDK.Open && takenBySome(p, b, refused) {
				f.Severity = lint.Info // nothing says that this JDK runs it
			}
			if severalInOne.MatchString(b.Value.String()) {
				f.Note("java gets this as one word: where no shell splits the line, each option must be a word of its own")
			}
			if word := b.Mended(); word != "" {
				r.Write(f, lint.Safe, word, "")
				continue
			}
			if word, which := b.NearestBound(); word != "" {
				r.Write(f, lint.Unsafe, word, fmt.Sprintf(", the %s that JDK %d takes", which, p.JDK))
			}
		}
	},
}

// takenBySome reports whether another JDK that may run this takes the option.
func takenBySome(p *lint.Pass, b repair.BadValue, refused map[int][]repair.BadValue) bool {
	for _, jdk := range p.Workload.JDK.Candidates {
		if jdk == p.JDK {
			continue
		}
		if _, known := refused[jdk]; !known {
			refused[jdk] = repair.BadValues(lint.NewPass(p.On(jdk)))
		}
		if !slices.ContainsFunc(refused[jdk], func(other repair.BadValue) bool { return other.At.Same(b.At) }) {
			return true
		}
	}
	return false
}

// reportPoints reports, in one finding, numbers that only JDK 8 refuses, where nothing says that JDK 8 runs them.
func reportPoints(all []repair.BadValue) {
	at, message := all[0].Describe()
	f := all[0].Report([]source.Text{at}, "%s, and %s %s none either", message, plural.Of(len(all)-1, "other number"), lint.Verb(len(all)-1, "has", "have"))
	var words []string
	var edits []source.Edit
	for _, b := range all {
		word := b.Mended()
		if word == "" {
			return
		}
		word, edit := b.Rewrite(word)
		words, edits = append(words, word), append(edits, edit)
	}
	for _, b := range all[1:] {
		f.Because(b.Value, "has none either")
	}
	f.Suggest(lint.Safe, "write "+lint.And(words), edits...)
}

// severalInOne matches a value with other options after it.
var severalInOne = lazyregexp.New(`\s-[XD-]`)
