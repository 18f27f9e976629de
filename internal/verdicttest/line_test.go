// Package verdicttest holds the start verdict of the model against real JVMs:
// on recorded cases, on random command lines and on the option strings of real
// files. It is used by tests only.
package verdicttest

import (
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// Line is one start of java that can be repeated alone.
type Line struct {
	Variables []Variable        // of the environment
	Args      []string          // behind java
	Files     map[string]string // text by name, in the working directory
}

// Variable is an environment variable that the JVM or its launcher reads.
type Variable struct{ Name, Text string }

// channel is who reads the variable; false for one that nobody reads.
func (v Variable) channel() (jvmflag.Channel, bool) {
	for _, c := range jvmflag.EnvironmentChannels {
		if c.String() == v.Name {
			return c, true
		}
	}
	return 0, false
}

// shell writes the line as a shell takes it, its files first.
func (l Line) shell() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(l.Files)) {
		b.WriteString("printf %s " + quote(l.Files[name]) + " > " + quote(name) + "; ")
	}
	for _, v := range l.Variables {
		b.WriteString(v.Name + "=" + quote(v.Text) + " ")
	}
	b.WriteString("java")
	for _, a := range l.Args {
		b.WriteString(" " + quote(a))
	}
	return b.String()
}

// quote writes a word so that a shell reads it as it is, in one line.
func quote(word string) string {
	plain, control := word != "", false
	for i := range len(word) {
		c := word[i]
		plain = plain && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_+=:,./@%", c) >= 0)
		control = control || c < ' '
	}
	switch {
	case plain:
		return word
	case control:
		return "$'" + strings.NewReplacer("\\", `\\`, "'", `\'`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\f", `\f`, "\v", `\v`).Replace(word) + "'"
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// parseLine reads a line of the list of cases, which is written as for a
// shell: leading words NAME=value are variables, and -version ends it unless
// the first word is an exclamation mark.
func parseLine(text string) Line {
	var l Line
	asIs := false
	if rest, ok := strings.CutPrefix(text, "! "); ok {
		asIs, text = true, rest
	}
	for _, w := range split(text) {
		name, value, ok := strings.Cut(w, "=")
		if ok && len(l.Args) == 0 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
			l.Variables = append(l.Variables, Variable{name, value})
			continue
		}
		l.Args = append(l.Args, w)
	}
	if !asIs {
		l.Args = append(l.Args, "-version")
	}
	return l
}

// split cuts a text into words as a shell does, without expanding anything.
func split(text string) []string {
	var words []string
	var word strings.Builder
	inWord, quoted := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted == c && c != 0:
			quoted = 0
		case quoted == '\'', quoted == '"' && c != '\\':
			word.WriteByte(c)
		case c == '\'' || c == '"':
			inWord, quoted = true, c
		case c == '\\' && i+1 < len(text):
			i++
			inWord = true
			if quoted == '"' && text[i] != '"' && text[i] != '\\' {
				word.WriteByte('\\')
			}
			word.WriteByte(text[i])
		case c == ' ' || c == '\t':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			inWord = true
			word.WriteByte(c)
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words
}
