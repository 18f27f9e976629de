package jvmflag

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// successors say what has taken the place of options that many files still have.
var successors = Table(successorsTable, func(c []string) []string { return c })

//go:embed successors.tsv
var successorsTable string

// Table are the rows of a table, each made of its cells; they are read when they are first asked for.
func Table[T any](table string, row func(cells []string) T) func() []T {
	return sync.OnceValue(func() []T { return lists.Of(lists.Rows(table), row) })
}

// TableMap has the second cells of a table by the first.
func TableMap(table string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		return lists.Map(lists.Rows(table), func(row []string) (string, string) { return row[0], row[1] })
	})
}

// CellNumber is the number in a cell of a table: 0 where the cell is empty.
func CellNumber(cell string) int {
	n, _ := strconv.Atoi(cell)
	return n
}

// Successor says what has taken the place of an option; empty where that is not known.
func Successor(name string) string {
	if s, known := rowOf(successors(), name); known {
		return s[1]
	}
	return CMSCounterpart(name)
}

// rowOf is the first row whose name is that of an option; one that ends in * stands for all that begin so.
func rowOf(rows [][]string, name string) ([]string, bool) {
	return lists.First(rows, func(row []string) bool {
		begin, all := strings.CutSuffix(row[0], "*")
		return name == row[0] || all && strings.HasPrefix(name, begin)
	})
}

// cmsCounterparts are what G1 has in the place of options of CMS: the name, the flag of G1, empty where there is none,
// and why.
var cmsCounterparts = Table(cmsTable, func(c []string) []string { return c })

//go:embed cms_counterparts.tsv
var cmsTable string

// CMSCounterpart is what to say of an option of CMS; empty for another.
func CMSCounterpart(name string) string {
	c, known := rowOf(cmsCounterparts(), name)
	switch {
	case !known:
		return ""
	case c[1] != "":
		return "it belongs to CMS, which JDK 14 removed; the counterpart of G1 is " + c[1] + ": " + c[2]
	case c[2] != "":
		return "it belongs to CMS, which JDK 14 removed; G1 has no counterpart: " + c[2]
	}
	return "it belongs to CMS, which JDK 14 removed; G1 has no counterpart"
}

// purposes say what options did that some JDK reads and ignores.
var purposes = TableMap(purposesTable)

//go:embed purposes.tsv
var purposesTable string

// Purpose says what an option did that some JDK reads and ignores; empty where that is not known.
func Purpose(name string) string { return purposes()[name] }

// Build is a JDK that others made of OpenJDK, or another JVM, with options of its own.
type Build struct {
	Name  string
	flags *lazyregexp.Regexp // the names behind -XX:
	words *lazyregexp.Regexp // other options; nil: there are none
	image []string           // what names of images that bring it have; none: those of any machine
}

// Elsewhere reports whether it is OpenJDK for other machines than x64 with Linux.
func (b Build) Elsewhere() bool { return len(b.image) == 0 }

// builds are those whose options stand in files that OpenJDK's are expected in.
var builds = Table(buildsTSV, func(c []string) Build {
	b := Build{Name: c[0], flags: lazyregexp.New(c[3]), image: strings.Fields(c[1])}
	if c[2] != "" {
		b.words = lazyregexp.New(c[2])
	}
	return b
})

//go:embed builds.tsv
var buildsTSV string

// In reports whether an image brings the build, as far as its name says.
func (b Build) In(image string) bool {
	image = strings.ToLower(image)
	return slices.ContainsFunc(b.image, func(part string) bool { return strings.Contains(image, part) })
}

// Brings reports whether an image brings a build that knows options which OpenJDK does not.
func Brings(image string) bool {
	return image != "" && slices.ContainsFunc(builds(), func(b Build) bool { return b.In(image) })
}

// UpdatesWith tells which updates of a release have a flag, or a set of tags, that the tables lack: later or earlier
// ones; empty where none is known.
func UpdatesWith(jdk int, name string) string {
	for _, c := range backports() {
		for i, which := range [...]string{"later", "earlier"} {
			if CellNumber(c[0]) == jdk && slices.Contains(strings.Fields(c[1+i]), name) {
				return which
			}
		}
	}
	return ""
}

// NotEverywhere are the flags of a release's table that later updates or other builds lack.
func NotEverywhere(jdk int) []string {
	if row, ok := lists.First(backports(), func(c []string) bool { return CellNumber(c[0]) == jdk }); ok {
		return strings.Fields(row[3])
	}
	return nil
}

var backports = Table(backportsTSV, func(c []string) []string { return append(c, "", "") }) // cells at an end may lack

//go:embed backports.tsv
var backportsTSV string

// OpenJ9 is the name of the builds whose JVM is another than HotSpot.
const OpenJ9 = "builds of OpenJ9"

// BuildWith finds a build that knows an option which OpenJDK does not. It reports false where none is known.
func BuildWith(option string) (Build, bool) {
	return lists.First(builds(), func(b Build) bool { return b.knows(option) })
}

// KnownToOpenJ9 reports whether an option is one of OpenJ9, without a look at the options of other builds.
func KnownToOpenJ9(option string) bool {
	return slices.ContainsFunc(builds(), func(b Build) bool { return b.Name == OpenJ9 && b.knows(option) })
}

func (b Build) knows(option string) bool {
	if argument, flag := strings.CutPrefix(option, "-XX:"); flag {
		return b.flags.MatchString(takeApart(argument).name)
	}
	return b.words != nil && strings.HasPrefix(option, "-X") && !GivesSize(option) && b.words.MatchString(option)
}

// GivesSize reports whether an option is one that most JVMs have, as -Xmx4g: asked first, it spares them expressions.
func GivesSize(option string) bool {
	return len(option) > 4 && strings.Contains("-Xmx -Xms -Xmn -Xss", option[:4]) && '0' <= option[4] && option[4] <= '9'
}
