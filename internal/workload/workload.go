// Package workload describes one JVM process as it will run, gathered from whatever speaks of it: its options by
// channel, its image, its container's limits, its Hazelcast configuration.
package workload

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/programs"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Workload is one JVM process. What nobody said is of unknown origin.
type Workload struct {
	Identity
	Launch
	Limits
	Member
	Measurements
}

// New is a JVM of which nothing is known but its name and its place: its options are still to be read, and all of them
// will be.
func New(name string, file *source.File, at source.Text) Workload {
	return Workload{Identity: Identity{Name: name, File: file, At: at, JDK: OpenJDK()}, Launch: Launch{Known: AllOptions}}
}

// Identity is which JVM it is, and what program it runs.
type Identity struct {
	Name string       // as people call it: hazelcast, mancenter, JAVA_OPTS
	File *source.File // where it is described
	At   source.Text  // the key that it stands under; empty where there is none

	Image   source.Text  // as written; empty where none is
	BuiltBy *source.File // the Dockerfile that its image is built by; nil where none is known
	JDK     JDK

	Program    programs.Program // that completes its options
	AnyProgram bool             // nothing says what the program is: it may be a member
	Framework  bool             // variables of its container, or its image, are those of Spring, Quarkus and the like
	Exporter   bool             // it hands on the metrics of another process, and keeps little
	Short      bool             // a job, or what comes before a program: it ends by itself
	Helper     bool             // it runs now and then beside another one, and is not judged: of a probe

	Unread *UnreadVariable // its options stand in a variable that nobody reads; nil where somebody may
	Doubt  string          // why it is not predicted, or not judged; empty where nothing keeps it from that, or a problem says so
}

// Launch is how the JVM is started.
type Launch struct {
	Known     Known
	Whole     bool               // the command line is all that java gets
	Options   []jvmflag.Option   // all words, those of the launcher too
	Variables []jvmflag.Variable // that the JVM reads itself
	Files     jvmflag.Files      // that options name; nil where they are out of reach
	Open      []jvmflag.Option   // options that decide how the JVM runs, or what it logs, and whose values are unknown

	Fragment      bool // others stand beside its options: of a script that is not read
	Branches      bool // a script sets options in its branches: not all of them meet
	FlagsOutside  bool // no flag of the JVM is among those
	OthersOutside bool // no property and no agent is

	Bulk bool // some variables of its container come with others of a ConfigMap or a file
	// ToolsShareOptions tells that the options stand in JAVA_OPTS of an image whose other programs read it, too.
	ToolsShareOptions bool

	// HeapOfLimit is the option that takes the size of the heap from the memory limit; empty where none does. Of an
	// undecided JVM it is all of a limit that is not known.
	HeapOfLimit  source.Text
	OwnCollector bool // the program's own options, which are not known here, choose the collector

	Refused     []RefusedOption // that the program does not start with
	BehindShell source.Text     // the command that a shell, process 1 of its container, runs it by and waits for; empty: none
	StopFails   source.Text     // the command of a unit for which it has failed when SIGTERM ends it; empty: nothing says so
}

// Limits are what its container and its node give the JVM.
type Limits struct {
	Container *Container // that it runs in; nil where none is described
	Node      hotspot.Node

	Limited  bool    // its description would give limits: what it does not give is not set
	LimitKey string  // what would give the container its memory limit; empty: resources.limits.memory
	Manager  Manager // that keeps the limits, and says how they are written

	Memory     source.Value // limit, in bytes
	Swap       source.Value // the same with swap, as Compose gives it
	Request    source.Value // memory that the container requests, in bytes
	CPUs       source.Value // as the JVM counts them
	CPURequest source.Value // in thousandths of a CPU
	CPULimit   source.Value // the same of its limit, where it is a pod's
	Slips      []Slip       // quantities that nobody can mean

	GracePeriod source.Value // from SIGTERM to SIGKILL, in milliseconds
	Arenas      bool         // MALLOC_ARENA_MAX of its container bounds the arenas of glibc's malloc

	Companions  []*Workload // the other JVMs that run at the same time in the container
	Accompanies bool        // another one is what the container is for
}

// Manager is what runs a container or a service.
type Manager uint8

const (
	Kubernetes Manager = iota
	Docker
	Systemd
)

// Member is what is known of Hazelcast in it.
type Member struct {
	IsMember         bool              // with or without its configuration
	Hazelcast        *hazelcast.Config // of a member; nil where none was read
	HazelcastClient  *hazelcast.Config // of a client
	HazelcastVersion hazelcast.Version
	HazelcastSchema  hazelcast.Version // that release, else the one whose schema the configuration names
	Unmodelled       *Unmodelled       // what is not known of Hazelcast; nil where that is not so
	OpenSource       source.Text       // what names the open-source image of Hazelcast; empty where nothing does

	Environment   []hazelcast.Variable // as far as the input tells them
	Members       source.Value
	Pod           *Pod         // that it runs in; nil where none is described
	LargestObject source.Value // in bytes
}

// Measurements is what somebody saw of the JVM while it ran, or states of it.
type Measurements struct {
	Running bool   // it is a process that somebody saw run, not one that a file describes
	Ended   string // how it ended last, where somebody saw that: OOMKilled, exit code 137

	FullGCPause  source.Value     // in milliseconds
	PauseOf      *hotspot.JVM     // that the stated pause is of; nil: this one
	Live         source.Value     // bytes that the program keeps
	Threads      source.Value     // of the program, as --threads gives them
	PageCache    source.Value     // of the program, in bytes, where a variable sizes it
	GCLog        *gclog.Log       // that the JVM wrote; nil where none was read
	NativeMemory *nmt.Measurement // of this JVM; nil where nobody measured
}

// Known is how much the input says of how the JVM is started. Each kind knows more than the ones before it.
type Known uint8

const (
	// Nothing is known of it: a Hazelcast configuration, for one, says nothing.
	Nothing Known = iota
	// Undecided: the value of an option is not known here. The other options are judged; what the JVM will do is not.
	Undecided
	// PartOfOptions: a start script, or what is out of reach, may put others beside these options.
	PartOfOptions
	// AllOptions are known, as far as files say.
	AllOptions
)

// Unmodelled is a release of Hazelcast of which it is not known what it does.
type Unmodelled struct {
	Release string            // in words: Hazelcast 3.12.4
	At      source.Text       // what says so; empty: no file does
	Config  *hazelcast.Config // of a release whose schema is known; nil: nothing is known of it
}

// LeaveUnmodelled leaves out all that is read of Hazelcast where its release is not modelled: what other releases do
// says nothing of it. Its JVM is one like any other.
func (w *Workload) LeaveUnmodelled() {
	config := cmp.Or(w.Hazelcast, w.HazelcastClient)
	if w.HazelcastSchema = w.HazelcastVersion; !w.HazelcastVersion.Known() {
		w.HazelcastSchema, _ = config.SchemaRelease()
	}
	u := w.unmodelled()
	if u == nil {
		return
	}
	if w.HazelcastSchema.HasSchema() && (w.Hazelcast != nil || w.HazelcastSchema.Major > 3) { // no table has clients of 3
		u.Config = config
	}
	w.Unmodelled, w.Hazelcast, w.HazelcastClient, w.IsMember, w.AnyProgram = u, nil, nil, false, false
	w.ToolsShareOptions, w.OpenSource = false, source.Text{}
}

// Judged says how much of the configuration is judged.
func (u *Unmodelled) Judged() string {
	text := "%s is unknown to jvmlint (it knows %s): its configuration is not judged"
	if u.Config != nil {
		text = "%s is older than what jvmlint models (%s): its configuration is judged in part"
	}
	return fmt.Sprintf(text, u.Release, hazelcast.Releases())
}

func (w *Workload) unmodelled() *Unmodelled {
	if w.HazelcastVersion.Known() {
		if w.HazelcastVersion.Modelled() {
			return nil
		}
		image := w.Image.String()
		tag := w.Image.Slice(strings.LastIndexByte(image, ':')+1, len(image))
		if tagged, _ := hazelcast.TaggedRelease("", tag.String()); tagged == w.HazelcastVersion {
			return &Unmodelled{Release: "Hazelcast " + tag.String(), At: tag}
		}
		return &Unmodelled{Release: "Hazelcast " + w.HazelcastVersion.String()}
	}
	for _, c := range []*hazelcast.Config{w.Hazelcast, w.HazelcastClient} {
		if release, at, found := c.Older(); found {
			return &Unmodelled{Release: release, At: at}
		}
	}
	return nil
}

// HasJVM reports whether the input says how the JVM is started.
func (w *Workload) HasJVM() bool { return w.Known > Nothing }

// Builds reports whether its options are those of a build tool, which soon ends.
func (w *Workload) Builds() bool { return ofBuildTool.MatchString(w.Name) }

var ofBuildTool = lazyregexp.New(`(?:^|/)(?:MAVEN|ANT|GRADLE|SBT)_OPTS$`)

// Evidence is how sure it is that a JVM reads the options, which is that of the one
// of which it is least sure; what stands in no file is no matter of doubt.
func (w *Workload) Evidence() jvmflag.Evidence {
	least := jvmflag.Runs
	for i := range w.Options {
		if o := &w.Options[i]; o.Text.Located() {
			least = min(least, o.Evidence)
		}
	}
	return least
}

// DoubtOptions lowers the evidence that a JVM reads the options, and says why.
func (w *Workload) DoubtOptions(why string) {
	w.Doubt = why
	for i := range w.Options {
		w.Options[i].Evidence = jvmflag.LooksLike
	}
}

// FlagsInBranches reports whether a script sets flags of the JVM in its branches.
func (w *Workload) FlagsInBranches() bool { return w.Branches && !w.FlagsOutside }

// OthersInBranches reports the same of properties and agents.
func (w *Workload) OthersInBranches() bool { return w.Branches && !w.OthersOutside }

// Decided reports whether enough is known to predict what the JVM will do.
func (w *Workload) Decided() bool { return w.Known > Undecided }

// KnowsAtMost lowers how much is known.
func (w *Workload) KnowsAtMost(k Known) { w.Known = min(w.Known, k) }

// KnowsOptions takes over whether all options are known, where the JVM is decided.
func (w *Workload) KnowsOptions(all bool) {
	switch {
	case !w.Decided():
	case all:
		w.Known = AllOptions
	default:
		w.Known = PartOfOptions
	}
}

// UnreadVariable is a variable of options that the command which starts java does not expand.
type UnreadVariable struct {
	Name    string
	At      source.Text // its name, where it is set
	Options source.Text // its value
	Command source.Text // the command
	Exec    bool        // it is a list of words: no shell expands anything there
	Likely  bool        // what the image starts first may read the variable

	Unexpanded bool // it stands in a list of words; Options is where it is set
	Program    bool // as a word of its own, which java takes for the main class
	Refused    bool // as the value of an option, which the JVM refuses

	Kubernetes bool // which expands $(NAME) in the command
	Value      bool // it is a value that no template of its chart reads

	Stray []source.Text // options that stand in no variable
	Slip  ShellSlip     // why a shell makes something else of the options at At

	Image source.Text // whose start script reads others; empty: a command starts java
	Reads []string    // those, the one that is likely meant first
	By    string      // the program that reads a setting of another name; empty: it is a variable
	Of    string      // the image whose script reads it, and nothing shows that Image has it
	Runs  *Workload   // the JVM without the heap that they size; nil where it is not known
}

// RefusedOption is an option of the JVM that a program refuses in one of its settings.
type RefusedOption struct {
	Option      source.Text
	In, Setting string // the setting that it stands in, and the one that is meant for this
	Why         string // what comes of it in the image, in place of both
	Ends        bool   // its start script does, without a JVM
}

// ShellSlip is a slip of the pen in a script: the shell runs an option as a program, or reports it.
type ShellSlip int

const (
	NoSlip         ShellSlip = iota
	NoProgram                // an option stands where a program should
	NoEquals                 // export NAME "-Xmx1g"
	BlanksAtEqual            // NAME = "-Xmx1g"
	SetsArguments            // set NAME="-Xmx1g"
	NotExpanded              // Environment="NAME=$NAME -Xmx1g" of systemd
	SetAgain                 // by another variable of the same name in the same list
	OneWord                  // ExecStart=java ${NAME} of systemd, with several options in it
	FetchedForRoot           // an agent that ADD fetches, and another user may not read
	NoAgent                  // an agent whose file the image lacks
	EmptyWord                // the same with nothing in it
	NoClass                  // java, with nothing to run
	Quoted                   // the quotes around options are a part of the value
)

// JDK is the releases that may run the workload, and why these.
type JDK struct {
	Candidates []int
	Builds     []release.Build // of these, as far as anything tells more than the release
	Open       bool            // nothing names it: the options decide
	Why        string          // "image hazelcast/hazelcast:5.3.1", "--jdk", "nothing names it"
	At         source.Text     // what says so, where it stands in a file
}

func (j JDK) Build(jdk int) release.Build {
	if b, named := lists.First(j.Builds, func(b release.Build) bool { return b.Release == jdk }); named {
		return b
	}
	return release.Build{Release: jdk}
}

// Names lists the releases, each with its update where one is named.
func (j JDK) Names() string {
	return strings.Join(lists.Of(j.Candidates, func(jdk int) string { return j.Build(jdk).String() }), ", ")
}

// On is the JDK of one build.
func On(b release.Build, why string, at source.Text) JDK {
	return JDK{Candidates: []int{b.Release}, Builds: []release.Build{b}, Why: why, At: at}
}

// Tell takes over a build of which a JVM itself tells, where nothing else names the release, or
// names it without its update.
func (j *JDK) Tell(b release.Build, why string, at source.Text) {
	known := j.Build(b.Release).Bound
	switch {
	case j.Open:
		*j = On(b, why, at)
	case slices.Equal(j.Candidates, []int{b.Release}) && b.Bound == release.Exactly && (known == release.Unnamed || known == release.Newest):
		*j = On(b, j.Why+", "+why, at)
	}
}

// OpenJDK are the releases that may be meant where nothing names one.
func OpenJDK() JDK { return JDK{Candidates: jvmflag.Candidates, Open: true, Why: "nothing names it"} }

// SettleJDK takes, where nothing names the JDK, those releases that take the most of the options, as resolve reads
// them: a flag that only some have is evidence, and so is another option that only some take.
func (w *Workload) SettleJDK(resolve func(jdk int) *jvmflag.Resolution) {
	if !w.JDK.Open {
		return
	}
	unknown := func(r *jvmflag.Refusal) bool {
		return r.Cause == jvmflag.UnknownOption || r.Cause == jvmflag.BadValue && r.Flag == ""
	}
	counts, having := lists.By(w.JDK.Candidates, func(jdk int) int { return len(lists.Where(resolve(jdk).Refusals, unknown)) })
	if best := having[slices.Min(counts)]; len(best) < len(w.JDK.Candidates) {
		w.JDK.Candidates, w.JDK.Why = best, "the others do not know all of its options"
	}
}

// LeaveOutFilledIn drops options that somebody fills in later: what they stand
// for is not known, so that what is left is only a part.
func (w *Workload) LeaveOutFilledIn() {
	if !slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return jvmflag.FilledIn(o.String()) }) {
		return
	}
	_, byChannel := lists.By(w.Options, func(o jvmflag.Option) jvmflag.Channel { return o.Channel })
	unknown := map[jvmflag.Channel][]bool{}
	for channel, words := range byChannel {
		unknown[channel] = jvmflag.Unknown(words)
	}
	words := len(w.Options)
	w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool {
		drop := unknown[o.Channel][0]
		unknown[o.Channel] = unknown[o.Channel][1:]
		return drop
	})
	if len(w.Options) < words {
		w.KnowsAtMost(PartOfOptions)
		w.Whole = false
	}
}

// LeaveOutOfBuild drops options of the build of the JDK that the image brings. It
// knows them, and what they do is not predicted.
func (w *Workload) LeaveOutOfBuild() {
	if !jvmflag.Brings(w.Image.String()) {
		return
	}
	words := len(w.Options)
	w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool {
		build, known := jvmflag.BuildWith(o.String())
		return known && build.In(w.Image.String())
	})
	if len(w.Options) < words {
		w.KnowsAtMost(PartOfOptions)
	}
}

// WrittenIn are the files that say something of it.
func (w *Workload) WrittenIn() []*source.File {
	files := []*source.File{w.File}
	for _, o := range w.Options {
		files = lists.With(files, lists.Of(o.Text.Pieces(), func(piece source.Text) *source.File { return piece.Span().File })...)
	}
	return slices.DeleteFunc(files, func(f *source.File) bool { return f == nil })
}

// Command is what decides how the JVM reads its options.
func (w *Workload) Command() jvmflag.Command {
	command := jvmflag.Command{Options: w.Options, Whole: w.Whole, Variables: w.Variables, Files: w.Files}
	if w.Container != nil && !w.Container.OwnVolumes {
		command.Forbids = w.Container.Forbids
	}
	return command
}

// Machine is what the JVM will see of its container.
func (w *Workload) Machine() hotspot.Machine {
	m := hotspot.Machine{Memory: w.Memory, CPUs: w.CPUs, Node: w.Node}
	if w.GCLog != nil && slices.Contains([]string{gclog.Serial, gclog.Parallel, gclog.G1}, w.GCLog.Collector) {
		m.Server = new(w.GCLog.Collector != gclog.Serial)
	}
	return m
}

// Container is what is described of the container that a JVM runs in.
type Container struct {
	Kubernetes           bool         // of a pod; else of Compose, or of values that become one
	Folder               string       // that it starts in; empty where the image decides
	Mounts               []string     // folders that outlive it
	Temporary            []string     // folders in memory, which do not
	Fixed                []string     // mounts that nobody can write
	AllMounts            bool         // there are no others
	Published            []string     // its ports that Docker passes on to the machine
	ReadOnly             source.Text  // says whether its own file system is: only mounts can be written
	OwnVolumes           bool         // its image may declare some
	Unknown              []Field      // fields of it that Kubernetes does not know
	Liveness             source.Text  // its probe, where no startup probe comes first
	KilledFrom, KilledBy int64        // when it is that never answers it, in seconds after its start; 0: it is not known
	Patience             source.Value // in milliseconds: how long it may be silent later, as the probe that stands there says
}

// Forbids reports whether a file is on its own file system, on which nobody may write, as far as its mounts are known.
func (c *Container) Forbids(name string) bool {
	return slices.Contains([]string{"true", "--read-only"}, c.ReadOnly.String()) && c.AllMounts && path.IsAbs(name) && !strings.HasPrefix(name, "/dev/") && !below(append(c.Temporary, c.Mounts...), path.Clean(name))
}

// Mounted reports whether something is mounted at a path, or at a folder around it.
func (c *Container) Mounted(name string) bool {
	return below(slices.Concat(c.Temporary, c.Mounts, c.Fixed), path.Clean(name))
}

// RunTogether tells of JVMs that they run at the same time in one container. The first is what the container is for.
func RunTogether(all []*Workload) {
	for i, w := range all {
		w.Companions, w.Accompanies = slices.Concat(all[:i:i], all[i+1:]), i > 0
	}
}

// Field is a key where Kubernetes looks for no such one.
type Field struct {
	Key     source.Text
	Value   source.Text // where it is one of the environment
	Of      string      // container or resources
	Into    string      // where it is likely to belong: env, resources, limits or requests
	Options bool        // it is a variable of JVM options
}

// HasOptions reports whether options of a JVM stand where no field of them is.
func (c *Container) HasOptions() bool {
	return slices.ContainsFunc(c.Unknown, func(f Field) bool { return f.Options })
}

// Keeps reports whether a file outlives the container, as far as its folders are known.
func (c *Container) Keeps(file string) bool { return below(c.Mounts, file) }

func below(folders []string, file string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		folder = path.Clean(folder)
		return file == folder || strings.HasPrefix(file, strings.TrimSuffix(folder, "/")+"/")
	})
}
