package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var repeatedProperty = lint.Rule{
	ID: "repeated-property", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0", Tag: lint.WithoutEffect,
	Groups: []lint.Group{lint.GroupStart},
	Title:  "a system property is set twice",
	What: `The same -Dname is given more than once; the finding is reported at the one that loses. The channels are
read in the same order as for overridden-flag: JAVA_TOOL_OPTIONS first, then JDK_JAVA_OPTIONS, the command line, and
_JAVA_OPTIONS last. The same value twice is info. Both must be in one file: a property that one file sets and another
sets again is there to be overridden.`,
	Why: `The JVM gives no warning, and the last one counts. A reader of the file sees the first: the value that is not
in use.`,
	FixSafety: `Safe: the property that loses is removed, and the program behaves as before. It is unsafe if the
property still counts on another JDK that may run this.`,
	Exceptions: "Options that a script sets in its branches and values that a shell fills in are not judged.",
	Evidence:   "Checked on JDK 8, 11, 17, 21 and 25 to 28 with -XshowSettings:properties, which prints the last one.",
	Examples: []lint.Example{ofOptions("--jdk 17",
		"-Dserver.port=8080 -Xmx1g -Dserver.port=8081",
		"-Xmx1g -Dserver.port=8081")},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.Workload.OthersInBranches() {
			return
		}
		for _, o := range p.Options.Options {
			winner, value, loses := overridingProperty(p.Options, o)
			if !loses {
				continue
			}
			name := jvmflag.WithoutValue(o.String())
			f := p.Report([]source.Text{o.Text}, "%s is overridden by %s%s", o, winner.Option, order(o.Channel, winner.Option.Channel))
			if value == winner.Value.String() {
				f.Message = fmt.Sprintf("%s is set twice, to the same value", name)
				f.Severity = lint.Info
			}
			f.Because(winner.Option.Text, "counts")
			same := repair.OnAll(p, o, func(other *lint.Pass) bool {
				_, _, loses := overridingProperty(other.Options, o)
				return loses
			})
			f.Suggest(repair.Safest(same), "remove "+name, p.RemoveOption(o))
		}
	},
}

// overridingProperty returns the property as a later option of the same file sets
// it, and the value of o, which does not count.
func overridingProperty(r *jvmflag.Resolution, o jvmflag.Option) (winner jvmflag.Property, value string, loses bool) {
	definition, isProperty := strings.CutPrefix(o.String(), "-D")
	if !isProperty || !o.Text.Located() {
		return winner, "", false
	}
	name, value, _ := strings.Cut(definition, "=")
	winner, set := r.Properties[name]
	switch last := winner.Option.Text; {
	case !set || last.Same(o.Text) || !last.Located() || last.Span().File != o.Text.Span().File:
		return winner, value, false
	case winner.Option.Channel != o.Channel && winner.Option.Evidence < jvmflag.Runs:
		return winner, value, false // the winner may reach another JVM, or none
	}
	return winner, value, !strings.Contains(value+winner.Value.String(), "$")
}
