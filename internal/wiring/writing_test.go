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
