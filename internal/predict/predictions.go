// Package predict says what one workload will do on one JDK: how its options are read, whether the JVM starts, what it
// does then, and what its memory comes to. Rules judge a Prediction and reports write it; neither makes its own.
package predict

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Predictions are those of one workload, one for each JDK, each made once and
// only when somebody asks for it. The workload must not change from then on.
type Predictions struct {
	Workload *workload.Workload
	Kept     bool    // LetGo drops nothing: somebody asks again
	Tried    bool    // of a change: nobody asks how to mend what is found
	Others   *Others // of the run; nil: it has its own

	lock sync.Mutex
	kept kept
}

type kept struct {
	resolved parallel.Memo[int, *jvmflag.Resolution] // by JDK
	made     parallel.Memo[int, *Prediction]         // by JDK
	starts   parallel.Memo[change, bool]
	first    *Prediction // that was made: what no option decides is taken from it; nil: none
}

// For are the predictions of a workload. If nothing names its JDK, neither the files nor the facts that are stated, its
// options choose among those that may run it; then the facts override what the files say.
func For(w *workload.Workload, stated workload.Facts) *Predictions {
	ps := &Predictions{Workload: w}
	if len(stated.JDK.Candidates) == 0 {
		w.SettleJDK(ps.resolve)
	}
	stated.Apply(w)
	w.LeaveUnmodelled()
	ps.doubtOfBuildTool()
	return ps
}

func (ps *Predictions) resolve(jdk int) *jvmflag.Resolution {
	return ps.kept.resolved.Of(jdk, func(jdk int) *jvmflag.Resolution {
		r := ps.Workload.Command().Resolve(jdk)
		r.Completion = ps.Workload.Program.Completion("image " + ps.Workload.Image.String())
		return r
	})
}

// On is the prediction on a JDK.
func (ps *Predictions) On(jdk int) *Prediction {
	ps.lock.Lock()
	defer ps.lock.Unlock()
	return ps.kept.made.Of(jdk, func(jdk int) *Prediction { return ps.make(ps.resolve(jdk), jdk) })
}

// change is another word in the place of an option.
type change struct {
	option int
	word   string
	jdk    int
}

// StartsWith reports whether the JVM starts on a JDK with another word in the place of an option of the workload, or
// without it where the word is empty.
func (p *Prediction) StartsWith(option int, word string, jdk int) bool {
	return p.of.kept.starts.Of(change{option, word, jdk}, func(change) bool {
		changed := *p.Workload
		changed.Options = slices.Clone(changed.Options)
		if changed.Options[option].Text = source.Unlocated(word, "a fix"); word == "" {
			changed.Options = slices.Delete(changed.Options, option, option+1)
		}
		return Of(&changed, jdk).Start.Refusal == nil
	})
}

// LetGo drops what was predicted, unless it is kept: of thousands of
// workloads it is more than all else. Who asks again has it made again.
func (ps *Predictions) LetGo() {
	ps.lock.Lock()
	defer ps.lock.Unlock()
	if !ps.Kept {
		ps.kept = kept{}
	}
}

// Newest is the prediction on the newest JDK that may run the workload.
func (ps *Predictions) Newest() *Prediction { return ps.On(slices.Max(ps.Workload.JDK.Candidates)) }

// NewestThatStarts is the prediction on the newest JDK that the workload starts on; where it starts on none, on the
// newest one. If nothing names the JDK, a release without long-term support counts only where no other starts: few run
// it.
func (ps *Predictions) NewestThatStarts() *Prediction {
	starting := slices.DeleteFunc(ps.All(), func(p *Prediction) bool { return !p.Start.OK })
	if len(starting) == 0 {
		return ps.Newest()
	}
	meant, _ := lists.First(starting, func(p *Prediction) bool {
		return !ps.Workload.JDK.Open || slices.Contains(jvmflag.LongTerm, p.JDK)
	})
	return cmp.Or(meant, starting[0])
}

// All are the predictions on each JDK that may run the workload, the newest first.
func (ps *Predictions) All() []*Prediction {
	newest := func(a, b int) int { return cmp.Compare(b, a) }
	return lists.Of(slices.SortedFunc(slices.Values(ps.Workload.JDK.Candidates), newest), ps.On)
}

// doubtOfBuildTool lowers the evidence of options that a JVM reads by convention, as those of
// BUILD_OPTS, where it has none of them but properties: Maven, Gradle and sbt read properties, too.
func (ps *Predictions) doubtOfBuildTool() {
	w := ps.Workload
	named := w.Evidence() != jvmflag.ByConvention || jvmflag.NamesJVM(w.Name)
	if named || !slices.ContainsFunc(w.Options, mayBeOfBuildTool) {
		return
	}
	refusals := ps.resolve(slices.Max(jvmflag.LongTerm)).Refusals
	ofJVM := func(o jvmflag.Option) bool {
		refused := slices.ContainsFunc(refusals, func(r *jvmflag.Refusal) bool {
			return r.Cause == jvmflag.UnknownOption && r.At.Same(o.Text)
		})
		property := strings.HasPrefix(o.String(), "-D") || jvmflag.FilledIn(o.String())
		return !property && !(refused && mayBeOfBuildTool(o))
	}
	if !slices.ContainsFunc(w.Options, ofJVM) {
		w.DoubtOptions("no JVM has what is no property among these options: they may be those of a build tool")
	}
}

// mayBeOfBuildTool tells options such as -Pyarn, -q and --batch-mode from those that begin as only a JVM's do.
func mayBeOfBuildTool(o jvmflag.Option) bool {
	s := o.String()
	return strings.HasPrefix(s, "-") && !strings.HasPrefix(s, "-D") && !strings.HasPrefix(s, "-X")
}

// Prediction is what one workload will do on one JDK.
type Prediction struct {
	Workload   *workload.Workload // without what a GC log of another JVM measured
	JDK        int
	Options    *jvmflag.Resolution
	Start      hotspot.Verdict
	JVM        *hotspot.JVM          // nil where it does not start, or where the input does not say how it is started
	Elsewhere  []string              // why the GC log is not of this JVM: nothing that it measured counts
	Heartbeats *hazelcast.Heartbeats // nil for a program other than a Hazelcast member

	// What is computed once, when somebody asks for it.
	Budget            func() (memory.Budget, bool) // the memory of the process; false where the heap is not known
	Beside            func() Beside                // what the other JVMs of the container take
	HazelcastVerdict  func() verdict.Verdict       // what Hazelcast says of its configuration; empty where there is none
	HazelcastReleases func() verdict.Releases      // the same of each release
	// HazelcastMaps are the maps of the configuration, and what each gets with what options -Dhz.map... and variables
	// HZ_MAP_... put over it; none of which such a value is not known, and none that only those make.
	HazelcastMaps func() []hazelcast.MapConfig

	of *Predictions
}

// Of predicts what a workload will do on a JDK.
func Of(w *workload.Workload, jdk int) *Prediction { return (&Predictions{Workload: w}).On(jdk) }

func (ps *Predictions) make(options *jvmflag.Resolution, jdk int) *Prediction {
	w := ps.Workload
	options = options.Completed(w.Memory)
	p := &Prediction{Workload: w, JDK: jdk, Options: options, of: ps}
	p.Budget, p.Beside = sync.OnceValues(p.addUpMemory), sync.OnceValue(p.addUpOthers)
	p.HazelcastMaps = sync.OnceValue(p.readMaps)
	p.HazelcastVerdict, p.HazelcastReleases = sync.OnceValue(p.readHazelcast), sync.OnceValue(p.readByAllReleases)
	if len(w.Options) == 0 { // a configuration is the same on each JDK
		first := cmp.Or(ps.kept.first, p)
		ps.kept.first = first
		p.HazelcastMaps, p.HazelcastVerdict, p.HazelcastReleases = first.HazelcastMaps, first.HazelcastVerdict, first.HazelcastReleases
	}
	if len(w.Companions) > 0 && ps.Others == nil {
		ps.Others = new(Others)
	}
	if w.Decided() {
		p.Start = hotspot.Start(p.Options, p.Machine())
		p.JVM = p.Start.JVM
	}
	if p.Elsewhere = w.Elsewhere(p.JVM); len(p.Elsewhere) > 0 || w.StatedOfOther(p.JVM) {
		p.Workload = w.Unmeasured()
	}
	if w.FlagsInBranches() {
		p.partConflicts()
	}
	if w.IsMember {
		p.Heartbeats = hazelcast.HeartbeatsOf(w.Hazelcast, p.Options.Properties)
	}
	return p
}

// Build is the build that is predicted, as far as anything names more than its release.
func (p *Prediction) Build() release.Build { return p.Workload.JDK.Build(p.JDK) }

// FollowsNode reports whether the JVM does not see the limits of its container, as an option or an old update has it.
func (p *Prediction) FollowsNode() bool {
	return !hotspot.SeesContainer(p.Options) || release.SeesLimits.In(p.Build()) == release.No
}

// Tried reports whether nobody asks how to mend what is found.
func (p *Prediction) Tried() bool { return p.of.Tried }

// On is the prediction of the same workload on another JDK.
func (p *Prediction) On(jdk int) *Prediction { return p.of.On(jdk) }

// partConflicts sets aside what options refuse together: those of different
// branches may never meet, and nothing is known of a JVM that gets all of them.
func (p *Prediction) partConflicts() {
	together := func(r *jvmflag.Refusal) bool {
		return r != nil && (r.Cause == jvmflag.CollectorConflict || r.Cause == jvmflag.SizeConflict)
	}
	options := *p.Options // others may have been handed the same
	options.Refusals = slices.DeleteFunc(slices.Clone(options.Refusals), together)
	if together(options.Refusal) || together(p.Start.Refusal) {
		options.Refusal, p.Start, p.JVM = nil, hotspot.Verdict{}, nil
	}
	p.Options = &options
}

// Refusals are all that keep the JVM from starting: the options that the
// reader refuses, or what comes of options that it reads.
func (p *Prediction) Refusals() []*jvmflag.Refusal {
	if len(p.Options.Refusals) == 0 && p.Start.Refusal != nil {
		return []*jvmflag.Refusal{p.Start.Refusal}
	}
	return p.Options.Refusals
}

// OptionText is the whole option that sets a flag; empty where none does.
func (p *Prediction) OptionText(flag string) source.Text {
	s, _ := p.Options.Set(flag)
	return s.Option.Text
}

// Property is the effective value of a property of the member.
func (p *Prediction) Property(name string) hazelcast.PropertyValue {
	return p.Workload.Hazelcast.EffectiveProperty(name, p.Workload.HazelcastVersion, p.Options.Properties)
}

// Overrides are what environment and system properties put over the configuration of the member.
func (p *Prediction) Overrides() hazelcast.Overrides {
	return hazelcast.OverridesOf(p.Workload.Environment, p.Options.Properties)
}

func (p *Prediction) readMaps() []hazelcast.MapConfig {
	return lists.Of(p.Overrides().Over(p.Workload.Hazelcast.Maps()), hazelcast.Map.Config)
}

// Shutdown is what the member does on SIGTERM.
func (p *Prediction) Shutdown() hazelcast.Shutdown {
	return hazelcast.ShutdownOf(p.Workload.Hazelcast, p.Workload.HazelcastVersion, p.Options.Properties)
}

// HazelcastReading is the configuration of the member, else of the client, and how it is read: by the release whose
// schema it names, or the newest, where nothing else names one. There may be none.
func (p *Prediction) HazelcastReading() (*hazelcast.Config, verdict.Reading) {
	config := cmp.Or(p.Workload.Hazelcast, p.Workload.HazelcastClient)
	if u := p.Workload.Unmodelled; u != nil {
		config = u.Config
	}
	if config == nil || len(config.Documents) == 0 {
		return nil, verdict.Reading{}
	}
	return config, verdict.Reading{Release: p.schemaRelease(), ByMember: p.Workload.IsMember, Property: func(name string) (string, bool) {
		property, set := p.Options.Properties[name]
		return property.Value.String(), set
	}}
}

// schemaRelease is the release whose schema the member has, or the newest where that is not known.
func (p *Prediction) schemaRelease() hazelcast.Version {
	if named := p.Workload.HazelcastSchema; named.HasSchema() {
		return named
	}
	releases := schema.Releases()
	return releases[len(releases)-1]
}

// UnfitOverrides are those that the member cannot put over its configuration, whatever its release may be.
func (p *Prediction) UnfitOverrides() []verdict.Unfit {
	v, overrides := p.Workload.HazelcastVersion, p.Overrides()
	if len(overrides) == 0 || v.Known() && !v.Current() {
		return nil
	}
	releases := []hazelcast.Version{v}
	if !v.Known() {
		current := lists.Where(schema.Releases(), hazelcast.Version.Current)
		releases = []hazelcast.Version{current[0], current[len(current)-1]}
	}
	var over *yamldoc.Node
	if c := p.Workload.Hazelcast; c != nil && !c.Resource {
		over = c.Root
	}
	return verdict.Overrides(overrides, over, releases...)
}

func (p *Prediction) readHazelcast() verdict.Verdict {
	config, reading := p.HazelcastReading()
	if config == nil {
		return verdict.Verdict{}
	}
	return reading.Of(config)
}

func (p *Prediction) readByAllReleases() verdict.Releases {
	config, reading := p.HazelcastReading()
	return reading.All(config)
}
