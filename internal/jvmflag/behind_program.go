package jvmflag

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

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
	for _, o := range r.Arguments {
		if o.String() == "-jar" || jvmWord.MatchString(o.String()) {
			return o, true
		}
	}
	return Option{}, false
}

// asProperty matches an option of the JVM behind -D, which makes a property of it.
var asProperty = lazyregexp.New(`^-D(X(?:m[xsn]|ss)=?\d|XX:[+-]?\w)`)

// AsProperty gives the option of the JVM of which a D makes a property that nothing reads: -DXmx=1g.
func AsProperty(word string) (meant string, is bool) {
	if !asProperty.MatchString(word) {
		return "", false
	}
	meant = "-" + word[len("-D"):]
	if !strings.HasPrefix(meant, "-XX:") {
		meant = strings.Replace(meant, "=", "", 1)
	}
	return meant, true
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
func QuotedTogether(value string) bool { return quotedTogether.MatchString(value) }

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
