package input

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
)

// instruction is one of a Dockerfile, its lines joined.
type instruction struct {
	keyword   string // in upper case
	arguments source.Text
}

var (
	keyword    = lazyregexp.New(`^[ \t]*([A-Za-z]+)[ \t]+`)
	fromImage  = lazyregexp.New(`(?im)^[ \t]*FROM[ \t]+(?:--platform=\S+[ \t]+)?\S+(?:[ \t]+AS[ \t]+\S+)?[ \t]*\r?$`)
	escapeLine = lazyregexp.New("(?i)^#[ \t]*escape[ \t]*=[ \t]*`")
	hereMark   = lazyregexp.New(`<<-?["']?([A-Za-z_]\w*)`)
)

// isDockerfile tells a Dockerfile: it begins with FROM, or with an argument for it.
func isDockerfile(whole source.Text) bool {
	words := strings.Fields(reading.FirstLine(whole))
	begins := len(words) > 1 && (strings.EqualFold(words[0], "FROM") || strings.EqualFold(words[0], "ARG"))
	return begins && fromImage.MatchString(whole.String())
}

// instructions splits a Dockerfile. Comments and empty lines within an
// instruction are no part of it, nor are here documents.
func instructions(whole source.Text) []instruction {
	var all []instruction
	s := whole.String()
	escape := escapeOf(s)
	for at := 0; at < len(s); {
		m := keyword.FindStringSubmatch(s[at:reading.LineAfter(s, at)])
		if m == nil || reading.IsComment(s[at:reading.LineAfter(s, at)]) {
			at = reading.LineAfter(s, at)
			continue
		}
		var arguments source.Text
		arguments, at = dockerLine(whole, at+len(m[0]), escape)
		all = append(all, instruction{strings.ToUpper(m[1]), arguments})
		at = afterHereDocuments(s, arguments.String(), at)
	}
	return all
}

// escapeOf is the character that lets a line go on, which a Dockerfile may name.
func escapeOf(s string) string {
	return either.Of(escapeLine.MatchString(s), "`", `\`)
}

// afterHereDocuments is where the next instruction begins, behind the here documents of one that ends at a place.
func afterHereDocuments(s, arguments string, at int) int {
	for _, mark := range hereMark.FindAllStringSubmatch(arguments, -1) {
		for at < len(s) {
			line := strings.TrimSpace(s[at:reading.LineAfter(s, at)])
			at = reading.LineAfter(s, at)
			if line == mark[1] {
				break
			}
		}
	}
	return at
}

// dockerLine is the rest of an instruction, and where the next one begins.
func dockerLine(whole source.Text, at int, escape string) (source.Text, int) {
	return reading.JoinedLine(whole, at, reading.IsComment, func(line source.Text) (source.Text, bool) {
		return reading.WithoutLast(line.Slice(0, len(strings.TrimRight(line.String(), " \t\r"))), escape)
	})
}

// quotedWords splits at blanks that stand in no quotes, which stay.
func quotedWords(t source.Text) []source.Text {
	words, _ := jvmflag.Words(t)
	return lists.Of(words, func(w jvmflag.Word) source.Text { return w.Written })
}

var equalsFirst = lazyregexp.New(`^[ \t]*([A-Za-z_][\w.-]*)=`)

// environmentLine reads NAME=value pairs, or one name and its value behind a
// blank, which goes up to the end of the line; quotes are no part of either.
func environmentLine(t source.Text) []reading.Variable {
	var all []reading.Variable
	s := t.String()
	if !equalsFirst.MatchString(s) {
		name, _, _ := strings.Cut(strings.TrimLeft(s, " \t"), " ")
		at := strings.Index(s, name)
		value := at + len(name)
		value += blanks(s[value:])
		unquoted, _, _ := shell.Unquote(t, value, "")
		return []reading.Variable{{Name: name, At: t.Slice(at, at+len(name)), Value: unquoted}}
	}
	for at := 0; ; {
		m := equalsFirst.FindStringSubmatchIndex(s[at:])
		if m == nil {
			return all
		}
		v := reading.Variable{Name: s[at+m[2] : at+m[3]], At: t.Slice(at+m[2], at+m[3])}
		v.Value, at, _ = shell.Unquote(t, at+m[1], " \t")
		all = append(all, v)
	}
}

// dockerVariable is $NAME, ${NAME} or ${NAME:-instead}.
var dockerVariable = lazyregexp.New("\\$(?:([A-Za-z_]\\w*)|\\{([A-Za-z_]\\w*)(?:(:?-)([^}$`\"'\\\\]*))?\\})")

// expandVariables puts values in for variables. What is not known stays as it is written.
func expandVariables(t source.Text, value func(string) (source.Text, bool)) source.Text {
	s := t.String()
	return t.Replace(dockerVariable.FindAllStringSubmatchIndex(s, -1), func(m []int) (source.Text, bool) {
		put, set := value(s[max(m[2], m[4]):max(m[3], m[5])])
		if m[8] < m[9] && (!set || put.Len() == 0 && s[m[6]] == ':') {
			return t.Slice(m[8], m[9]), true
		}
		return put, set
	})
}

// dockerRemarks are the comments of a Dockerfile, which may name the character
// that lets a line go on. A here document belongs to its instruction.
func dockerRemarks(f *source.File) reading.Remarks {
	escape := escapeOf(reading.TextOf(f).String())
	line := func(whole source.Text, at int) (source.Text, int) { return dockerLine(whole, at, escape) }
	return reading.CommentSyntax{Signs: "#", Within: true, Line: line, Next: afterHereDocuments}.Of(f)
}
