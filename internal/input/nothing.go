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
	Mark:     func(c *reading.Candidate) bool { return onlyComments(c.Whole) },
	Read:     func(*reading.Input, *reading.Candidate) {},
	Comments: reading.OptionsSyntax.Of,
}

// onlyComments tells a file that says nothing.
func onlyComments(whole source.Text) bool { return reading.FirstLine(whole) == "" }
