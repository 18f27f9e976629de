// Package editor writes what an editor shows of findings and predictions, in Markdown.
package editor

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// Offer is an option to be completed.
type Offer struct {
	Name   string // of the flag
	Option string // as it is written: -XX:+UseG1GC, -XX:MaxGCPauseMillis=
	Filter string // what is typed for it
	Detail string // its type, default and range on a JDK, in a line
}

// sizes are the options in short form that size something.
var sizes = []Offer{
	{"mx", "-Xmx", "-Xmx", "the maximum heap, a size such as 2g"},
	{"ms", "-Xms", "-Xms", "the initial heap, a size such as 2g"},
	{"mn", "-Xmn", "-Xmn", "the young generation, a size such as 512m"},
	{"ss", "-Xss", "-Xss", "the stack of a thread, a size such as 512k"},
	{"log:", "-Xlog:", "-Xlog:", "unified logging, from JDK 9 on: -Xlog:gc*:file=gc.log"},
}

// Offered are the options that a JDK takes and that begin with some letters, behind a sign
// where one is typed: flags, or else the short forms too. Defaults are those under a collector.
func Offered(jdk int, collector, sign, letters string, flags bool) []Offer {
	var all []Offer
	if !flags {
		all = append(all, sizes...)
	}
	for f := range jvmflag.All(jdk) {
		if f.Kind.Debug() || !strings.HasPrefix(strings.ToLower(f.Name), strings.ToLower(letters)) || sign != "" && f.Type != jvmflag.Bool {
			continue
		}
		all = append(all, Offer{f.Name, written(*f, sign), "-XX:" + sign + f.Name, facts(*f, f.DefaultUnder(jdk, collector)) + fmt.Sprintf(" (JDK %d)", jdk)})
	}
	return all
}

// written is a flag as an option. A switch is turned to what it is not by itself, where no sign is typed.
func written(f jvmflag.Flag, sign string) string {
	switch {
	case f.Type != jvmflag.Bool:
		return "-XX:" + f.Name + "="
	case sign != "":
		return "-XX:" + sign + f.Name
	case f.Default == "true":
		return "-XX:-" + f.Name
	}
	return "-XX:+" + f.Name
}

// types say what a flag takes.
var types = map[jvmflag.Type]string{
	jvmflag.Bool: "switch", jvmflag.Unsigned: "number", jvmflag.Signed: "number", jvmflag.Double: "number", jvmflag.String: "text",
}

// facts are what a flag takes, needs, begins with and may be.
func facts(f jvmflag.Flag, initially string) string {
	said := types[f.Type]
	if isSize(f) {
		said = "size"
	}
	if f.Kind != jvmflag.Product {
		said = f.Kind.String() + " " + said
	}
	switch {
	case initially == "":
	case f.Type == jvmflag.Bool:
		said += ", " + map[bool]string{true: "on", false: "off"}[initially == "true"] + " by default"
	default:
		said += ", " + readable(f, initially) + " by default"
	}
	switch {
	case f.Least == "":
	case readable(f, f.Most) == unbounded:
		said += ", at least " + readable(f, f.Least)
	default:
		said += fmt.Sprintf(", from %s to %s", readable(f, f.Least), readable(f, f.Most))
	}
	return said
}

// isSize reports whether a flag counts bytes, as its name tells.
func isSize(f jvmflag.Flag) bool {
	return f.Type == jvmflag.Unsigned && strings.HasSuffix(f.Name, "Size") && f.Name != "ThreadStackSize"
}

// unbounded is the largest number that there is.
const unbounded = "no bound"

// readable writes a number for people: 124.8m, 8g, 200 ms.
func readable(f jvmflag.Flag, value string) string {
	n, err := strconv.ParseUint(value, 10, 64)
	switch {
	case err != nil:
		if real, err := strconv.ParseFloat(value, 64); err == nil && f.Type == jvmflag.Double {
			return strconv.FormatFloat(real, 'f', -1, 64) + unitOfFlag(f)
		}
		return value
	case n >= math.MaxInt64-1<<20:
		return unbounded
	case !isSize(f) || n < 1<<10:
		return value + unitOfFlag(f)
	}
	if exact := jvmflag.FormatSize(n); strings.Trim(exact, "0123456789") != "" {
		return exact
	}
	if n >= 1<<20 {
		return fmt.Sprintf("%.1fm", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1fk", float64(n)/(1<<10))
}

// Headline is what a finding says in one line, and on which JDKs.
func Headline(f report.Finding) string {
	if f.Holds == "" {
		return f.Message.String()
	}
	return fmt.Sprintf("%s (%s)", f.Message, f.Holds)
}

// FixTitle is what a fix does, and that it changes the behaviour if it does.
func FixTitle(f report.Fix) string {
	if f.Safety == lint.Safe {
		return f.Title.String()
	}
	return fmt.Sprintf("%s (%s)", f.Title, f.Safety)
}

// Rule is the page of a rule.
func Rule(r *lint.Rule) string {
	return fmt.Sprintf("### [%s](%s)\n\n%s", r.ID, pages.RulePageURL(r), pages.RuleMarkdown(r))
}

// Finding is all that a finding says, without the page of its rule.
func Finding(f report.Finding) string {
	lines := []string{fmt.Sprintf("%s: %s [%s]", f.Severity, f.Message, f.Rule.ID)}
	if f.Memory != nil {
		lines = append(lines, "", f.Memory.Table(), "")
	}
	return preformatted(nil, append(lines, f.Details()...)...)
}

// preformatted is a block of lines that are shown as they are, but for secrets and what cannot be seen.
func preformatted(hidden report.Secrets, parts ...string) string {
	lines := strings.Split(strings.TrimRight(strings.Join(parts, "\n"), "\n"), "\n")
	for i, line := range lines {
		lines[i] = hidden.Show(line)
	}
	text := strings.Join(lines, "\n")
	fence := report.Fence(text)
	return fence + "text\n" + text + "\n" + fence + "\n"
}
