package jvmflag

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// launcher turns the words of a command line into options of the JVM.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/native/libjli/java.c, ParseArguments (JDK 9 to 25)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/jdk/src/share/bin/java.c (JDK 8)
type launcher struct {
	*reader
	words    []Option // of JDK_JAVA_OPTIONS, then of the command line, with the files of arguments in their places
	main     int      // index of the word behind the main class or what else is run; 0: not found
	expects  bool     // the next word is the argument of an option
	verbatim bool     // --disable-@files: @ is an ordinary character
	options  []Option // for the JVM
}

// launch reads the launcher's of the words. It leaves options for the JVM, the
// program, and the words that the program gets. count is how many are the launcher's.
func (r *reader) launch(words []Option, count int) []Option {
	l := &launcher{reader: r, words: make([]Option, 0, count), options: make([]Option, 0, count)}
	for _, w := range words {
		if w.Channel == JDKJavaOptions && l.Table > 8 && w.For(l.JDK) {
			l.fromVariable(w)
		}
	}
	if l.main > 0 {
		l.refuse(newRefusal(l.words[l.main-1], LauncherError, "Error: Cannot specify main class in environment variable JDK_JAVA_OPTIONS"))
		return nil
	}
	for _, w := range words {
		if w.Channel == CommandLine && w.For(l.JDK) {
			l.expand(w)
		}
	}
	l.read()
	return l.options
}

// ProgramAt is the index of the word at which the options of a line end: -jar,
// the main class, -version. It is the number of words where none does.
func ProgramAt(words []Option) int {
	l := &launcher{reader: &reader{Resolution: &Resolution{Table: Tables[len(Tables)-1]}}}
	for i := 0; i < len(words); i++ {
		s := words[i].String()
		switch own := argumentOf(l.Table, s).what; {
		case own == namesMainModule, isModule(s), s == "-jar", l.ends(s),
			!strings.HasPrefix(s, "-") && !isArgumentFile(s) && !FilledIn(s):
			return i
		case own != "":
			i++
		}
	}
	return len(words)
}

// notInVariable are words that must not stand in JDK_JAVA_OPTIONS.
var notInVariable = map[string]bool{
	"-jar": true, "-m": true, "--module": true, "--dry-run": true, "-h": true, "-?": true, "-help": true, "--help": true, "-X": true,
	"--help-extra": true, "-version": true, "--version": true, "-fullversion": true, "--full-version": true,
}

func (l *launcher) fromVariable(w Option) {
	before := len(l.words)
	l.expand(w)
	for _, added := range l.words[before:] {
		if s := added.String(); !notInVariable[s] && (l.Table == 11 || !isModule(s)) { // JDK 11 takes --module=
			continue
		}
		line := fmt.Sprintf("Error: Option %s is not allowed in environment variable JDK_JAVA_OPTIONS", added)
		if isArgumentFile(w.String()) {
			line = fmt.Sprintf("Error: Option %s in %s is not allowed in environment variable JDK_JAVA_OPTIONS", added, w.String()[1:])
		}
		l.refuse(newRefusal(w, LauncherError, line))
	}
}

// isModule tells an option that holds the main module, which ends the options as -m and the next word do.
func isModule(w string) bool { return strings.HasPrefix(w, "--module=") }

func isArgumentFile(w string) bool { return len(w) > 1 && w[0] == '@' && w[1] != '@' }

// expand takes a word over, or those of the file that it names.
func (l *launcher) expand(w Option) {
	s := w.String()
	switch {
	case l.Table < 9 || l.main > 0 || l.verbatim || len(s) < 2 || s[0] != '@':
		l.take(w)
	case s[1] == '@':
		l.take(w.saying(w.Text.Slice(1, len(s))))
	default:
		content, _ := l.file(w, s[1:], newRefusal(w, LauncherError, fmt.Sprintf("Error: could not open `%s'", s[1:])))
		for _, a := range argumentWords(content) {
			l.take(Option{Text: a.Text, Channel: w.Channel, Evidence: w.Evidence, Since: w.Since, Until: w.Until, Except: w.Except}.Written(a.Written))
		}
	}
}

// take looks for the main class while words come in, as files of arguments are not expanded behind it.
func (l *launcher) take(w Option) {
	l.words = append(l.words, w)
	s := w.String()
	switch {
	case strings.HasPrefix(s, "-"):
		l.expects = argumentOf(l.Table, s).what != "" && s != "--module" && s != "-m"
		l.verbatim = l.verbatim || s == "--disable-@files"
	case l.expects:
		l.expects = false
	case l.main == 0:
		l.main = len(l.words)
	}
}

// ownArgument is an option whose argument may be the next word.
type ownArgument struct {
	what    string // becomes of it: one of the words below
	since   int
	missing string // what the launcher says of an option without it
	empty   string // what it says where nothing stands behind an equals sign; empty where it does not look
}

const (
	passedOn        = "passed" // the JVM gets option=argument
	namesMainModule = "main"   // what is run
)

var ownArguments = sync.OnceValue(func() map[string]ownArgument {
	return lists.Map(lists.Rows(ownArgumentsTSV), func(c []string) (string, ownArgument) {
		return c[4], ownArgument{c[1], CellNumber(c[0]), c[3], c[2]}
	})
})

//go:embed launcher_arguments.tsv
var ownArgumentsTSV string

// TakesArgument tells an option of the launcher whose argument is the next word, on any release.
func TakesArgument(option string) bool { return argumentOf(Tables[len(Tables)-1], option).what != "" }

func argumentOf(table int, option string) ownArgument {
	if argument := ownArguments()[option]; table >= argument.since {
		return argument
	}
	return ownArgument{}
}

// read goes through the words up to what is run.
func (l *launcher) read() {
	jar, lists := false, ""
	for i := 0; i < len(l.words); i++ {
		w := l.words[i]
		s := w.String()
		if !strings.HasPrefix(s, "-") {
			if FilledIn(s) && (!jar || l.jarFollows(i+1)) { // what it stands for is not known
				continue
			}
			kind := either.Of(jar, JarFile, MainClass)
			l.run(kind, s, i+1)
			return
		}
		own := argumentOf(l.Table, s)
		name, nothing := strings.CutSuffix(s, "=")
		switch {
		case s == "-jar": // what follows are options still, up to the file
			jar = true
			if i+1 == len(l.words) && l.command.Whole {
				refusal := newRefusal(w, LauncherError, "Error: -jar requires jar file specification")
				if l.Refusal == nil { // it still brings a JVM up, with the options before
					l.late = refusal
				}
				l.refuse(refusal)
			}
		case own.what != "":
			if i+1 == len(l.words) || l.Table > 8 && strings.HasPrefix(l.words[i+1].String(), "-") {
				if i+1 < len(l.words) || l.command.Whole { // at the end of a part of a command line nothing is missing
					l.refuse(newRefusal(w, LauncherError, fmt.Sprintf("Error: %s requires %s", w, own.missing)))
				}
				return
			}
			i++
			if own.what == namesMainModule {
				l.run(MainModule, l.words[i].String(), i+1)
				return
			}
			if s == "-d" || s == "--describe-module" {
				lists = s
			}
			if own.what == passedOn {
				l.options = append(l.options, passed(w, l.words[i]))
			}
		case nothing && argumentOf(l.Table, name).empty != "":
			l.refuse(newRefusal(w, LauncherError, fmt.Sprintf("Error: %s requires %s", s, argumentOf(l.Table, name).empty)))
			return
		case l.Table > 8 && isModule(s):
			l.run(MainModule, strings.TrimPrefix(s, "--module="), i+1)
			return
		case l.Table == 8 && s == "-d32":
			l.refuse(newRefusal(w, LauncherError, "Error: This Java instance does not support a 32-bit JVM.", "Please install the desired version."))
		case l.Table == 8 && strings.HasPrefix(s, "-version:"):
			l.refuse(newRefusal(w, LauncherError, fmt.Sprintf("Error: Unable to locate JRE meeting specification \"%s\"", s[len("-version:"):])))
		case l.ends(s):
			kind := either.Of(s == "-fullversion" || s == "--full-version", Ends, Printed)
			l.run(kind, s, i+1)
			return
		default:
			if l.Table > 8 && (s == "--list-modules" || s == "--validate-modules" || strings.HasPrefix(s, "--describe-module=")) {
				lists = s // and needs no program
			}
			l.option(w, s)
		}
	}
	if lists != "" {
		l.Program = Program{Kind: Printed, Name: lists}
	}
}

// jarFollows reports whether a file stands behind further options: what is filled in before them is options, too.
func (l *launcher) jarFollows(at int) bool {
	for _, w := range l.words[at:] {
		if s := w.String(); !strings.HasPrefix(s, "-") && !FilledIn(s) {
			return strings.HasSuffix(s, ".jar")
		}
	}
	return false
}

// settingsTopics are what -XshowSettings: shows in JDK 24 and later.
var settingsTopics = []string{
	"all", "locale", "properties", "security", "security:all", "security:properties", "security:providers", "security:tls",
	"system", "vm",
}

// run ends the reading of options: what follows belongs to the program.
func (l *launcher) run(kind ProgramKind, name string, next int) {
	l.Program = Program{Kind: kind, Name: name}
	l.ProgramAt, l.Arguments = l.words[next-1], l.words[next:]
}

// ends tells words at which the launcher prints something and ends.
func (l *launcher) ends(s string) bool {
	switch s {
	case "-version", "-help", "-h", "-?", "-X", "-fullversion":
		return true
	case "--version", "--help", "--help-extra", "--full-version":
		return l.Table > 8
	}
	return false
}

// passed is an option as the JVM gets it, with its argument.
func passed(w, argument Option) Option {
	name := either.Of(w.String() == "-p", "--module-path", w.String())
	w = w.saying(source.Join(source.Unlocated(name, "the launcher"), source.Unlocated("=", "the launcher"), argument.Text))
	w.launched = &argument.Text
	return w
}

// translations are options of old that the launcher hands on in other words, and from some release on warns of.
var translations = []struct {
	option, jvm          string
	since, until, warned int
}{
	{"-verbosegc", "-verbose:gc", 8, 0, 24},
	{"-t", "-Xt", 8, 23, never}, {"-tm", "-Xtm", 8, 23, never},
	{"-debug", "-Xdebug", 8, 0, 24},
	{"-noclassgc", "-Xnoclassgc", 8, 26, 24},
	{"-Xfuture", "-Xverify:all", 8, 23, 13},
	{"-verify", "-Xverify:all", 8, 0, 24},
	{"-verifyremote", "-Xverify:remote", 8, 26, 24},
	{"-noverify", "-Xverify:none", 8, 26, never},
}

const never = math.MaxInt // a release

// kept are the launcher's own words, which the JVM never sees; from prefixes on any ending goes.
var kept = []struct {
	option       string
	prefix       bool
	since, until int
}{
	{"-server", false, 8, 0}, {"-client", false, 8, 0}, {"-d64", true, 8, 8}, {"-d32", true, 8, 8},
	{"-showversion", false, 8, 0}, {"--show-version", false, 9, 0}, {"--dry-run", false, 9, 0}, {"-XshowSettings", false, 8, 0},
	{"-XshowSettings:", true, 8, 0}, {"-Xdiag", false, 8, 0}, {"--show-module-resolution", false, 9, 0}, {"--list-modules", false, 9, 0},
	{"--validate-modules", false, 9, 0}, {"--show-resolved-modules", false, 9, 0}, {"-splash:", true, 8, 0}, {"--disable-@files", false, 18, 0},
	{"-version:", true, 8, 8}, {"-jre-restrict-search", false, 8, 8}, {"-no-jre-restrict-search", false, 8, 8},
	{"--class-path=", true, 9, 0}, {"--describe-module=", true, 9, 0}, {"--source=", true, 11, 0},
	{"-XXaltjvm=", true, 8, 0},
}

// Within reports whether a JDK is one of those of a row; until is 0 where the row has not ended.
func Within(jdk, since, until int) bool { return since <= jdk && (until == 0 || jdk <= until) }

// option hands one word to the JVM, in its own words.
func (l *launcher) option(w Option, s string) {
	if Within(l.Table, 9, 23) { // says that they are gone, and hands them on
		switch {
		case strings.HasPrefix(s, "-version:"):
			l.complain(w, "Error: Specifying an alternate JDK/JRE version is no longer supported.",
				"  The use of the flag '-version:' is no longer valid.", "  Please download and execute the appropriate version.")
		case s == "-jre-restrict-search", s == "-jre-no-restrict-search":
			l.complain(w, "Error: Specifying an alternate JDK/JRE is no longer supported.",
				"  The related flags -jre-restrict-search | -jre-no-restrict-search are also no longer valid.")
		}
	}
	value, found := strings.CutPrefix(s, "-XshowSettings:")
	if found && l.Table >= 24 && !slices.Contains(settingsTopics, value) {
		l.settings = w
	}
	for _, k := range kept {
		if Within(l.Table, k.since, k.until) && (s == k.option || k.prefix && strings.HasPrefix(s, k.option)) {
			return
		}
	}
	if l.Table < 24 && slices.Contains([]string{"-checksource", "-cs", "-noasyncgc"}, s) {
		l.say(Message{Line: fmt.Sprintf("Warning: %s option is no longer supported.", s), Cause: ObsoleteFlag, At: w.Text})
		return
	}
	for _, t := range translations {
		if s == t.option && Within(l.Table, t.since, t.until) {
			if l.Table >= t.warned {
				l.warnOfLauncher(w, s)
			}
			w = w.as(source.Unlocated(t.jvm, "the launcher, for "+s))
			break
		}
	}
	for _, prefix := range [...]string{"-ss", "-ms", "-mx", "-oss"} {
		if strings.HasPrefix(s, prefix) && (l.Table < 24 || prefix != "-oss") {
			if l.Table >= 24 {
				l.warnOfLauncher(w, prefix)
			}
			w = w.as(source.Join(source.Unlocated("-X", "the launcher"), w.Text.Slice(1, w.Text.Len())))
		}
	}
	if l.Table == 8 && strings.HasPrefix(s, "-prof") {
		w = w.as(source.Unlocated("-Xrunhprof:cpu=old,file=java.prof", "the launcher, for "+s))
	}
	l.options = append(l.options, w)
}

func (r *reader) complain(o Option, lines ...string) {
	for _, line := range lines {
		r.say(Message{Line: line, Cause: UnknownOption, At: o.at()})
	}
}

func (l *launcher) warnOfLauncher(w Option, name string) {
	l.say(Message{Line: fmt.Sprintf("Warning: %s option is deprecated and may be removed in a future release.", name), Cause: DeprecatedFlag, At: w.Text})
}
