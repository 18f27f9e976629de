// Package catalogue holds what is known of products, as data that people can read and add to.
package catalogue

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// JDK is the one that images of a product bring, by their tags.
type JDK struct {
	Image, Tag string // patterns
	Release    int    // 0: it is known only which it is at least
	Least      int    // 0: the release is known
	Source     string
}

//go:embed jdks.tsv
var jdks string

// JDKs are the rows of jdks.tsv, in its order.
var JDKs = sync.OnceValue(func() []JDK {
	var all []JDK
	for line := range strings.Lines(jdks) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		all = append(all, jdkOf(strings.Split(line, "\t")))
	}
	return all
})

// jdkOf reads the columns of a row. A test reads them all, so that none is short or wrong.
func jdkOf(columns []string) JDK {
	of := JDK{Image: columns[0], Tag: columns[1], Source: columns[3]}
	of.Release, of.Least = Release(columns[2])
	return of
}

// Release reads which JDK an image brings: 17, or 17+ where it is known only which it is at least.
func Release(text string) (release, least int) {
	text, atLeast := strings.CutSuffix(text, "+")
	n, _ := strconv.Atoi(text)
	if atLeast {
		return 0, n
	}
	return n, 0
}
