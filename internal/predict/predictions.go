package predict

import (
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Predictions are those of one workload, one for each JDK, each made once and
// only when somebody asks for it. The workload must not change from then on.
type Predictions struct {
	Workload *workload.Workload
	Kept     bool // LetGo drops nothing: somebody asks again

	lock     sync.Mutex
	resolved map[int]*jvmflag.Resolution // by JDK
	made     map[int]*Prediction         // by JDK
	starts   map[trial]bool              // whether it starts
	verdict  func() verdict.Verdict      // of Hazelcast, which no option decides; nil: not asked for
}

// trial is another word in the place of an option, on a JDK.
type trial struct {
	option int
	word   string
	jdk    int
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

// resolve reads the options as a JDK does.
func (ps *Predictions) resolve(jdk int) *jvmflag.Resolution {
	if ps.resolved[jdk] == nil {
		if ps.resolved == nil {
			ps.resolved = map[int]*jvmflag.Resolution{}
		}
		r := ps.Workload.Command().Resolve(jdk)
		r.Completion = ps.Workload.Program.Completion("image " + ps.Workload.Image.String())
		ps.resolved[jdk] = r
	}
	return ps.resolved[jdk]
}

// On is the prediction on a JDK.
func (ps *Predictions) On(jdk int) *Prediction {
	ps.lock.Lock()
	defer ps.lock.Unlock()
	if ps.made[jdk] == nil {
		if ps.made == nil {
			ps.made = map[int]*Prediction{}
		}
		ps.made[jdk] = ps.make(ps.resolve(jdk), jdk)
	}
	return ps.made[jdk]
}

// StartsWith reports whether the JVM starts on a JDK with another word in the place of an option of the workload, or
// without it where the word is empty. It is found out once: fixes for several JDKs ask the same.
func (p *Prediction) StartsWith(option int, word string, jdk int) bool {
	ps, of := p.of, trial{option, word, jdk}
	ps.lock.Lock()
	starts, known := ps.starts[of]
	ps.lock.Unlock()
	if known {
		return starts
	}
	changed := *p.Workload
	changed.Options = slices.Clone(changed.Options)
	if changed.Options[option].Text = source.Unlocated(word, "a fix"); word == "" {
		changed.Options = slices.Delete(changed.Options, option, option+1)
	}
	starts = Of(&changed, jdk).Start.Refusal == nil
	ps.lock.Lock()
	defer ps.lock.Unlock()
	if ps.starts == nil {
		ps.starts = map[trial]bool{}
	}
	ps.starts[of] = starts
	return starts
}

// LetGo drops what was predicted, unless it is kept: of thousands of
// workloads it is more than all else. Who asks again has it made again.
func (ps *Predictions) LetGo() {
	ps.lock.Lock()
	defer ps.lock.Unlock()
	if !ps.Kept {
		ps.resolved, ps.made, ps.starts, ps.verdict = nil, nil, nil, nil
	}
}

// Newest is the prediction on the newest JDK that may run the workload.
func (ps *Predictions) Newest() *Prediction {
	return ps.On(slices.Max(ps.Workload.JDK.Candidates))
}

// NewestThatStarts is the prediction on the newest JDK that the workload starts on; where it starts on none, on the
// newest one. If nothing names the JDK, a release without long-term support counts only where no other starts: few run
// it.
func (ps *Predictions) NewestThatStarts() *Prediction {
	starting := slices.DeleteFunc(ps.All(), func(p *Prediction) bool { return !p.Start.OK })
	if len(starting) == 0 {
		return ps.Newest()
	}
	for _, p := range starting {
		if !ps.Workload.JDK.Open || slices.Contains(jvmflag.LongTerm, p.JDK) {
			return p
		}
	}
	return starting[0]
}

// All are the predictions on each JDK that may run the workload, the newest first.
func (ps *Predictions) All() []*Prediction {
	var all []*Prediction
	for _, jdk := range slices.Backward(slices.Sorted(slices.Values(ps.Workload.JDK.Candidates))) {
		all = append(all, ps.On(jdk))
	}
	return all
}

// nameOfJVM finds the names that say of which program the options are: BUILD_OPTS is none.
var nameOfJVM = lazyregexp.New(`(?i)java|jvm|jdk|jre|catalina|heap`)

// doubtOfBuildTool lowers the evidence of options that a JVM reads by convention, as those of
// BUILD_OPTS, where it has none of them but properties: Maven, Gradle and sbt read properties, too.
func (ps *Predictions) doubtOfBuildTool() {
	w := ps.Workload
	named := w.Evidence() != jvmflag.ByConvention || nameOfJVM.MatchString(w.Name)
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
	if slices.ContainsFunc(w.Options, ofJVM) {
		return
	}
	for i := range w.Options {
		w.Options[i].Evidence = jvmflag.LooksLike
	}
	w.Doubt = "no JVM has what is no property among these options: they may be those of a build tool"
}

// mayBeOfBuildTool tells options such as -Pyarn, -q and --batch-mode from those that begin as only a JVM's do.
func mayBeOfBuildTool(o jvmflag.Option) bool {
	s := o.String()
	return strings.HasPrefix(s, "-") && !strings.HasPrefix(s, "-D") && !strings.HasPrefix(s, "-X")
}
