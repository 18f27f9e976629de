package reading

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Complete takes out options that are filled in later: nobody can predict a JVM whose heap is ${HEAP}, and only its
// other options are judged. Where options stand in a file of their own nothing is.
func (in *Input) Complete(w *workload.Workload) {
	w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool {
		name, older := strings.CutPrefix(o.String(), "-Xloggc:") // JDK 8 looks at each character of the name
		ofWindows := older && strings.Contains(name, `\`) && o.Evidence < jvmflag.Runs
		if ofWindows {
			in.Doubt(w, o.Text.Foremost(), "%s holds a path of Windows, whose JVM has other bounds", o.Text.AsWritten())
		}
		open := older && HasPlaceholder(name) || logsUnknown(o.String())
		if open {
			w.Open = append(w.Open, o)
		}
		return ofWindows || open || strings.Contains(o.String(), "$") && recordsUnknown.MatchString(o.String())
	})
	w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool {
		open := w.HasJVM() &&
			(HasPlaceholder(o.String()) || !jvmflag.GivesSize(o.String()) && namedSize.MatchString(o.String())) &&
			decides(o.String())
		if w.HasJVM() && isOfLimit(o, open) {
			w.HeapOfLimit = o.Text
		}
		if open && w.Decided() && w.HeapOfLimit.Len() == 0 {
			in.Doubt(w, o.Text.Foremost(), "the value of %s is unknown", o.Text.AsWritten())
		}
		if open {
			w.Open = append(w.Open, o)
			w.KnowsAtMost(workload.Undecided)
		}
		return open
	})
	if !slices.ContainsFunc(w.Options, jvmflag.Option.NamesOptionsFile) {
		return
	}
	for _, o := range w.Command().Resolve(jvmflag.Supported[len(jvmflag.Supported)-1]).Unread {
		if w.HasJVM() {
			w.Doubt = in.NotJudged(o.Text.Span(), "the contents of the file that %s names are unknown", o)
		}
		w.Known = workload.Nothing
	}
}

// namedSize is a size in whose place stands a name or NNNN, for which sed or a person puts it in.
var namedSize = lazyregexp.New(`^-X(?:m[nsx]|ss)(?:[A-Z_]{3,}|_*[A-Z][A-Z\d]*_[A-Z\d_]*)[kmgt]?$`)

// recordsUnknown is a recording of which not even the settings are named.
var recordsUnknown = lazyregexp.New(`^-XX:(?:StartFlightRecording|FlightRecorderOptions)[=:](?:.*,)?\$\{?\w`)

// logsUnknown tells an option of unified logging of which more than the file is not known: what is logged, and how.
func logsUnknown(option string) bool {
	parts, logs := strings.CutPrefix(option, "-Xlog:")
	switch {
	case logs && driveOfWindows.MatchString(parts): // whose JVM reads it otherwise
		return true
	case !logs || !HasPlaceholder(parts):
		return false
	}
	for i, part := range strings.Split(withoutDefaults.ReplaceAllString(parts, "$${}"), ":") {
		if i != 1 && HasPlaceholder(part) {
			return true
		}
	}
	return false
}

var driveOfWindows = lazyregexp.New(`^[^:]*:(?:file=)?"?[A-Za-z]:[\\/]`)

// withoutDefaults are variables with what stands in their place.
var withoutDefaults = lazyregexp.New(`\$\{[^}]*\}`)

// decides reports whether an option, with a value that is not known, leaves the
// JVM unknown too: a size or a number does, the name of a file does not.
func decides(option string) bool {
	name, xx := strings.CutPrefix(option, "-XX:")
	if !xx {
		name, is := strings.CutPrefix(option, "-")
		whole := is && jvmflag.FilledIn(strings.TrimPrefix(strings.TrimLeft(name, "-"), "X")) // not even its name is known
		return whole || strings.HasPrefix(option, "-Xm") || strings.HasPrefix(option, "-Xss")
	}
	name, _, _ = strings.Cut(strings.TrimLeft(name, "+-"), "=")
	return HasPlaceholder(name) || slices.ContainsFunc(jvmflag.Supported, func(jdk int) bool {
		flag, known := jvmflag.Lookup(jdk, name)
		return known && flag.Type != jvmflag.String
	})
}

// HasPlaceholder tells of a value that somebody fills in: a shell, Kubernetes, Compose, Maven, a template, a script that
// looks for {HEAP} or ##HEAP##, or a person who reads <size>.
func HasPlaceholder(s string) bool {
	return (strings.ContainsAny(s, "$`{<@%#") || strings.Contains(s, source.Gap)) && placeholder.MatchString(s)
}

var placeholder = lazyregexp.New("[$#]\\{|\\$[(\\[]|\\$[1-9A-Za-z_]|\\{[{%]|<[%A-Za-z]|`|@\\w[\\w.-]*@|%[A-Za-z_]\\w*%|\\{[A-Z][A-Z\\d_]+\\}|##[A-Z][A-Z\\d_]+##|" + source.Gap)

// MemoryLimit stands for the limit of the container, whatever it is.
func MemoryLimit(divisor string) string {
	if divisor == "1" {
		return "$(limits.memory)"
	}
	return "$(limits.memory/" + divisor + ")"
}

// isOfLimit tells an option that takes the heap from the limit; where that is not known, all of it.
func isOfLimit(o jvmflag.Option, open bool) bool {
	if !strings.HasPrefix(o.String(), "-Xmx") {
		return false
	}
	if open {
		of := func(unit [2]string) bool { return o.String() == "-Xmx"+MemoryLimit(unit[0])+unit[1] }
		return slices.ContainsFunc([][2]string{{"1", ""}, {"1Ki", "k"}, {"1Mi", "m"}, {"1Gi", "g"}}, of)
	}
	return slices.ContainsFunc(o.Text.Pieces(), func(p source.Text) bool {
		return !p.Exact() && p.Foremost().String() == "limits.memory"
	})
}

// withGaps leaves a gap for what somebody puts in later, and may be any number of words: the output of a command,
// $(hostname -I) or `hostname -I`, whose own options are none of the JVM's; an action of a template, in whatever
// language. $(NAME) and ${NAME} without blanks are words already, and may be variables of Kubernetes.
func withGaps(t source.Text) source.Text {
	s := t.String()
	if !strings.ContainsAny(s, "$`{<#") {
		return t
	}
	var parts [][]int
	for i := 0; i < len(s); i++ {
		if end := filledInAt(s, i); end > i+1 {
			parts = append(parts, []int{i, end})
			i = end - 1
		}
	}
	return t.Replace(parts, func(m []int) (source.Text, bool) { return source.GapAt(t.Slice(m[0], m[1]).Span()), true })
}

// Undoubled puts the first character of a part in for the part: one sign for two of it.
func Undoubled(t source.Text, twice *lazyregexp.Regexp) source.Text {
	return t.Replace(twice.FindAllStringIndex(t.String(), -1), func(m []int) (source.Text, bool) {
		return t.Slice(m[0], m[0]+1), true
	})
}

// SingleDollars puts a dollar sign in for two, with which Compose and systemd write one.
func SingleDollars(t source.Text) source.Text { return Undoubled(t, twoDollars) }

var twoDollars = lazyregexp.New(`\$\$`)

// templateBrackets are those of actions, of the languages that files of options are written in.
var templateBrackets = []struct{ open, closing string }{{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}, {"#{", "}"}}

// longestAction is in bytes. What is never closed costs no more than that, each time.
const longestAction = 1000

// filledInAt is the end of what is put in at a place; the place itself where nothing is.
func filledInAt(s string, i int) int {
	s = s[:min(i+longestAction, len(s))]
	end := i
	switch s[i] {
	case '$':
		if strings.HasPrefix(s[i:], "$(") {
			end = shell.Closing(s, i+1, '(', ')') + 1
		}
		if strings.HasPrefix(s[i:], "${") {
			end = shell.Closing(s, i+1, '{', '}') + 1
		}
	case '`':
		end = i + 2 + strings.IndexByte(s[i+1:], '`')
	case '{', '<', '#':
		for _, b := range templateBrackets {
			if strings.HasPrefix(s[i:], b.open) {
				if n := strings.Index(s[i+len(b.open):], b.closing); n >= 0 {
					return i + len(b.open) + n + len(b.closing)
				}
			}
		}
	}
	return either.Of(end <= i+1 || !strings.ContainsAny(s[i:end], " \t\r\n"), i, end)
}
