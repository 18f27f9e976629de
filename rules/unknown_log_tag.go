package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var unknownLogTag = lint.Rule{
	ID: "unknown-log-tag", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0", Tag: lint.WithoutEffect,
	Groups: []lint.Group{lint.GroupStart},
	Title:  "-Xlog selects a set of tags that the JDK never logs",
	What: `Each selection of -Xlog is compared with the sets of tags that the JDK logs with. Without a star a selection
matches only lines with exactly these tags: -Xlog:gc+heap+age selects nothing, because ages are logged with gc+age. The
JVM refuses a tag that it does not know at all, which bad-flag-value reports. If nothing names the JDK, a selection is
reported only if none of the JDKs in question logs it.`,
	Why: `The JVM prints one warning at start, "No tag set matches selection", and goes on without it: the lines that
somebody will look for are not in the log. People mostly notice when they need them.`,
	FixSafety:  "No automatic fix: the intended tags are not known. The note shows what the JVM itself suggests.",
	Exceptions: "A selection that is kept for another JDK, which has these lines.",
	Evidence: `The sets of tags were taken from JDK 11, 17, 21 and 25 with -Xlog:help and by trying each. Some hundred
options of -Xlog, including random ones, were given to these JVMs: their warnings and suggestions are predicted to the
letter.`,
	Examples: []lint.Example{ofOptions("--jdk 17",
		"-Xlog:gc+heap+age=trace:file=gc.log -Xmx1g",
		"-Xlog:gc+age=trace:file=gc.log -Xmx1g")},
	References: []string{
		"https://openjdk.org/jeps/158",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logSelectionList.cpp",
	},
	Check: func(p *lint.Pass) {
		for _, u := range p.Options.LogsNothing {
			nowhere := repair.OnAll(p, u.Option, func(other *lint.Pass) bool {
				for _, x := range other.Options.LogsNothing {
					if x.Selection == u.Selection && x.Option.Text.Same(u.Option.Text) {
						return true
					}
				}
				return false
			})
			if p.Workload.JDK.Open && !nowhere {
				continue
			}
			f := p.Report([]source.Text{u.At(), u.Option.Text}, "-Xlog selection %s matches nothing: no log line has exactly these tags", u.Selection)
			if len(u.Similar) > 0 {
				f.Note("the JVM suggests " + strings.Join(u.Similar, ", "))
			}
			f.Suggest(lint.Manual, fmt.Sprintf("select existing tags: java -Xlog:help lists those of JDK %d", p.JDK))
		}
	},
}
