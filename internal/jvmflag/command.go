package jvmflag

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Command is all that decides how a JVM reads its options.
type Command struct {
	// Options are the words of all channels, in any order between channels and in the order of reading within one.
	// Those of the command line and of JDK_JAVA_OPTIONS include the launcher's own, such as -cp and its argument.
	Options   []Option
	Whole     bool       // the command line is all that java gets: nothing follows its last word
	Variables []Variable // the environment variables that are set
	Files     Files      // nil: files that options name are not looked at

	Forbids func(name string) bool // tells a file on a read-only file system; nil where none is known
}

// Variable is an environment variable that the JVM or its launcher reads itself. Its words stand among the options.
type Variable struct {
	Channel Channel
	Text    source.Text // its value
}

// Files gives what files hold that options name: files of arguments (@name),
// -XX:Flags= and -XX:VMOptionsFile=. A file that is not there is an error for
// which errors.Is(err, fs.ErrNotExist) holds, and the JVM's verdict; any other error leaves open what it holds.
type Files interface {
	Read(name string) (source.Text, error)
}

var errNotLookedAt = errors.New("files are not looked at")

func (c Command) read(name string) (source.Text, error) {
	switch {
	case name == "":
		return source.Text{}, fs.ErrNotExist
	case c.Files == nil:
		return source.Text{}, errNotLookedAt
	}
	return c.Files.Read(name)
}

// file is what a file holds that an option names. It refuses one that is not there, and notes one that cannot be read.
func (r *reader) file(o Option, name string, missing *Refusal) (text source.Text, read bool) {
	text, err := r.command.read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.refuse(missing)
	case err != nil:
		r.Unread = append(r.Unread, o)
	}
	return text, err == nil
}

// logFiles is what Files may be as well: it reports whether a log file can be
// written. Without it every file can, in a folder that exists.
type logFiles interface {
	// Writable is nil, fs.ErrNotExist where the folder is missing, or fs.ErrPermission.
	Writable(name string) error
}

// presentFiles is what Files may be as well: it reports whether a file or folder
// is there. Without it, what the JVM itself reads is taken to be there.
type presentFiles interface {
	Present(name string) bool
}

// Lacks tells that a file that an option names is known not to be there.
func (r *Resolution) Lacks(name string) bool { return r.present != nil && !r.present.Present(name) }

// Program is what the launcher starts when the JVM is up.
type Program struct {
	Kind ProgramKind
	Name string // of the class, the jar file, the module or the source file
}

// ProgramKind tells programs apart.
type ProgramKind uint8

const (
	NoProgram ProgramKind = iota // none is named
	MainClass
	JarFile
	MainModule
	Printed // the launcher has the JVM print something and ends, as after -version
	Ends    // something is printed and no JVM comes up, as after -fullversion
)

// Completion gives the flags that a program sets by itself before it starts its JVM: beside those that its options
// set, and for the memory of the machine in bytes, which may be unknown.
type Completion func(given *Resolution, memory source.Value) []Setting

// Completed are the options as the program completes them in that much memory. It starts
// from what the program was given, even if r was completed before.
func (r *Resolution) Completed(memory source.Value) *Resolution {
	if r.Completion == nil {
		return r
	}
	given := r.Given()
	completed := given.With(r.Completion(given, memory))
	completed.Completion, completed.given = r.Completion, given
	return completed
}

// With are the options with further flags set, and no program to complete them.
func (r *Resolution) With(set []Setting) *Resolution {
	with := *r
	with.Completion, with.given = nil, nil
	with.Settings = maps.Clone(r.Settings)
	for _, s := range set {
		with.Settings[s.Flag.Name] = s
	}
	return &with
}

// Likeness is the same for options that say the same, wherever they stand. It tells false where
// files that are known to be there or not decide what the JVM does, too.
func (r *Resolution) Likeness() ([]byte, bool) {
	like := strconv.AppendInt(make([]byte, 0, 512), int64(r.JDK), 10)
	for _, o := range r.Options {
		like = append(append(like, 0, byte(o.Channel)), o.String()...)
	}
	for _, s := range r.History {
		like = append(append(like, 0, byte(s.Option.Channel)), s.Flag.Name...)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Settings)) { // With and others change them
		s := r.Settings[name]
		like = append(append(like, 0, byte(s.Option.Channel)), name...)
		like = append(strconv.AppendUint(append(like, '='), s.Number^math.Float64bits(s.Double), 16), s.Text...)
	}
	return like, r.present == nil
}

// Given are the options before a program completed them.
func (r *Resolution) Given() *Resolution { return cmp.Or(r.given, r) }

// jvmWord matches options that no program would have itself; likelyWord matches options that some programs have.
var (
	jvmWord    = lazyregexp.New(`^-(XX:|Xm[xsn]\d|Xss\d|Xloggc:|Xlog:)`)
	likelyWord = lazyregexp.New(`^-(D[A-Za-z_][\w.-]*(=|$)|javaagent:|agentlib:|agentpath:)`)
)

// className matches how people name a class, by its package or with a capital:
// no other word in a text of options is a program.
var className = lazyregexp.New(`^(?:(?:[A-Za-z_$][\w$]*[./])+[A-Za-z_$][\w$]*|[A-Z][\w$]*)$`)

// NamesClass reports whether a word in the place of the main class is named as people name classes.
func (p Program) NamesClass() bool { return p.Kind == MainClass && className.MatchString(p.Name) }

// MeantForJVM are the arguments of the program that are likely meant for the JVM, but for those after --. It is sure
// where no program would have one of them itself.
func (r *Resolution) MeantForJVM() (options []Option, sure bool) {
	for _, o := range r.Arguments {
		if o.String() == "--" {
			break
		}
		of := jvmWord.MatchString(o.String())
		if sure = sure || of; of || likelyWord.MatchString(o.String()) {
			options = append(options, o)
		}
	}
	return options, sure
}

// StrayWord reports whether the word in the place of the main class is none, as an option of the JVM or -jar follows:
// lost is that option. A word that is known to be refused is none of these, nor one of a command that is known in
// part: it may be a word of a message.
func (r *Resolution) StrayWord() (lost Option, stray bool) {
	name, at := r.Program.Name, r.ProgramAt
	runs := at.Evidence >= Runs && (!r.whole || NoClass(name))
	filledIn := strings.ContainsAny(name, "${}%<") || source.HasGap(name)
	if r.Program.Kind != MainClass || r.Program.NamesClass() || runs || filledIn || at.Perhaps || strings.HasPrefix(name, "-") {
		return Option{}, false
	}
	return lists.First(r.Arguments, func(o Option) bool { return o.String() == "-jar" || jvmWord.MatchString(o.String()) })
}

// RunsCommand reports whether an option has a command: a word of that may have become an option.
func RunsCommand(word string) bool {
	return lists.AnyWord(word, strings.HasPrefix, "-XX:OnError=", "-XX:OnOutOfMemoryError=")
}

// asProperty matches an option of the JVM behind -D, which makes a property of it.
var asProperty = lazyregexp.New(`^-D(X(?:m[xsn]|ss)=?\d|XX:[+-]?\w)`)

// AsProperty gives the option of the JVM of which a D makes a property that nothing reads: -DXmx=1g.
func AsProperty(word string) (meant string, is bool) {
	if !strings.HasPrefix(word, "-DX") || !asProperty.MatchString(word) {
		return "", false
	}
	meant = "-" + word[len("-D"):]
	if !strings.HasPrefix(meant, "-XX:") {
		meant = strings.Replace(meant, "=", "", 1)
	}
	return meant, true
}

// NamesJVM reports whether a name says that it is of a JVM, however it is spelt: JAVA_OPTS, jvmHeapSize; not BUILD_OPTS.
func NamesJVM(name string) bool {
	return lists.AnyWord(strings.ToLower(name), strings.Contains, "java", "jvm", "jdk", "jre", "catalina", "heap")
}

// nearly are words that are no options, and that no class is called: the launcher takes them for
// the main class. what turns one into the option that was meant.
var nearly = []struct {
	word  *lazyregexp.Regexp
	until int // the last release on which it is none; 0: none yet
	meant func(word string) string
}{
	{lazyregexp.New(`^(?:XX:[+-]?\w|X(?:m[xsn]|ss)\d+[kKmMgGtT]?$|X(?:log|loggc|share|verify):|D[A-Za-z][\w-]*(?:\.[\w-]+)*=|(?:javaagent|agentlib|agentpath):)`), 0, func(w string) string { return "-" + w }},
	{lazyregexp.New(`^[\x{2010}-\x{2015}\x{2212}]+(?:XX:|X[a-z]|D\w|jar$|server$|ea$|cp$)`), 0, func(w string) string { return "-" + strings.TrimLeft(w, "‐‑‒–—―−") }},
	{lazyregexp.New(`^[^=:@]*\.jar$`), 0, func(w string) string { return "-jar " + w }},
	{lazyregexp.New(`^@[^@{]`), 8, func(string) string { return "" }},
}

// Nearly tells of a word in the place of the main class that is none, and which option was meant;
// empty where none says the same.
func Nearly(jdk int, word string) (option string, ok bool) {
	if word == "" { // it takes no regular expression
		return "", false
	}
	for _, n := range nearly {
		if (n.until == 0 || jdk <= n.until) && n.word.MatchString(word) {
			return n.meant(word), true
		}
	}
	return "", false
}

// NoClass reports whether no class can have a name: with a quote in it, a blank, an equals sign ... A path may be
// that of a file of source code, which java runs.
func NoClass(name string) bool {
	return noClass.MatchString(name) && !source.HasGap(name) && !strings.ContainsAny(name, "${}%/") && !strings.HasSuffix(name, ".java")
}

// Quoted reports whether a word in the place of the main class is an option with a quote before it.
func Quoted(word string) bool { return strings.HasPrefix(word, `"-`) || strings.HasPrefix(word, `'-`) }

// QuotedTogether reports whether quotes stand around several options.
func QuotedTogether(value string) bool { return Quoted(value) && quotedTogether.MatchString(value) }

var quotedTogether = lazyregexp.New(`^(?:"-[^"]*\s-[^"]*"|'-[^']*\s-[^']*')$`)

var noClass = lazyregexp.New(`["';=,!?*<>&|()\s]|\w-\w`)

// noProgram refuses a word in the place of the main class that nobody can have called a class.
// It has to be the one behind java: words that only look like options may be anything.
func (r *Resolution) noProgram() *Refusal {
	at := r.ProgramAt
	if r.Program.Kind != MainClass || at.Evidence < Runs {
		return nil
	}
	option, ok := Nearly(r.Table, r.Program.Name)
	if !ok && (!r.whole || at.Perhaps || !NoClass(r.Program.Name)) { // what is not known may have left words of a message
		return nil
	}
	refusal := newRefusal(at, UnknownOption, "Error: Could not find or load main class "+strings.ReplaceAll(r.Program.Name, "/", "."))
	refusal.MainClass, refusal.Meant = true, option
	return refusal
}

// argumentWords splits a file of arguments as the launcher does: at white space; ' and " quote; within quotes a
// backslash escapes, and one at the end of a line goes on with the next one past its indentation; # starts a comment
// that reaches to the end of the line. A quote may stay open to its line's end.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/native/libjli/args.c, nextToken (JDK 9 to 25)
func argumentWords(t source.Text) []Word {
	f := argumentFile{text: t, s: t.String()}
	for f.at < len(f.s) {
		switch c := f.s[f.at]; {
		case isArgumentSpace(c):
			f.at++
		case c == '#':
			f.goTo("\n\r")
		default:
			f.word()
		}
	}
	return f.words
}

type argumentFile struct {
	text  source.Text
	s     string
	at    int
	words []Word
}

const argumentSpaces = " \t\f\n\r"

func isArgumentSpace(c byte) bool { return strings.IndexByte(argumentSpaces, c) >= 0 }

func (f *argumentFile) skipSpaces() {
	f.at = len(f.s) - len(strings.TrimLeft(f.s[f.at:], argumentSpaces))
}

// goTo goes on to the next of some characters; where there is none, to the end.
func (f *argumentFile) goTo(some string) {
	if n := strings.IndexAny(f.s[f.at:], some); n >= 0 {
		f.at += n
	} else {
		f.at = len(f.s)
	}
}

// word reads one word. A # within it starts a comment as well: the run of
// plain characters before it is lost, and the word goes on behind the comment.
func (f *argumentFile) word() {
	start := f.at
	var parts []source.Text
	for f.at < len(f.s) && !isArgumentSpace(f.s[f.at]) {
		switch c := f.s[f.at]; c {
		case '#':
			f.goTo("\n\r")
			if f.skipSpaces(); f.at == len(f.s) {
				return
			}
		case '\'', '"':
			f.at++
			if f.quoted(c, &parts) {
				f.add(parts, start)
				return
			}
		default:
			from := f.at
			f.goTo(argumentSpaces + `#'"`)
			if f.at == len(f.s) || f.s[f.at] != '#' {
				parts = append(parts, f.text.Slice(from, f.at))
			}
		}
	}
	f.add(parts, start)
}

// quoted reads up to the closing quote. It tells true where the end of the line ends the word instead.
func (f *argumentFile) quoted(quote byte, parts *[]source.Text) bool {
	for {
		from := f.at
		f.goTo("\n\r\\" + string(quote))
		*parts = append(*parts, f.text.Slice(from, f.at))
		if f.at == len(f.s) || f.s[f.at] == '\n' || f.s[f.at] == '\r' {
			return true
		}
		f.at++
		switch {
		case f.s[f.at-1] == quote:
			return false
		case f.at == len(f.s):
			return true
		}
		f.escape(parts)
	}
}

var argumentEscapes = map[byte]string{'n': "\n", 'r': "\r", 't': "\t", 'f': "\f"}

func (f *argumentFile) escape(parts *[]source.Text) {
	c := f.s[f.at]
	if c == '\n' || c == '\r' {
		f.skipSpaces()
		return
	}
	escaped := f.text.Slice(f.at, f.at+1)
	if value, ok := argumentEscapes[c]; ok {
		escaped = source.Unlocated(value, "an escape in a file of arguments")
		if span := f.text.Slice(f.at-1, f.at+1).Span(); !span.IsZero() {
			escaped = source.Coded(value, span)
		}
	}
	*parts = append(*parts, escaped)
	f.at++
}

func (f *argumentFile) add(parts []source.Text, start int) {
	text := f.text.Slice(start, start)
	if len(parts) > 0 {
		text = joinParts(parts)
	}
	if text.Len() == 0 && f.at == len(f.s) {
		return // the launcher forgets an empty word at the end of the file
	}
	f.words = append(f.words, Word{Text: text, Written: f.text.Slice(start, f.at)})
}
