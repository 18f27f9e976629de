package memory

import (
	"regexp"
	"strconv"
	"strings"
)

// nmtLine is a line of Native Memory Tracking, in bytes.
type nmtLine struct{ reserved, committed, malloc, mapped int64 }

var (
	nmtHead   = regexp.MustCompile(`^-?\s*([A-Z][A-Za-z ]*?) \(reserved=(\d+(?:KB)?), committed=(\d+(?:KB)?)`)
	nmtMalloc = regexp.MustCompile(`^\s+\(malloc=(\d+(?:KB)?)`)
	nmtMapped = regexp.MustCompile(`^\s+\(mmap: reserved=\d+(?:KB)?, committed=(\d+(?:KB)?)`)
)

// nmtLines reads a summary of Native Memory Tracking, which counts in bytes
// or in KiB. The sum is the line Total.
func nmtLines(output string) map[string]nmtLine {
	lines := map[string]nmtLine{}
	name := ""
	for text := range strings.Lines(output) {
		if m := nmtHead.FindStringSubmatch(text); m != nil {
			name = m[1]
			if name == "Total" {
				name = ""
				lines["Total"] = nmtLine{reserved: nmtSize(m[2]), committed: nmtSize(m[3])}
				continue
			}
			lines[name] = nmtLine{reserved: nmtSize(m[2]), committed: nmtSize(m[3])}
		}
		line := lines[name]
		if m := nmtMalloc.FindStringSubmatch(text); m != nil && name != "" {
			line.malloc = nmtSize(m[1])
			lines[name] = line
		}
		if m := nmtMapped.FindStringSubmatch(text); m != nil && name != "" && line.mapped == 0 {
			line.mapped = nmtSize(m[1])
			lines[name] = line
		}
	}
	return lines
}

func nmtSize(text string) int64 {
	digits, inKiB := strings.CutSuffix(text, "KB")
	n, _ := strconv.ParseInt(digits, 10, 64)
	if inKiB {
		n <<= 10
	}
	return n
}
