package report

import (
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/assert"
)

func TestFold(t *testing.T) {
	link := text.Hyperlink("https://example.com/a-long-address-that-takes-no-cells", "rule")
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"short":             {"a b c\n", "a b c\n"},
		"a sentence":        {"a.yaml:1:2: error: the heap is larger than the limit\n", "a.yaml:1:2: error: the heap is larger\n  than the limit\n"},
		"a row":             {"metaspace  1 MiB  no bound of it, and much more\nsum", "metaspace  1 MiB  no bound of it, and\n                  much more\nsum"},
		"a late column":     {"planned  a row that is long   and another column", "planned  a row that is long\n         and another column"},
		"a long word":       {"metaspace  1 MiB  CompressedClassSpaceSize of it", "metaspace  1 MiB\n                    CompressedClassSpaceSize\n                    of it"},
		"an excerpt":        {"\x1b[2m  |\x1b[0m            ------------------- the worst of all", "\x1b[2m  |\x1b[0m            ------------------- the worst of all"},
		"what is copied":    {"  java -Xmx1g -Xms1g -XX:+UseG1GC -jar application.jar", "  java -Xmx1g -Xms1g -XX:+UseG1GC -jar application.jar"},
		"a path":            {"note: /a/very/long/path/that/no/blank/breaks/at/all.yaml is left", "note:\n  /a/very/long/path/that/no/blank/breaks/at/all.yaml\n  is left"},
		"what has no cells": {"\x1b[1ma.yaml\x1b[0m: error: the heap is over it [" + link + "]", "\x1b[1ma.yaml\x1b[0m: error: the heap is over it\n  [" + link + "]"},
		"nothing":           {"", ""},
	} {
		assert.Equal(t, c.want, Fold(c.text, 39), name)
		assert.Equal(t, c.text, Fold(c.text, 0), name)
	}
}

func FuzzFold(f *testing.F) {
	f.Add("a  b \x1b[1mc\x1b[0m\n  d", 10)
	f.Add("\x1b]8;;a\x1b\\b\x1b]8;;\x1b\\ ü字  c", 1)
	f.Fuzz(func(t *testing.T, s string, width int) {
		assert.Equal(t, dense(s), dense(Fold(s, width%200)))
	})
}

// dense is a text without its blanks and line ends, which are all that a fold changes.
func dense(s string) string {
	var b []byte
	for i := range len(s) {
		if s[i] != ' ' && s[i] != '\n' {
			b = append(b, s[i])
		}
	}
	return string(b)
}
