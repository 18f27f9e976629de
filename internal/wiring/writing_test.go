package wiring

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// weeded are phrases that docs/writing.md replaces, and word orders of another grammar.
var weeded = map[string]*regexp.Regexp{
	"depends on":             regexp.MustCompile(`\bhangs? on\b(?: (?:the|how|what|it|that|facts))`),
	"reports whether":        regexp.MustCompile(`\btells whether\b`),
	"median":                 regexp.MustCompile(`(?:\d|%) (?:ms |s |off )?in the middle`),
	"overrides":              regexp.MustCompile(`\bgoes before (?:what|it|them)\b`),
	"is overridden by":       regexp.MustCompile(`does not count: -`),
	"the subject goes first": regexp.MustCompile(`(?m)(?:^|[.:] )(?:Asked|Reported|Wrong|Silent|Mended|Not found|Left out) (?:is|are|was|were) `),
	"you must":               regexp.MustCompile(`\b[Aa] person must\b`),
	"No automatic fix":       regexp.MustCompile(`\b[Tt]here is (?:none to apply|no fix by itself)\b`),
	"the default":            regexp.MustCompile(`\bas by default\b`),
	"is info":                regexp.MustCompile(`\b(?:is|are) information (?:only|where|elsewhere|unless)\b`),
	"nothing is reported":    regexp.MustCompile(`\b[Nn]othing is (?:said|told) of\b`),
	"has no bound":           regexp.MustCompile(`\bwh(?:at|ich) nothing bounds\b`),
	"less data":              regexp.MustCompile(`\bfewer data\b`),
	"it does nothing here":   regexp.MustCompile(`\bhere nobody reads\b`),
	"if nothing names":       regexp.MustCompile(`\bWhere nothing names\b`),
	"longest 5 ms":           regexp.MustCompile(`\d (?:ms|s) at the longest\b`),
	"read only from":         regexp.MustCompile(`\bis a system property only\b`),
	"that does not exist":    regexp.MustCompile(`that there (?:is|are) none of`),
	"the value is unknown":   regexp.MustCompile(`\bwhat \S+ (?:comes to|holds|sets) is not known\b`),
	"is unknown":             regexp.MustCompile(`\bnothing here says\b`),
	"replaced it":            regexp.MustCompile(`\btook its place\b|\bin whose place\b`),
	"greater than zero":      regexp.MustCompile(`\bnumber over zero\b`),
	"ignores":                regexp.MustCompile(`\breckoned with\b`),
	"nested":                 regexp.MustCompile(`\bstands? (?:too deep in itself|in each other)\b`),
	"take more than":         regexp.MustCompile(`\bcomes? to more than (?:%d|\d)`),
	"expected":               regexp.MustCompile(`\ba (?:list|mapping) belongs here\b`),
	"unless":                 regexp.MustCompile(`\bwhere no (?:options? do(?:es)?|jvmOptions do)\b`),
	"is not allowed":         regexp.MustCompile(`> may not stand\b|%s may not stand\b`),
}

// The texts that people read hold none of the phrases that were weeded out.
func TestWriting(t *testing.T) {
	files := []string{"README.md", "CONTRIBUTING.md", "SECURITY.md"}
	for _, pattern := range []string{"docs/*.md", "docs/rules/*.md", "docs/rounds/*.md", "rules/*.go", "internal/cli/*.go", "internal/report/*/*.go",
		"internal/input/*.go", "internal/input/*/*.go", "internal/lint/*.go", "internal/session/*.go", "internal/predict/*.go",
		"internal/advise/*.go", "internal/capacity/*.go", "internal/repair/*.go", "internal/config/*.go", "internal/custom/*.go"} {
		found, err := filepath.Glob(filepath.Join(root(t), pattern))
		require.NoError(t, err, pattern)
		require.NotEmpty(t, found, pattern)
		for _, f := range found {
			name, err := filepath.Rel(root(t), f)
			require.NoError(t, err, f)
			files = append(files, name)
		}
	}
	for _, name := range files {
		if filepath.ToSlash(name) == "docs/writing.md" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(root(t), name))
		require.NoError(t, err, name)
		for better, phrase := range weeded {
			assert.Empty(t, phrase.FindAllString(string(data), -1), "%s: better: %s", name, better)
		}
	}
}

// What the test above refuses is found.
func TestWeededPhrases(t *testing.T) {
	for phrase, better := range map[string]string{
		"Then it hangs on how the member left":       "depends on",
		"tells whether the JVM starts":               "reports whether",
		"5 ms in the middle":                         "median",
		"a fact goes before what the files say":      "overrides",
		"-Xmx20g does not count: -Xmx2g stands":      "is overridden by",
		"Asked was a collection":                     "the subject goes first",
		"It was so. Silent were images":              "the subject goes first",
		"leaves out findings that there are none of": "that does not exist",
		"A person must choose: a memory limit":       "you must",
		"There is none to apply: a larger heap":      "No automatic fix",
		"There is no fix by itself: the options":     "No automatic fix",
		"send one every 5 s, as by default":          "the default",
		"It is information where the heap fits":      "is info",
		"Nothing is said of a configuration":         "nothing is reported",
		"direct memory, which nothing bounds":        "has no bound",
		"a larger heap, or fewer data":               "less data",
		"here nobody reads it":                       "it does nothing here",
		"Where nothing names the JDK":                "if nothing names",
		"median 5 ms, 13 ms at the longest":          "longest 5 ms",
		"sample.count is a system property only":     "read only from",
		"what -Xmx${HEAP} comes to is not known":     "the value is unknown",
		"nothing here says what options it has":      "is unknown",
		"MinRAMPercentage took its place":            "replaced it",
		"a whole number over zero":                   "greater than zero",
		"eviction is not reckoned with":              "ignores",
		"charts stand in each other":                 "nested",
		"the variables come to more than %d bytes":   "take more than",
		"a list belongs here, of at least one":       "expected",
		"its image decides, where no option does":    "unless",
		"the attribute %s may not stand in <%s>":     "is not allowed",
	} {
		assert.True(t, weeded[better].MatchString(phrase), phrase)
	}
	assert.False(t, weeded["depends on"].MatchString("a thread hangs on purpose"))
}
