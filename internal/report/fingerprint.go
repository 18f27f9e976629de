package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Fingerprints name each finding by what it is about, so that a build server knows it again after lines have moved:
// its rule, file, workload and the characters at fault. The second of the same is told from the first.
func (r Report) Fingerprints() []string {
	seen := map[string]int{}
	all := make([]string, len(r.Findings))
	for i, f := range r.Findings {
		about := strings.Join([]string{f.Rule.ID, r.Path(f.At), f.Workload.Name.String(), Masked{SpanText(f.At.span)}.String()}, "\x00")
		all[i] = Hash(fmt.Sprintf("%s\x00%d", about, seen[about]))
		seen[about]++
	}
	return all
}

// Hash is a short name for a text.
func Hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// hashedCharacters are how many characters GitHub hashes from the beginning of a line, without blanks.
const hashedCharacters = 100

// lineHashes are the hashes by which GitHub knows the lines of a file again:
// upload-sarif computes them, and warns of others.
//
// https://github.com/github/codeql-action/blob/main/src/fingerprints.ts, hash
func lineHashes(f *source.File) []string {
	var units []int64 // of the file, without blanks, line ends as \n
	var starts []int  // of lines, in units
	lineStart := true
	add := func(unit int64) {
		if lineStart {
			starts = append(starts, len(units))
		}
		units = append(units, unit)
		lineStart = unit == '\n'
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(f.Data), "\r\n", "\n"), "\r", "\n")
	for _, unit := range utf16.Encode([]rune(text)) {
		if unit != ' ' && unit != '\t' {
			add(int64(unit))
		}
	}
	add(0xffff) // the end
	units = append(units, make([]int64, hashedCharacters)...)
	hashes, seen := make([]string, len(starts)), map[uint64]int{}
	for i, start := range starts {
		sum := uint64(0)
		for _, unit := range units[start : start+hashedCharacters] {
			sum = sum*37 + uint64(unit)
		}
		seen[sum]++
		hashes[i] = fmt.Sprintf("%x:%d", sum, seen[sum])
	}
	return hashes
}

// LineHashes are the hashes of the files that were asked for.
type LineHashes map[*source.File][]string

// Of is the hash of the line that a place begins on. A file with a secret gets
// none: the hash of a short text gives it away.
func (h LineHashes) Of(p Place) string {
	file := p.span.File
	if _, have := h[file]; !have {
		h[file] = nil
		if len(secretsOf(file).spans) == 0 {
			h[file] = lineHashes(file)
		}
	}
	if line := p.Start().Line; line <= len(h[file]) {
		return h[file][line-1]
	}
	return ""
}
