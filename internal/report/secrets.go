package report

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Secrets are those of files. What is said of the files shows none of them.
type Secrets secret.Files

// SecretsOf are the secrets of files, and of those that they were put together from.
func SecretsOf(files ...*source.File) Secrets { return Secrets(secret.InFiles(files...)) }

// SecretsOfWorkload are the secrets of all files that say something of one.
func SecretsOfWorkload(w *workload.Workload) Secrets { return SecretsOf(w.WrittenIn()...) }

// with is two lots of secrets in one.
func (s Secrets) with(more Secrets) Secrets { return lists.With(slices.Clone(s), more...) }

func (s Secrets) hide(text string) string { return secret.Files(s).Hide(text) }

// Mask puts asterisks in place of the secrets of a text.
func (s Secrets) Mask(text string) Masked { return Masked{s.hide(text)} }

// Text is coloured lines to show, without their secrets.
func (s Secrets) Text(text string) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lists.Of(lines, func(line string) string { return visibleOrColour(s.hide(line)) }), "")
}

// colour is what Style writes around a text.
var colour = lazyregexp.New("\x1b\\[[0-9;]*m")

// visibleOrColour is a line that moves no cursor.
func visibleOrColour(line string) string {
	var b strings.Builder
	at := 0
	for _, m := range append(colour.FindAllStringIndex(line, -1), []int{len(line), len(line)}) {
		b.WriteString(visibleOnly(line[at:m[0]], "\t\n") + line[m[0]:m[1]])
		at = m[1]
	}
	return b.String()
}

// Show is a line to show, without its secrets.
func (s Secrets) Show(line string) string { return s.Mask(line).String() }

// HoldsSecret reports whether a part of a secret stands at a place.
func HoldsSecret(at source.Span) bool { return len(secret.At(at)) > 0 }

// Schema is the version of the machine-readable output. It rises when
// something is taken away or changes its meaning; additions leave it.
const Schema = 1

// Encode writes JSON that people can read.
func Encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Print writes a text.
func Print(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

var literal = lazyregexp.New(`"(?:[^"\\]|\\.)*"`)

// JSON is a value without secrets in any of its strings.
func (s Secrets) JSON(v any) ([]byte, error) {
	var err error
	encoded := func(v any) string {
		var b strings.Builder
		err = errors.Join(err, Encode(&b, v))
		return b.String()
	}
	shown := literal.ReplaceAllStringFunc(encoded(v), func(written string) string {
		var text string
		err = errors.Join(err, json.Unmarshal([]byte(written), &text))
		if hidden := s.hide(text); hidden != text {
			return encoded(hidden)
		}
		return written
	})
	return []byte(shown), err
}

// Rendered prints the text that a chart renders to, without its secrets: those that a name promises, those of its
// values, and all that a Secret holds. What is left is YAML still.
func Rendered(w io.Writer, f *source.File) error {
	text := strings.ReplaceAll(secret.MaskYAML(string(f.Data), secret.In(f)), "\r\n", "\n")
	return Print(w, "# "+Show(f.Name)+"\n"+visibleOnly(text, "\t\n"))
}

// Masked is text without its secrets. Nothing gives back what it was made of.
type Masked struct{ text string }

// Mask puts asterisks in place of what a text itself shows to be secret. What is
// said of files is masked with their Secrets.
func Mask(s string) Masked { return Secrets(nil).Mask(s) }

// String is a line to show: in valid UTF-8, and with a dot for each character that is none to look at.
func (m Masked) String() string { return visibleOnly(m.text, "") }

// visibleOnly is a text with a dot for each character that is none to look at, but for some.
func visibleOnly(text, but string) string {
	return strings.Map(func(r rune) rune {
		if !visible(r) && !strings.ContainsRune(but, r) {
			return '·'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// Lines are the lines of a text of several, each to be shown.
func (m Masked) Lines() []string {
	lines := strings.Split(strings.TrimRight(m.text, "\n"), "\n")
	return lists.Of(lines, func(line string) string { return Masked{line}.String() })
}

// MarshalText gives the text to programs, which see every character.
func (m Masked) MarshalText() ([]byte, error) { return []byte(m.text), nil }

// Show is a line to show, without its secrets.
func Show(s string) string { return Mask(s).String() }

// visible reports whether a character is one to look at. Others move the cursor, break the line, turn the direction
// of text and so show other words than are there, or are none (and nothing that XML can hold).
func visible(r rune) bool {
	return !unicode.IsControl(r) && !unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point)
}

// CodeSpan is text that Markdown shows as it is, in a line.
func CodeSpan(s string) string {
	fence := strings.Repeat("`", longestRun(s)+1)
	gap := either.Of(strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`"), " ", "")
	return fence + gap + s + gap + fence
}

// Fenced is a text, of some language, between fences that no line of it can close.
func Fenced(language, text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// longestRun is how many backticks stand together in a text at most.
func longestRun(s string) int {
	longest := 0
	for run := range strings.FieldsFuncSeq(s, func(r rune) bool { return r != '`' }) {
		longest = max(longest, len(run))
	}
	return longest
}

// plainMarkdown turns what Markdown, or a table in it, reads as markup into what reads as it is. A comment behind @
// and # keeps GitHub from making links of @argfile and #12, and from calling people by them.
var plainMarkdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, "~", `\~`, "|", `\|`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "@", "@<!-- -->", "#", "#<!-- -->")

// Markdown makes a line that reads as it is.
func Markdown(s string) string { return plainMarkdown.Replace(s) }
