package project

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/wildcard"
)

// ignorePattern is a line of a .gitignore file.
//
// https://git-scm.com/docs/gitignore
type ignorePattern struct {
	pattern string // of paths from the root
	back    bool   // it takes back what an earlier one ignores
	folders bool   // it means folders only
}

// ignorePatternOf reads a line of a file whose patterns count from dir. It reports false where the line has none.
func ignorePatternOf(line, dir string) (p ignorePattern, is bool) {
	line = strings.TrimRight(line, "\r\n")
	for trimmed, ends := strings.CutSuffix(line, " "); ends && !strings.HasSuffix(trimmed, `\`); trimmed, ends = strings.CutSuffix(line, " ") {
		line = trimmed
	}
	if strings.HasPrefix(line, "#") {
		return p, false
	}
	line, p.back = strings.CutPrefix(line, "!")
	line, p.folders = strings.CutSuffix(line, "/")
	if line == "" {
		return p, false
	}
	if !strings.Contains(line, "/") {
		line = "**/" + line
	}
	if inside, all := strings.CutSuffix(line, "/**"); all {
		line = inside + "/**/*" // not the folder itself
	}
	p.pattern = strings.TrimPrefix(literal.Replace(dir)+"/", "/") + strings.TrimPrefix(braces.Replace(line), "/")
	return p, wildcard.Valid(p.pattern)
}

var (
	braces  = strings.NewReplacer("{", `\{`, "}", `\}`) // which mean nothing to git
	literal = strings.NewReplacer(`\`, `\\`, "{", `\{`, "}", `\}`, "*", `\*`, "?", `\?`, "[", `\[`)
)

// ignored reports whether the last of some patterns that a path matches ignores it. Whoever asks has asked for the
// folders above.
func ignored(patterns []ignorePattern, path string, folder bool) bool {
	for _, p := range slices.Backward(patterns) {
		if (folder || !p.folders) && wildcard.Match(p.pattern, path) {
			return !p.back
		}
	}
	return false
}
