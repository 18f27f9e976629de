package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var unknownFlag = lint.Rule{
	ID: "unknown-flag", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Title: "the JDK has no such option, and the JVM does not start",
	What: `The JVM stops at an option that it does not know. The finding says which of JDK 8,
11, 17, 21 and 25 know it, since when it is ignored or gone, what has taken its
place, and what HotSpot takes it for. Where nothing but the options tells the JDK, and
later ones refuse some of them, that is information. Of an option of CMS it names the counterpart of
G1, or says that there is none.`,
	Why: `Flags come and go with every release: 232 of the 738 product flags of JDK 8 are
unknown to JDK 17. One of them keeps the JVM from starting: the image brings a newer
JDK, and its pods restart until somebody reads the first line of their logs. A name
that is misspelt by one letter does the same.`,
	FixSafety: `Safe where there is one reading: a name that differs from one flag only in case, or by
one or two letters, and whose value fits; --add-opens and its kin in two words, which
only the launcher knows, become one word in the JVM's own variables; JDK 8's flags for GC logging become the one
-Xlog option that logs the same; UseParallelOldGC becomes UseParallelGC, which has
meant the same since JDK 7u4. Unsafe otherwise: the option is removed, or a collector
that is gone becomes G1. A release that knows the option runs otherwise then.`,
	Exceptions: `None: the JVM does not start. -XX:+IgnoreUnrecognizedVMOptions starts it all the
same, and hides every later slip too.`,
	Evidence: `Names and releases come from the JVMs of JDK 8, 11, 17, 21 and 25 themselves, and from
HotSpot's table of flags that it parts with. The verdicts and words are held against real JVMs.`,
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "-Xmx4g -XX:+UseG1CG",
		Good: "-Xmx4g -XX:+UseG1GC",
	}, {
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "-Xmx4g -XX:+UseConcMarkSweepGC",
		Good: "-Xmx4g -XX:+UseG1GC",
	}, {
		Name: "options.txt", Args: "--jdk 11",
		Bad:  "-Xmx4g -Xloggc:gc.log -XX:+PrintGCDateStamps",
		Good: "-Xmx4g -Xlog:gc:file=gc.log:time,uptime,level,tags:filecount=0",
	}},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
		"https://openjdk.org/jeps/363",
	},
	Check: func(p *lint.Pass) {
		for _, r := range refusals(p, "unknown-flag") {
			u := newUnknown(r)
			f := r.report([]source.Text{u.name}, "%q is no option of JDK %s%s", u.name, lint.Releases(r.refusedOn()), u.history())
			if why := u.successor(); why != "" {
				f.Note(why)
			}
			u.suggest(f)
		}
		reportLater(p)
	},
}

// unknown is an option that a JDK does not have.
type unknown struct {
	refusal
	name source.Text // within the option; all of one that is no flag
	xx   bool
}

func newUnknown(r refusal) unknown {
	argument, xx := r.argument()
	s := argument.String()
	if !xx || s == "" {
		return unknown{r, r.At, xx}
	}
	start := len(s) - len(strings.TrimLeft(s[:min(1, len(s))], "+-")+s[min(1, len(s)):])
	end := start
	for end < len(s) && s[end] != '=' {
		end++
	}
	if end == start {
		start, end = 0, len(s)
	}
	return unknown{r, argument.Slice(start, end), true}
}

// suggest offers what has taken the option's place, and to remove it.
func (u unknown) suggest(f *lint.Finding) {
	if u.suggestLog(f) {
		return
	}
	if word, argument := u.joined(); word != "" {
		f.Suggest(lint.Safe, "write "+word, lint.Replace(u.option.Word, word), u.pass.RemoveOption(argument))
		return
	}
	if word := u.meant(); word != "" {
		u.write(f, lint.Safe, word, "")
		u.remove(f)
		return
	}
	u.suggestCollector(f)
	if word := u.likely(); word != "" {
		u.write(f, lint.Unsafe, word, ", which HotSpot takes it for")
	}
	u.remove(f)
}

// suggestLog puts the one option of unified logging in the place of all that
// JDK 8 logs the collections with. It must be the same on every JDK.
func (u unknown) suggestLog(f *lint.Finding) bool {
	xlog, replaced := jvmflag.UnifiedLogging(u.pass.JDK, u.pass.Options.Options)
	at, ours := -1, false
	var edits []source.Edit
	for i, o := range replaced {
		ours = ours || o.Text.Span() == u.At.Span() && o.String() == u.At.String()
		if xlog != "" && i == 0 {
			edits = append(edits, lint.Replace(o.Word, xlog))
		} else {
			edits = append(edits, u.pass.RemoveOption(o))
		}
		at = i
	}
	if !ours || at < 0 {
		return false
	}
	for _, jdk := range u.pass.Workload.JDK.Candidates {
		if other, _ := jvmflag.UnifiedLogging(jdk, u.pass.Options.Options); jdk < 9 || other != xlog {
			f.Suggest(lint.Manual, fmt.Sprintf("log with %s in JDK %d; other releases take another option", xlog, u.pass.JDK))
			return true
		}
	}
	title := "log the same with " + xlog
	if xlog == "" {
		title = "remove what asks for no logging: " + and(replaced)
	}
	f.Suggest(lint.Safe, title, joined(edits)...)
	return true
}
