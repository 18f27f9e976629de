package input

import "github.com/jvmlint/jvmlint/internal/source"

const (
	OtherText Format = "text without JVM options"
	Nothing   Format = "nothing but comments"
)

// otherText is what a folder was searched for by a name that others have, too.
var otherText = reader{formats: []Format{OtherText}}

var nothing = reader{
	formats:  []Format{Nothing},
	mark:     func(c *candidate) bool { return onlyComments(c.file) },
	read:     func(*Input, *candidate) {},
	comments: optionsSyntax.of,
}

// onlyComments tells a file that says nothing.
func onlyComments(f *source.File) bool {
	for n := 1; n <= f.Lines(); n++ {
		if !isComment(f.Line(n).String()) {
			return false
		}
	}
	return true
}
