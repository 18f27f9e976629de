// Package catalogue holds what is known of products, as data that people can read and add to.
package catalogue

import (
	"embed"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lists"
)

//go:generate go test . -run UpToDate -update

//go:embed scripts
var scripts embed.FS

// Fact is what is known of a product, of its images or of an operator, or of names of images: a
// paragraph of a file in products or names.
type Fact struct{ Product, text string }

// Field is a line of a paragraph: "Key: value".
type Field struct{ Key, Value string }

// Fields are all of them; the first says what the fact is about.
func (f Fact) Fields() (all []Field) {
	for field, text := first(f.text); field.Key != ""; field, text = first(text) {
		all = append(all, field)
	}
	return all
}

// first is the first field of a text, and what follows; without a key where there is none. A line that begins with two
// spaces goes on with the one before it.
func first(text string) (f Field, rest string) {
	for text != "" {
		var line, more string
		line, text, _ = strings.Cut(text, "\n")
		for strings.HasPrefix(text, "  ") {
			more, text, _ = strings.Cut(text[1:], "\n")
			line += more
		}
		if line != "" && line[0] != '#' {
			f.Key, f.Value, _ = strings.Cut(line, ": ")
			break
		}
	}
	return f, text
}

// Subject is what it is about, such as a pattern of images.
func (f Fact) Subject() string {
	field, _ := first(f.text)
	return field.Value
}

// Get is the value of a field, empty where there is none.
func (f Fact) Get(key string) string {
	for field, text := first(f.text); field.Key != ""; field, text = first(text) {
		if field.Key == key {
			return field.Value
		}
	}
	return ""
}

func (f Fact) Words(key string) []string { return strings.Fields(f.Get(key)) }

// kind has the facts that begin with a key.
type kind struct {
	key   string
	facts []Fact
}

// Facts are those of a kind: the key of their first field. They are in the order of the files, and of their lines, and
// not to be changed.
func Facts(key string) []Fact {
	of, _ := lists.First(kinds, func(k kind) bool { return k.key == key })
	return of.facts
}

// Table is made of the facts of a kind, when it is first asked for.
func Table[T any](key string, of func(Fact) T) func() []T {
	return sync.OnceValue(func() []T { return lists.Of(Facts(key), of) })
}

// Model is a start script as a short program of a shell: how it comes to the words of java. It is named by its
// file, with variables that stand before it: "kafka PROGRAM=connect". An unknown name has an empty text.
func Model(name string) string {
	words := strings.Fields(name)
	if len(words) == 0 {
		return ""
	}
	text, err := scripts.ReadFile("scripts/" + words[0] + ".sh")
	if err != nil {
		return ""
	}
	return strings.Join(append(words[1:], string(text)), "\n")
}

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
	return lists.Of(lists.Rows(jdks), func(columns []string) JDK { // a test reads them all, so that none is short or wrong
		of := JDK{Image: columns[0], Tag: columns[1], Source: columns[3]}
		of.Release, of.Least = Release(columns[2])
		return of
	})
})

// Release reads which JDK an image brings: 17, or 17+ where it is known only which it is at least.
func Release(text string) (release, least int) {
	text, atLeast := strings.CutSuffix(text, "+")
	n, _ := strconv.Atoi(text)
	if atLeast {
		return 0, n
	}
	return n, 0
}
