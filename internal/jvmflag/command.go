package jvmflag

import (
	"errors"
	"io/fs"
	"maps"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Command is all that decides how a JVM reads its options.
type Command struct {
	// Options are the words of all channels, in any order between channels and in the order of reading within one.
	// Those of the command line and of JDK_JAVA_OPTIONS include the launcher's own, such as -cp and its argument.
	Options   []Option
	Whole     bool       // the command line is all that java gets: nothing follows its last word
	Variables []Variable // the environment variables that are set
	Files     Files      // nil: files that options name are not looked at
}

// Variable is an environment variable that the JVM or its launcher reads itself. Its words stand among the options.
type Variable struct {
	Channel Channel
	Text    source.Text // its value
}

// Files gives what files hold that options name: files of arguments (@name),
// -XX:Flags= and -XX:VMOptionsFile=. A file that is not there is an error for
// which errors.Is(err, fs.ErrNotExist) holds, and the JVM's verdict; any other error leaves open what it holds.
type Files interface {
	Read(name string) (source.Text, error)
}

var errNotLookedAt = errors.New("files are not looked at")

func (c Command) read(name string) (source.Text, error) {
	switch {
	case name == "":
		return source.Text{}, fs.ErrNotExist
	case c.Files == nil:
		return source.Text{}, errNotLookedAt
	}
	return c.Files.Read(name)
}

// logFiles is what Files may be as well: it reports whether a log file can be
// written. Without it every file can, in a folder that exists.
type logFiles interface {
	// Writable is nil, fs.ErrNotExist where the folder is missing, fs.ErrPermission or ErrReadOnly.
	Writable(name string) error
}

// ErrReadOnly is why nobody can write to a file system.
var ErrReadOnly = errors.New("read-only file system")

// presentFiles is what Files may be as well: it reports whether a file or folder
// is there. Without it, what the JVM itself reads is taken to be there.
type presentFiles interface {
	Present(name string) bool
}

// Lacks tells that a file that an option names is known not to be there.
func (r *Resolution) Lacks(name string) bool {
	return r.present != nil && !r.present.Present(name)
}

// Program is what the launcher starts when the JVM is up.
type Program struct {
	Kind ProgramKind
	Name string // of the class, the jar file, the module or the source file
}

// ProgramKind tells programs apart.
type ProgramKind uint8

const (
	NoProgram ProgramKind = iota // none is named
	MainClass
	JarFile
	MainModule
	Printed // the launcher has the JVM print something and ends, as after -version
	Ends    // something is printed and no JVM comes up, as after -fullversion
)

// Completion gives the flags that a program sets by itself before it starts its JVM: beside those that its options
// set, and for the memory of the machine in bytes, which may be unknown.
type Completion func(given *Resolution, memory source.Value) []Setting

// Completed are the options as the program completes them in that much memory. It starts
// from what the program was given, even if r was completed before.
func (r *Resolution) Completed(memory source.Value) *Resolution {
	if r.Completion == nil {
		return r
	}
	given := r.Given()
	completed := given.With(r.Completion(given, memory))
	completed.Completion, completed.given = r.Completion, given
	return completed
}

// With are the options with further flags set, and no program to complete them.
func (r *Resolution) With(set []Setting) *Resolution {
	with := *r
	with.Completion, with.given = nil, nil
	with.Settings = maps.Clone(r.Settings)
	for _, s := range set {
		with.Settings[s.Flag.Name] = s
	}
	return &with
}

// Given are the options before a program completed them.
func (r *Resolution) Given() *Resolution {
	if r.given != nil {
		return r.given
	}
	return r
}
