package input

import (
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

const (
	OtherText reading.Format = "text without JVM options"
	Nothing   reading.Format = "nothing but comments"
)

// otherText is what a folder was searched for by a name that others have, too.
var otherText = reading.Reader{Formats: []reading.Format{OtherText}}

var nothing = reading.Reader{
	Formats:  []reading.Format{Nothing},
	Mark:     func(c *reading.Candidate) bool { return onlyComments(c.File) },
	Read:     func(*reading.Input, *reading.Candidate) {},
	Comments: reading.OptionsSyntax.Of,
}

// onlyComments tells a file that says nothing.
func onlyComments(f *source.File) bool {
	for n := 1; n <= f.Lines(); n++ {
		if !reading.IsComment(f.Line(n).String()) {
			return false
		}
	}
	return true
}
