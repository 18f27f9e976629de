package reading

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// assignmentStart is how an environment file or a shell script sets a variable.
var assignmentStart = lazyregexp.New(`^[ \t]*(export[ \t]+|ENV[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)(\+?=)`)

// Assigned is a variable and its value, without the quotes of the shell.
type Assigned struct {
	Name   string
	At     source.Text // the name, where it stands
	Value  source.Text
	adds   bool // to what the variable held before
	Closed bool // its quotes are
}

// AssignmentsAt reads the assignments that a line begins with, and tells where
// reading goes on. It gives none where the line is something else.
func AssignmentsAt(whole source.Text, at int) (found []Assigned, next int) {
	s := whole.String()
	for {
		m := assignmentStart.FindStringSubmatchIndex(s[at:LineAfter(s, at)])
		if m == nil {
			return found, LineAfter(s, at)
		}
		words := m[2] >= 0 || len(found) > 0 // export and ENV set word by word
		a := Assigned{Name: s[at+m[4] : at+m[5]], At: whole.Slice(at+m[4], at+m[5]), adds: s[at+m[6]:at+m[7]] == "+=", Closed: true}
		at += m[1]
		if words || at < len(s) && (s[at] == '"' || s[at] == '\'') {
			a.Value, at, a.Closed = shell.Unquote(whole, at, shell.Ends)
			next = LineAfter(s, at)
		} else {
			a.Value, next = restOfLine(whole, at)
			if strings.HasSuffix(a.Value.String(), ";") && endsSettings(s) {
				a.Value = a.Value.Slice(0, a.Value.Len()-1)
			}
		}
		a.adds = a.adds || addsTo(a.Name, a.Value)
		found = append(found, a.unit())
		if !words {
			return found, next
		}
	}
}

// entryAt is what stands on a line, or on several that go on: the variables that it sets, or the line itself.
func entryAt(whole source.Text, at int) (found []Assigned, line source.Text, next int) {
	if found, next = AssignmentsAt(whole, at); len(found) == 0 {
		line, next = restOfLine(whole, at)
	}
	return found, line, next
}

// entries are those of all lines but for comments.
func entries(whole source.Text) iter.Seq2[[]Assigned, source.Text] {
	return func(yield func([]Assigned, source.Text) bool) {
		for at, s := 0, whole.String(); at < len(s); {
			if end := LineAfter(s, at); IsComment(s[at:end]) {
				at = end
				continue
			}
			found, line, next := entryAt(whole, at)
			if !yield(found, line) {
				return
			}
			at = next
		}
	}
}

// endsSettings reports whether a file ends all of its settings, two at least, with a semicolon,
// which is none of their values then.
func endsSettings(whole string) bool {
	settings := 0
	for line := range strings.Lines(whole) {
		if line = strings.TrimSpace(line); IsComment(line) || !assignmentStart.MatchString(line) {
			continue
		}
		if settings++; !strings.HasSuffix(line, ";") {
			return false
		}
	}
	return settings > 1
}

// addsTo reports whether a value holds what the variable held before.
func addsTo(name string, value source.Text) bool {
	return strings.Contains(value.String(), "$"+name) || strings.Contains(value.String(), "${"+name)
}

// unit takes the variable out of a line of a systemd unit, which may stand in a
// text of its own: Environment="NAME=value".
func (a Assigned) unit() Assigned {
	if m := assignmentStart.FindStringSubmatchIndex(a.Value.String()); a.Name == "Environment" && m != nil {
		a.Name, a.At = a.Value.String()[m[4]:m[5]], a.Value.Slice(m[4], m[5])
		a.Value = a.Value.Slice(m[1], a.Value.Len())
	}
	return a
}

// HoldsOptions reports whether the value is JVM options: it begins with one, and the variable is one that the JVM
// reads, or an option marks it. Where -D alone does, another program may get it: a compiler takes -DNAME.
func (a Assigned) HoldsOptions() bool {
	if !a.MayHoldOptions() || slices.Contains(heapOptions, a.Value.String()) {
		return false
	}
	_, channel := ChannelOf(a.Name)
	return channel || beginsAsOptions(a.Value.String()) || plainlyOfJVM.MatchString(withGaps(a.Value).String()) || forJVM().MatchString(a.Name)
}

// heapOptions lack a size: a script puts one behind them that another variable holds.
var heapOptions = []string{"-Xmx", "-Xms", "-Xmn", "-Xss"}

// beginsAsOptions reports whether a value begins as most do, which needs no regular expression.
func beginsAsOptions(value string) bool {
	return strings.HasPrefix(value, "-XX:") || lists.AnyWord(value, strings.HasPrefix, heapOptions...)
}

// MayHoldOptions reports whether the value is JVM options where something else tells that a JVM gets it.
func (a Assigned) MayHoldOptions() bool {
	value := strings.TrimLeft(a.Value.String(), " \t\r\n\"'")
	if beginsAsOptions(value) {
		return true
	}
	if !optionOrVariable.MatchString(value) {
		return false
	}
	_, channel := ChannelOf(a.Name)
	other := strings.HasPrefix(value, "--") && !ofLauncher.MatchString(value) || ofOthers.MatchString(value)
	if other && !jvmflag.NamesJVM(a.Name) {
		return false // --conf, -c and their like are for another program, which may hand some on
	}
	return channel || OptionInside.MatchString(withGaps(a.Value).String()) // those of a command whose output it gets are none of the JVM's
}

// ofLauncher matches the options of java that begin with two dashes.
// https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html
var ofLauncher = lazyregexp.New(`^--(?:add-|class-path|module|patch-module|upgrade-module|enable-|illegal-|limit-modules|sun-misc|finalization|show-|list-modules|describe-module|validate-modules|source|disable-|dry-run|version|help)`)

// ofOthers matches an option of another program: of one letter, but for -m and -p of java, or -jvm of jsvc.
var ofOthers = lazyregexp.New(`^-(?:[a-lnoq-zA-Z]|jvm)\s`)

// plainlyOfJVM marks options that no compiler has, and properties in the manner of Java: -Da.b.
var plainlyOfJVM = lazyregexp.New(`(?:^|[\s"'])-(?:X(?:m[xsn]|ss|X:|log)|D[a-z][^\s=.]*\.|javaagent:|agentlib:|agentpath:)`)

// forJVM is a variable whose options a JVM gets whatever they are: its name says so, or it
// is one of a program that runs on a JVM.
var forJVM = sync.OnceValue(func() *regexp.Regexp {
	programs := strings.Join(catalogue.Facts("Prefixes")[0].Words("Variables"), "|")
	return regexp.MustCompile(`(?i)java|jvm|jdk|jre|heap|jmx|catalina|vmoptions` +
		`|(?:^|_)(?:` + programs + `)_(?:\w*_)?(?:opts?|options|args|flags|params)$`)
})

// optionOrVariable is how options begin, and what somebody puts some in for. A list
// of YAML begins with a dash too, and a blank behind it.
var optionOrVariable = lazyregexp.New("^(?:-[^\\s-]|--[a-z]|\\$|" + source.Gap + ")")

// ChannelOf is the channel of a variable that the JVM reads itself.
func ChannelOf(name string) (jvmflag.Channel, bool) {
	named := func(c jvmflag.Channel) bool { return c.String() == name }
	if c, own := lists.First(jvmflag.EnvironmentChannels, named); own {
		return c, true
	}
	return jvmflag.CommandLine, false
}

// LineAfter is where the line behind the one at a place begins.
func LineAfter(s string, at int) int {
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(s)
}

// JoinedLine is a line and those in which it goes on, and where reading goes on. Piece gives what of a line, without its
// end, belongs to it, and whether the next goes on with it; of the next ones those are left out that skip says.
func JoinedLine(
	whole source.Text, at int, skip func(line string) bool, piece func(line source.Text) (source.Text, bool),
) (line source.Text, next int) {
	s, parts := whole.String(), []source.Text{whole.Slice(at, at)}
	for goesOn := true; goesOn && at < len(s); {
		next = LineAfter(s, at)
		if len(parts) == 1 || skip == nil || !skip(s[at:next]) {
			var part source.Text
			part, goesOn = piece(whole.Slice(at, at+len(strings.TrimRight(s[at:next], "\r\n"))))
			parts = append(parts, part)
		}
		at = next
	}
	return source.Join(parts...), at
}

// WithoutLast is a line that ends in a sign without it, and whether it does.
func WithoutLast(line source.Text, sign string) (source.Text, bool) {
	if strings.HasSuffix(line.String(), sign) {
		return line.Slice(0, line.Len()-len(sign)), true
	}
	return line, false
}

// restOfLine is what stands behind the sign of an unquoted assignment: an environment file takes it whole. Lines that
// end in a backslash go on, and a comment behind a blank is none of it.
func restOfLine(whole source.Text, at int) (source.Text, int) {
	return JoinedLine(whole, at, nil, func(line source.Text) (source.Text, bool) {
		return WithoutLast(line.Slice(0, commentAt(line.String())), `\`)
	})
}

// commentAt is where a comment begins at the end of a line, else the line's
// length. A # within quotes begins none, unless they are never closed.
func commentAt(line string) int {
	sign, open := commentBehind(line, 0, len(line), false)
	if sign >= 0 {
		return sign - 1
	}
	if i := strings.Index(line, " #"); open && i >= 0 {
		return i
	}
	return len(line)
}

// conventional reports whether a name says that it holds options of the JVM, as those do that start scripts know:
// JAVA_OPTS, KAFKA_HEAP_OPTS, CATALINA_OPTS, PULSAR_MEM, SERVER_JVMFLAGS, javaOptions, additional_java_arguments.
func conventional(name string) bool {
	lower := strings.ToLower(name)
	return jvmflag.NamesJVM(name) || lists.AnyWord(lower, strings.Contains, "vmoptions", "opts", "jmx") ||
		lists.AnyWord(lower, strings.HasSuffix, "opt", "option", "options", "args", "arguments", "flags", "params", "parameters") ||
		slices.Contains([]string{"gc", "mem", "memory"}, lower[strings.LastIndexAny(lower, "_.-")+1:])
}

// EvidenceOf is how sure it is that a JVM gets the options which stand in a variable or under a key.
func EvidenceOf(name string) jvmflag.Evidence {
	if _, own := ChannelOf(name); own {
		return jvmflag.Runs
	}
	if conventional(name) && !misspelt(name) && !(strings.Contains(name, "__") && nestedName.MatchString(name)) {
		return jvmflag.ByConvention
	}
	return jvmflag.LooksLike
}

// nestedName is the path of a setting of some program, as in RUNNER_JAVA__OPTIONS: what it starts may get the options.
var nestedName = lazyregexp.New(`[A-Za-z]__[A-Za-z]`)

// misspelt tells JAVE_OPTS: no script reads it, though whoever wrote it meant one.
func misspelt(name string) bool {
	return slices.ContainsFunc(spelling.Near(name, slices.Values(commonNames), 1), func(m spelling.Match) bool {
		return m.Letters == 1 && len(m.Name) == len(name)
	})
}

var commonNames = []string{"JAVA_OPTS", "JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CATALINA_OPTS"}

// ofAnother reports whether a variable bears the name of a program, as TRINO_JAVA_OPTS does, that none of the
// given names of a container and its image have. Of an abbreviation, as in ES_JAVA_OPTS, nobody can tell.
func ofAnother(variable string, names ...string) bool {
	own := strings.ToLower(strings.Join(names, " "))
	program, _, _ := strings.Cut(variable, "_")
	return len(program) > len("ZK") && strings.Contains(variable, "_JAVA_") && !ofJVM.MatchString(program) && !strings.Contains(own, strings.ToLower(program))
}

// ofJVM finds the first word of a variable that names no program.
var ofJVM = lazyregexp.New(`(?i)java|jvm|jdk|jre|heap|opts?$|options?$|args$|gc$|mem|` +
	`^(?:app|application|service|server|spring|catalina)$`)
