package repair

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Explained says that a comment speaks of what is changed.
func Explained(edits []source.Edit) error {
	for _, e := range edits {
		if comment := Explains(e.Span.File, e.Span); comment != "" {
			return errors.New("a comment speaks of it: " + comment)
		}
		if above := leavesAlone(e); above != "" {
			return errors.New("the comment above it would be left: " + above)
		}
	}
	return nil
}

// leavesAlone is the comment above a line that an edit takes out, where nothing below is what it speaks of.
func leavesAlone(e source.Edit) string {
	data := e.Span.File.Data
	before, line := bytes.CutSuffix(data[:e.Span.Start], []byte("\n"))
	if e.New != "" || !line || !bytes.HasSuffix(data[:e.Span.End], []byte("\n")) {
		return ""
	}
	next, _, _ := bytes.Cut(data[e.Span.End:], []byte("\n"))
	if s := string(next); strings.TrimSpace(s) != "" && !isComment(s) {
		return ""
	}
	return commentAbove(e.Span.File, e.Span.File.LineAt(len(before))+1)
}

// mostSizes are so many at the head of a file that it says who gets what.
const mostSizes = 3

// keysAround is how many keys around a value may have the comment that explains it.
const keysAround = 2

// Explains finds a comment that speaks of a value: behind it, right above its line, or above a key that it
// stands under. It gives the number, names the key, or says above resources: what memory others take.
func Explains(file *source.File, at source.Span) string {
	number := ofNumber.FindString(string(file.Data[at.Start:at.End]))
	rest, _, _ := bytes.Cut(file.Data[at.End:], []byte("\n"))
	behind := string(rest)
	if _, comment, _ := strings.Cut(behind, " #"); gives(comment, number) || number != "" && ofReason.MatchString(comment) {
		return strings.TrimSpace(comment)
	}
	if _, comment, _ := strings.Cut(behind, "<!--"); number != "" && ofNumber.MatchString(comment) { // 1800 <!-- 30 minutes -->
		return strings.TrimSpace(strings.TrimSuffix(comment, "-->"))
	}
	first, last := file.LineAt(0), file.LineAt(at.Start)
	key, depth := "", 0
	for i, keys := last, 0; i >= first && keys <= keysAround; i-- {
		line := file.Line(i).String()
		if i < last && (indented(line) >= depth || isComment(line)) {
			continue
		}
		depth, keys = indented(line), keys+1
		comment := commentAbove(file, i)
		name := strings.TrimSpace(line)
		if name == "requests:" || name == "limits:" {
			key = strings.TrimSuffix(name, ":")
		}
		if gives(comment, number) || ofReason.MatchString(comment) || key != "" && strings.Contains(comment, key) && !isHeading.MatchString(comment) ||
			(name == "resources:" || name == "limits:") && (ofMemory.MatchString(comment) || ofOtherLanguage.MatchString(comment)) {
			return comment
		}
	}
	document := documentAt(file, at.Start)
	for _, from := range []int{first, document} {
		if number != "" && len(ofMemory.FindAllString(headAt(file, from), mostSizes)) == mostSizes {
			return "sizes stand at the head of the file"
		}
	}
	if head := headAt(file, document); ofReason.MatchString(head) {
		return head
	}
	return ""
}

// gives reports whether a comment gives a number of a size or a share.
func gives(comment, number string) bool {
	all := ofSize.FindAllStringSubmatch(comment, -1)
	return number != "" && slices.ContainsFunc(all, func(m []string) bool { return m[1] == number })
}

// ofSize finds a size or a share that a comment speaks of, ofMemory a size in the units of memory, ofNumber
// the number of one.
var (
	ofMemory = lazyregexp.New(`\b\d+(?:\.\d+)? ?[KMGT]i?B?\b`)
	ofSize   = lazyregexp.New(`(?i)\b(\d+)(?:\.\d+)? ?(?:[kmgt]i?b?\b|%)`)
	ofNumber = lazyregexp.New(`\d+`)
)

// ofOtherLanguage finds letters of a language in which no word is understood here.
var ofOtherLanguage = lazyregexp.New(`[^\x00-\x{24F}\P{L}]`)

// ofReason finds words of somebody who says why a value is what it is.
var ofReason = lazyregexp.New(`(?i)\b(?:intentional|deliberate|on purpose|because|so that|otherwise|probably|sized for|for \w+ v?\d+\.(?:\d|x)|do not (?:change|raise|lower|increase))`)

// isHeading finds a comment that says only what stands below it.
var isHeading = lazyregexp.New(`(?i)^(?:configure|define|set|default|resources?|requests?|limits?|memory|cpu|and|the|for|containers?|pod|\W+)*$`)

// ofKey finds a key that is commented out, or documented: @param resources.requests.
var ofKey = lazyregexp.New(`^#+ *(?:[\w.-]+:(?: +["'\[{|>&*$-].*| +\S+(?: +#.*)?)? *$|@(?:param|default|section|schema|ignored|skip|extra)\b)`)

// mostLines is how many lines of a comment are looked at.
const mostLines = 100

// commentAbove is what the comment right above a line says, without keys that are commented out.
func commentAbove(file *source.File, line int) string {
	var said []string
	for i := line - 1; i >= max(file.LineAt(0), line-mostLines) && isComment(file.Line(i).String()); i-- {
		if text := strings.TrimSpace(file.Line(i).String()); !ofKey.MatchString(text) {
			said = append(said, strings.TrimLeft(text, "# "))
		}
	}
	slices.Reverse(said)
	return strings.Join(said, " ")
}

// documentAt is the first line of the document that a place is in.
func documentAt(file *source.File, place int) int {
	at := bytes.LastIndex(file.Data[:place], []byte("\n---"))
	if at < 0 && !bytes.HasPrefix(file.Data, []byte("---")) {
		return file.LineAt(0)
	}
	return file.LineAt(at+1) + 1
}

func headAt(file *source.File, from int) string {
	to := from
	for to < min(file.LineAt(len(file.Data)), from+mostLines) && isComment(file.Line(to).String()) {
		to++
	}
	return commentAbove(file, to)
}

func isComment(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "#") }

// indented is by how much a line is, where it is not empty.
func indented(line string) int {
	if text := strings.TrimLeft(line, " \t"); text != "" {
		return len(line) - len(text)
	}
	return len(line)
}
