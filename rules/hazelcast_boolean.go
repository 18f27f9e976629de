package rules

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastBoolean = lint.Rule{
	ID: "hazelcast-boolean", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "Hazelcast reads a word for true as false",
	What: `A boolean setting holds yes, on or y in any case, or one of the words for false: no, off or n; in XML, 1 or
0. Helm reads the values of a chart first, and takes yes for true: there it is not reported.`,
	Why: `The schema accepts all 22 words of YAML 1.1 for booleans, so nothing is refused and nothing is logged. The
code that reads the setting knows only true, in any case, and takes everything else for false: per-entry-stats-enabled:
yes switches the statistics off. A word for false does what it says, and is reported only as info.`,
	FixSafety: `Unsafe for a word for true: the setting is then on, as intended, which it has not been so far. Safe for
a word for false.`,
	Exceptions: "Never: true and false are understood everywhere.",
	Evidence:   "Measured on members of 5.3.1 and 5.7.0.",
	Examples: []lint.Example{mended("hazelcast.yaml", "",
		"hazelcast:\n  map:\n    sessions:\n      statistics-enabled: yes\n",
		"yes", "true")},
	References: []string{
		"https://yaml.org/type/bool.html",
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/DomConfigHelper.java",
	},
	Check: func(p *lint.Pass) {
		for _, n := range p.HazelcastVerdict().Booleans {
			word := n.Value()
			if slices.Contains([]string{"no", "n", "off", "0"}, strings.ToLower(word)) {
				f := p.Report([]source.Text{n.Text()}, "Hazelcast reads %q as false, like every word but true", word)
				f.Severity = lint.Info
				f.Suggest(lint.Safe, "write false", lint.Replace(n.Text(), "false"))
				continue
			}
			f := p.Report([]source.Text{n.Text()}, "Hazelcast reads %q as false: only true is true", word)
			f.Suggest(lint.Unsafe, "write true", lint.Replace(n.Text(), "true"))
		}
	},
}
