package input

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readers are all kinds of files that are read, in the order in which messages
// name them. A new one is a file with its reader, and a line here.
var readers = []reader{
	helmTemplate,
	hazelcastXML,
	yamlFile,
	otherText,
	dockerfile,
	systemdUnit,
	optionsText,
	launcherOptions,
	propertiesFile,
	script,
	pastedOutput,
	mavenConfig,
	nothing,
}

// Format is a kind of input, in the words of notes about files of it in which
// nothing is judged.
type Format string

// reader reads one kind of files.
type reader struct {
	name    string   // what is read, in the message about files that are not
	formats []Format // that it tells apart
	files   []string // names of files that a folder is searched for, as patterns of path.Match
	yaml    bool     // a change to a file of it has to be proved as YAML

	// The first reader is taken that owns the name, else the first whose mark a
	// file bears, else the first whose content it has. A mark takes no more than
	// a look at the first line in most files.
	owns, mark, content func(*candidate) bool

	read     func(*Input, *candidate)
	comments func(*source.File) remarks // nil: there are none that could be for jvmlint
}

// candidate is a file that readers look at.
type candidate struct {
	file  *source.File
	whole source.Text                         // all of it behind the byte order mark
	yaml  func() ([]*yamldoc.Document, error) // what it is as YAML, found out when asked for
}

func newCandidate(f *source.File) *candidate {
	return &candidate{f, textOf(f), sync.OnceValues(func() ([]*yamldoc.Document, error) { return yamldoc.Parse(f) })}
}

// readerOf finds the reader of a file; nil where nobody knows it.
func readerOf(c *candidate) *reader {
	for _, asked := range []func(*reader) func(*candidate) bool{
		func(r *reader) func(*candidate) bool { return r.owns },
		func(r *reader) func(*candidate) bool { return r.mark },
		func(r *reader) func(*candidate) bool { return r.content },
	} {
		for i := range readers {
			if is := asked(&readers[i]); is != nil && is(c) {
				return &readers[i]
			}
		}
	}
	return nil
}

// Formats are all that a file may have.
func Formats() []Format {
	var all []Format
	for _, r := range readers {
		for _, f := range r.formats {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	return all
}

// Wanted reports whether a folder is searched for files of a name. A file that
// is named is read whatever its name.
func Wanted(name string) bool {
	return slices.ContainsFunc(readers, func(r reader) bool {
		return slices.ContainsFunc(r.files, func(pattern string) bool {
			matched, _ := path.Match(pattern, name)
			return matched
		})
	})
}

// whatIsRead is for messages about what is not.
func whatIsRead() string {
	var names []string
	for _, r := range readers {
		if r.name != "" {
			names = append(names, r.name)
		}
	}
	last := len(names) - 1
	return "read are " + strings.Join(names[:last], ", ") + ", and " + names[last]
}
