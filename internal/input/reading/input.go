// Package reading is what the readers of files share: the input that they fill, variables and who sets them, commands
// that start java, and texts that hold options of the JVM.
package reading

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Input is what a file was read as, and the workloads that it describes.
type Input struct {
	File      *source.File
	Format    Format
	Workloads []*workload.Workload
	Documents []*yamldoc.Document // of YAML that describes workloads
	Problems  []*source.Problem
	Notes     []*source.Problem // what was left out, and why that is no fault

	UnlessRendered []*source.Problem // notes that hold where no chart is rendered with the file

	Suppressions []*suppression.Comment // comments that ask to leave findings out

	Exceeded     bool // a bound kept it, or a part of it, from being read
	Unrecognised bool // no reader takes it
	Unasked      bool // nobody asked for it: what keeps it from being judged are notes

	Options    Options
	Reader     *Reader
	Beside     bool   // it was read because another file goes with it, and is not to be changed
	Links      []Link // to other files that it was read with
	FileBeside Beside
	Exact      bool                                // its words are those that java got: nobody fills anything in
	Objects    Objects                             // that it holds
	Lacks      []Reference                         // to objects that it does not hold
	Shared     Objects                             // of files beside it
	Cluster    workload.Cluster                    // what grants pods access, and gives them names
	Reread     func([]source.Edit) (*Input, error) // a command line that nobody wrote into a file, as edits leave it
	Told       bool                                // others that take its options say what it says
	Build      func(dockerfile *source.File, target string, arguments *Environment) (Built, bool)
	ReadAs     func(inner *Input) // reads a text within it as a file of its own; nil: nobody can
	Embedded   []Remarks          // of texts within it that are files by themselves
	Builds     BuiltImage         // by a Dockerfile
	Mounts     []BuiltImage       // of services of Compose

	Kustomized *Kustomized    // nil for what is no kustomization
	Part       bool           // something else says more of its workloads
	LeftOut    map[NthOf]bool // workloads that other inputs describe as they run

	Spent int // steps of budget.Run: on Dockerfiles that are read for it, on scripts, and on what a kustomization merges

	Incomplete bool // options could not be read: nothing can be said of the JVM

	Unjudged []Unjudged // JVMs that notes name, and of which nothing is judged
	Unknown  []Unknown  // containers of images that nothing is known of

	options   int                   // of all workloads
	beside    int                   // bytes that were read of files beside it
	peeked    map[*source.File]bool // that containers have, and that count among these bytes
	runs      Runs                  // Environment.Runs
	over      bool                  // there are more than are judged
	exhausted bool                  // its scripts do more than is followed, which was said
	said      map[remark]bool       // problems and notes
	built     source.Text           // StartCommand.Built of the container that is read
}

// Built is what a Dockerfile makes of the image that it builds on.
type Built struct {
	Image       source.Text
	Environment *Environment
	Installed   []source.Text            // packages that bring a JDK
	Health      []HelperCommand          // of its HEALTHCHECK
	File        *source.File             // the Dockerfile, or the build
	Named       bool                     // which names the image
	Like        source.Text              // that image; empty where it is said to be built so
	NoJVM       bool                     // nothing in it brings a JVM
	Sources     func(at string) []string // files of the build's folder that may stand at a path of the image
	Lacks       func(at string) bool     // nothing of the Dockerfile brings a file to a path

	// Start is what a container starts that has these variables and, unless they are nil, these arguments
	// in place of those of the image.
	Start func(env *Environment, arguments []Item, kubernetes bool) StartCommand
}

// In is what a container of the image starts, which says this of it.
func (b Built) In(own StartCommand, arguments []Item, env *Environment, kubernetes bool) StartCommand {
	if b.Start == nil || own.Replaced {
		return own
	}
	if !own.Arguments {
		arguments = nil
	}
	kubernetes = kubernetes && slices.ContainsFunc(arguments, func(w Item) bool { return kubernetesReads.MatchString(w.Text.String()) })
	return b.Start(env, arguments, kubernetes)
}

// remark tells a problem or a note from others.
type remark struct {
	note    bool
	at      source.Span
	message string
}

// LeaveAsNotes makes notes of the problems of what nobody asked for.
func (in *Input) LeaveAsNotes() {
	in.Unasked = true
	in.Notes, in.Problems = append(in.Notes, in.Problems...), nil
}

// Configures reports whether the file is known to say something of a JVM or of a Hazelcast member, read or not.
func (in *Input) Configures() bool {
	return len(in.Workloads) > 0 || in.Incomplete || in.Reader == nil && SpeaksOfJVM(in.File)
}

// SpeaksOfJVM reports whether a line of a text, but for comments, holds options
// of a JVM, or is the root of a Hazelcast configuration.
func SpeaksOfJVM(f *source.File) bool {
	if !bytes.Contains(f.Data, []byte("-X")) && !bytes.Contains(f.Data, []byte("hazelcast")) {
		return false
	}
	properties := strings.HasSuffix(f.Name, ".properties")
	return lists.Any(bytes.Lines(f.Data), func(line []byte) bool {
		given := !properties || valueOfOptions.Match(line) // what users are told names options, too
		return given && !IsComment(string(line)) && (HeapOrX.Match(line) || hazelcastRoot.Match(line))
	})
}

var valueOfOptions = lazyregexp.New(`[=:]\s*["']?-`)

var hazelcastRoot = lazyregexp.New(`^hazelcast(?:-client)?:`)

// Finish takes JVMs out of what is judged of which not everything is known.
func (in *Input) Finish() {
	in.bound()
	in.leaveOtherJVMs()
	in.runOnImage()
	in.runOnHome()
	in.findRefused()
	for _, w := range in.Workloads {
		if in.Incomplete {
			w.Known = workload.Nothing
		}
		if !in.Exact {
			w.LeaveOutFilledIn()
		}
		w.LeaveOutOfBuild()
		w.IsMember = w.IsMember || w.AnyProgram && hazelcast.StartsMember(programOf(w.Options))
		in.Complete(w)
		if w.HasJVM() && w.Evidence() == jvmflag.LooksLike {
			in.Note(PlaceOf(w), "hardly judged: this looks like JVM options, but no JVM is known to read it")
		}
	}
}

// IsYAML reports whether a change to the file has to be proved as YAML.
func (in *Input) IsYAML() bool { return in.Reader == nil || in.Reader.YAML }

// Proof is how a change to a file that is no YAML is proved; nil: by its options.
func (in *Input) Proof() func(before *source.File, edits []source.Edit, after *source.File) error {
	if in.Reader == nil {
		return nil
	}
	return in.Reader.Prove
}

// Problem adds what keeps a part of the input from being judged.
func (in *Input) Problem(at source.Span, format string, args ...any) {
	in.say(&in.Problems, at, fmt.Sprintf(format, args...))
}

// Exceeds is a problem of what is beyond a bound.
func (in *Input) Exceeds(at source.Span, format string, args ...any) {
	in.Exceeded = true
	in.Problem(at, format, args...)
}

// Note adds what was left out, and why that is no fault.
func (in *Input) Note(at source.Span, format string, args ...any) {
	in.say(&in.Notes, at, fmt.Sprintf(format, args...))
}

// notJudged begins the note on a JVM of which nothing is judged.
const notJudged = "the JVM is not judged: "

// NotJudged names a JVM of which nothing is judged, and says why.
func (in *Input) NotJudged(at source.Span, format string, args ...any) (why string) {
	before := len(in.Notes)
	why = fmt.Sprintf(format, args...)
	var builtBy source.Span
	if in.built.Len() > 0 && !at.IsZero() && at.File != in.built.Span().File {
		builtBy, at = at, in.built.Span() // several containers may run the same image
		why += " (" + builtBy.File.Name + ")"
	}
	if in.Note(at, "%s%s", notJudged, why); len(in.Notes) > before {
		in.Notes[before].Unjudged = true
		in.Unjudged = append(in.Unjudged, Unjudged{At: at, Why: why, BuiltBy: builtBy})
	}
	return why
}

// Unknown is what may run a JVM, and of which nothing is known: a container whose image nobody knows or
// whose Dockerfile is not here, or a template that was not rendered.
type Unknown struct {
	Name   string // of the image, the service or the template
	Likely bool   // its variables or what it is probed by tell of a JVM
}

// Unjudged is a JVM of which nothing is judged, and why.
type Unjudged struct {
	At      source.Span
	Why     string
	BuiltBy source.Span // what says so in a Dockerfile, where a container runs the image that it builds
}

// Forget takes back that a JVM is not judged.
func (in *Input) Forget(u Unjudged) {
	in.Unjudged = slices.DeleteFunc(in.Unjudged, func(have Unjudged) bool { return samePlace(have.At, u.At) && have.Why == u.Why })
	in.Notes = slices.DeleteFunc(in.Notes, func(n *source.Problem) bool { return samePlace(n.Span, u.At) && n.Message == notJudged+u.Why })
}

// samePlace compares places of files that may have been read twice.
func samePlace(a, b source.Span) bool {
	return a.Start == b.Start && a.End == b.End && a.File != nil && b.File != nil && a.File.Name == b.File.Name
}

// NotJudgedUnlessRendered names a JVM of values, of which their chart says more.
func (in *Input) NotJudgedUnlessRendered(at source.Span, format string, args ...any) {
	in.say(&in.UnlessRendered, at, notJudged+fmt.Sprintf(format, args...))
}

// Doubt leaves a JVM undecided, and adds a note of what keeps it from being predicted.
func (in *Input) Doubt(w *workload.Workload, at source.Span, format string, args ...any) {
	w.Doubt = fmt.Sprintf(format, args...)
	w.KnowsAtMost(workload.Undecided)
	in.Note(at, "the JVM is not predicted: %s", w.Doubt)
}

// say adds a problem or a note of a place, once: several workloads share limits.
func (in *Input) say(to *[]*source.Problem, at source.Span, message string) {
	r := remark{to != &in.Problems, at, message}
	if in.said[r] {
		return
	}
	if in.said == nil {
		in.said = map[remark]bool{}
	}
	in.said[r] = true
	*to = append(*to, &source.Problem{File: cmp.Or(at.File, in.File), Span: at, Message: message})
}

// Unreadable is a problem that leaves options out: of the JVM nothing more can be said.
func (in *Input) Unreadable(at source.Span, format string, args ...any) {
	in.Incomplete = true
	in.Problem(at, format, args...)
}

// options splits a text into options that arrive on a channel. A text that cannot be split gives none.
func (in *Input) JVMOptions(channel jvmflag.Channel, t source.Text) []jvmflag.Option {
	words, err := jvmflag.Words(withGaps(t))
	var quote *jvmflag.QuoteError
	if errors.As(err, &quote) {
		in.Unreadable(quote.At.Slice(0, 1).Span(), "%s", err)
		return nil
	}
	words = slices.DeleteFunc(words, func(w jvmflag.Word) bool { return w.Text.String() == `\` }) // a line that goes on
	if len(words) > mostOptions {
		in.Incomplete = true
		in.Exceeds(t.Slice(0, 0).Span(), "more than %d options: they are not judged", mostOptions)
		return nil
	}
	if channel != jvmflag.CommandLine { // of variables that the JVM reads itself
		return jvmflag.Known(jvmflag.Runs, jvmflag.OnChannel(channel, words))
	}
	return withCommands(jvmflag.OnChannel(channel, words))
}

// Options are what a project says about reading.
type Options struct {
	Images images.Table
	JDK    workload.JDK // of the images that the file is copied into; no candidates: that is not known
	Own    OwnImages    // nil: none is known
	Kept   *Kept        // nil: all is read anew

	// Named tells that a person named the file, or pasted it: one command that starts java is enough to
	// take a text of no other kind for lines of a shell.
	Named bool

	// Tried tells that a change is tried, of which nobody sees what is said: it is left open
	// where in the files of a chart something was written, and which comments are there.
	Tried bool
}

// Beside gives the file of a name that stands in the folder of another; nil where there is none.
type Beside func(name string) *source.File

// Format is a kind of input, in the words of notes about files of it in which nothing is judged.
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

	// The first reader is taken that owns the name, else the first whose mark a file bears, else the first whose
	// content it has. A mark takes no more than a look at the first line in most files.
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
	return !slices.ContainsFunc(documents, func(d *yamldoc.Document) bool {
		return d.Root != nil && d.Root.Kind() != yamldoc.Scalar
	})
}

// Bounds of what is judged of one file. What people write stays far below them;
// what is written to take time and memory does not.
const (
	mostJVMs       = 5000    // JVMs and members
	mostOptions    = 2000    // of one JVM
	mostOfAllJVMs  = 100_000 // options of all JVMs
	mostOfFewBytes = 1000    // JVMs that take few bytes each; twenty times as many options
)

// bounds are those of a file: what many JVMs share counts for each, and a short file does not hold many.
func (in *Input) bounds() (jvms, options int) {
	size := len(in.File.Data)
	return min(mostJVMs, mostOfFewBytes+size/1000), min(mostOfAllJVMs, 20*mostOfFewBytes+size/10)
}

// bound leaves out what is beyond the bounds, and says so.
func (in *Input) bound() {
	in.options = 0
	for i, w := range in.Workloads {
		if len(w.Options) > mostOptions {
			in.Exceeds(PlaceOf(w), "%s has more than %d options: it is not judged", w.Name, mostOptions)
			w.Known, w.Options, w.Variables = workload.Nothing, nil, nil
		}
		if !in.room(i, len(w.Options), PlaceOf(w)) {
			in.Workloads = in.Workloads[:i]
			return
		}
	}
}

// room reports whether a JVM with so many options may come behind others, and says once where one may not.
func (in *Input) room(before, options int, at source.Span) bool {
	in.options += options
	jvms, most := in.bounds()
	if before < jvms && in.options <= most {
		return true
	}
	if !in.over {
		in.over = true
		in.Exceeds(at, "more than %d JVMs and members, or more than %d options in all: from here on they are not judged", jvms, most)
	}
	return false
}

// Room reports whether one more JVM is judged, and says once where it is not.
func (in *Input) Room(w *workload.Workload) bool {
	return in.room(len(in.Workloads), len(w.Options), PlaceOf(w))
}

// Full reports whether no further JVM is judged: readers may end.
func (in *Input) Full() bool { return in.over }

// Steps of budget.Run that a command of a script takes, and a byte of another file that is read for this one.
const (
	stepsPerCommand = 12_000
	stepsPerLinked  = 40
)

// Steps are what was done to read the file, beside what each file takes. A kustomization counts what it takes itself.
func (in *Input) Steps() int {
	steps := in.Spent + stepsPerCommand*in.runs.commands
	if in.Kustomized != nil {
		return steps
	}
	return steps + lists.Sum(in.Links, func(l Link) int { return stepsPerLinked * len(l.To.Data) })
}

// PlaceOf is where a workload is described, in the file that somebody wrote.
func PlaceOf(w *workload.Workload) source.Span {
	if at := w.At.Span(); !at.IsZero() || len(w.Options) == 0 {
		return at.Around()
	}
	return w.Options[0].Text.Span().Around()
}

// tooMuchDone says that a script does more than is followed.
func (in *Input) tooMuchDone(r *scriptRun, whole source.Text) {
	if r.result.Over {
		in.Exceeds(whole.Slice(0, 0).Span(), "the script does more than is followed: the JVMs that it starts are not judged")
	}
}

// tooMuchPut says that variables that hold each other are more than a process can be given, or that scripts do
// more than is followed: nobody knows what the JVM would get. One that waits for something without an end is no
// fault: it is named as any script that cannot be followed.
func (in *Input) tooMuchPut(w *workload.Workload, env *Environment) {
	w.KnowsAtMost(workload.Nothing)
	switch {
	case in.runs.commands > mostContainerSteps && in.exhausted:
		w.Doubt = in.NotJudged(w.At.Span(), "the scripts of the containers before it do more than is followed")
	case in.runs.commands > mostContainerSteps:
		in.exhausted = true
		in.Exceeds(w.At.Span(), "the scripts of its containers do the work of more than %d commands: from here on JVMs that scripts start are not judged", mostContainerSteps)
	case env.Over():
		in.Exceeds(w.At.Span(), "the substituted variables take more than %d bytes: the JVM is not judged", mostPut)
	default:
		w.Doubt = in.NotJudged(w.At.Span(), "the script that it starts does more than is followed")
	}
}
