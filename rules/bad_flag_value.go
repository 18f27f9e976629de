package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var badFlagValue = lint.Rule{
	ID: "bad-flag-value", Severity: lint.Error, Confidence: lint.Certain, OfShape: true, Groups: ofStart,
	Title: "the JDK refuses the value of an option, and the JVM does not start",
	Check: func(p *lint.Pass) {
		all := repair.BadValues(p)
		if points := lists.Where(all, repair.BadValue.LacksPoint); p.Workload.JDK.Open && len(points) > 1 {
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
			f := r.Report(lint.Places{at}, "%s", message)
			// Nothing says that this JDK runs it, or that it refuses the value.
			f.InfoIf(p.Workload.JDK.Open && takenBySome(p, b, refused) || r.TakenBeside())
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
	f := all[0].Report(lint.Places{at}, "%s, and %s %s none either", message, plural.Of(len(all)-1, "other number"), lint.Verb(len(all)-1, "has", "have"))
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
