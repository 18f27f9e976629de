package reading

import (
	"sync"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Format is a kind of input, in the words of notes about files of it in which
// nothing is judged.
type Format string

// Reader reads one kind of files.
type Reader struct {
	Name    string   // what is read, in the message about files that are not
	Formats []Format // that it tells apart
	Files   []string // names of files that a folder is searched for, as patterns of path.Match
	YAML    bool     // a change to a file of it has to be proved as YAML

	// Prove holds a file of another notation after edits against what it was; nil:
	// the options in it are held against those that are meant.
	Prove func(before *source.File, edits []source.Edit, after *source.File) error

	// The first reader is taken that owns the name, else the first whose mark a
	// file bears, else the first whose content it has. A mark takes no more than
	// a look at the first line in most files.
	Owns, Mark, Content func(*Candidate) bool

	Read     func(*Input, *Candidate)
	Comments func(*source.File) Remarks // nil: there are none that could be for jvmlint
}

// Candidate is a file that readers look at.
type Candidate struct {
	File  *source.File
	Whole source.Text                         // all of it behind the byte order mark
	YAML  func() ([]*yamldoc.Document, error) // what it is as YAML, found out when asked for
}

// NewCandidate takes a file as one that readers look at.
func NewCandidate(f *source.File) *Candidate {
	return &Candidate{f, TextOf(f), sync.OnceValues(func() ([]*yamldoc.Document, error) { return yamldoc.Parse(f) })}
}

// IsYAML tells YAML from a text that merely parses as one.
func (c *Candidate) IsYAML() bool {
	documents, err := c.YAML()
	return err == nil && !ScalarsOnly(documents)
}

// ScalarsOnly tells a YAML file from a text that merely parses as one.
func ScalarsOnly(documents []*yamldoc.Document) bool {
	for _, d := range documents {
		if d.Root != nil && d.Root.Kind() != yamldoc.Scalar {
			return false
		}
	}
	return true
}
