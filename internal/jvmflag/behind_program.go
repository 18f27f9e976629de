package jvmflag

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// jvmWord matches options that no program would have itself; likelyWord matches
// options that some programs have.
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
