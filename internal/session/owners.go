package session

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// ofOwner says why a change is for the owner of a file; nil where nothing tells that.
func ofOwner(edits []source.Edit) error {
	file := edits[0].Span.File
	if ofTests.MatchString(filepath.ToSlash(file.Name)) {
		return fmt.Errorf("tests read %s, and may expect what stands there", file.Name)
	}
	if printed := ofTemplate.FindSubmatch(file.Data); printed != nil {
		return fmt.Errorf("helm template printed %s of %s: change the values of the chart", file.Name, printed[1])
	}
	for _, e := range edits {
		if comment := explains(file, e.Span); comment != "" {
			return errors.New("a comment speaks of it: " + comment)
		}
	}
	return nil
}

// copied says of which other file of the run one is the copy that a build leaves among its outputs: the next
// build writes it again.
func (t *trial) copied(file *source.File) error {
	name := filepath.ToSlash(file.Name)
	for at, c := range name {
		of := name[at+1:]
		if c == '/' && strings.Contains(of, "/") && t.of[of] != nil && ofBuild.MatchString(name[:at]) {
			return fmt.Errorf("a build made %s of %s: change that", name, of)
		}
	}
	return nil
}

// ofBuild finds the folders that builds write to.
var ofBuild = lazyregexp.New(`(?:^|/)(?:out|target|build|dist)(?:/|$)`)

// ofTests finds files that only tests read, by their folders.
var ofTests = lazyregexp.New(`(?:^|/)(?:src/test/resources|__fixtures__)/`)

// ofTemplate finds the comment that helm template puts before each document.
var ofTemplate = lazyregexp.New(`(?m)^# Source: (\S+/templates/\S+)[ \t\r]*$`)

// keysAround is how many keys around a value may have the comment that explains it.
const keysAround = 2

// explains finds a comment that speaks of a value: behind it, right above its line, or above a key that it
// stands under. It gives the number, names the key, or says above resources: what memory others take.
func explains(file *source.File, at source.Span) string {
	number := ofNumber.FindString(string(file.Data[at.Start:at.End]))
	lines := strings.Split(string(file.Data[:at.Start]), "\n")
	behind, _, _ := strings.Cut(string(file.Data[at.End:]), "\n")
	if _, comment, _ := strings.Cut(behind, " #"); gives(comment, number) {
		return strings.TrimSpace(comment)
	}
	key, last := "", len(lines)-1
	for i, keys := last, 0; i >= 0 && keys <= keysAround; i-- {
		if i < last && (indented(lines[i]) >= indented(lines[last]) || isComment(lines[i])) {
			continue
		}
		last, keys = i, keys+1
		comment := commentAbove(lines[:i])
		name := strings.TrimSpace(lines[i])
		if name == "requests:" || name == "limits:" {
			key = strings.TrimSuffix(name, ":")
		}
		if gives(comment, number) || key != "" && strings.Contains(comment, key) ||
			name == "resources:" && ofMemory.MatchString(comment) {
			return comment
		}
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

// ofKey finds a key that is commented out.
var ofKey = lazyregexp.New(`^#+ *[\w.-]+:(?: |$)`)

// commentAbove is what the comment right above says, without keys that are commented out.
func commentAbove(lines []string) string {
	var said []string
	for i := len(lines) - 1; i >= 0 && isComment(lines[i]); i-- {
		if line := strings.TrimSpace(lines[i]); !ofKey.MatchString(line) {
			said = append([]string{strings.TrimLeft(line, "# ")}, said...)
		}
	}
	return strings.Join(said, " ")
}

func isComment(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "#") }

// indented is by how much a line is, where it is not empty.
func indented(line string) int {
	if text := strings.TrimLeft(line, " \t"); text != "" {
		return len(line) - len(text)
	}
	return len(line)
}
