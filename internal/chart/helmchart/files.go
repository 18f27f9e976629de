package helmchart

import (
	"strings"
)

// Files are what templates see as .Files: texts by their names. Helm has bytes there, which templates turn into texts.
type Files map[string]string

func FilesOf(c *Chart) Files {
	all := Files{}
	for _, f := range c.Files {
		all[f.Name] = string(f.Text())
	}
	return all
}

// globParts are the parts of a pattern of .Files.Glob, as parts of a regular expression.
var globParts = strings.NewReplacer(
	"**", ".*", "*", "[^/]*", "?", "[^/]", "[!", "[^", "[^", `[\^`, "{", "(?:", "}", ")", ",", "|",
	".", `\.`, "+", `\+`, "(", `\(`, ")", `\)`, "|", `\|`, "^", `\^`, "$", `\$`,
)

// Expression is a pattern of .Files.Glob as a regular expression, which takes linear time: matchers of such patterns
// try each way to share a name out among the stars. They are those of https://github.com/gobwas/glob, where a star
// matches no slash and two match all. All names match what is no pattern. A comma divides what stands in braces, and
// is nowhere itself.
func Expression(pattern string) string {
	return `(?s)\A(?:` + globParts.Replace(pattern) + `)\z`
}
