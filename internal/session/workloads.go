package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func (s *Session) predict(inputs []*project.Input) []*predict.Predictions {
	var all []*predict.Predictions
	all, s.said, s.faults = s.predictions(inputs, s.overrule)
	return all
}

// predictions are those of the workloads of some inputs, what is said of each, and the faults of jvmlint itself. It
// names facts that overrule what a workload says to overrule.
func (s *Session) predictions(inputs []*project.Input, overrule func(*workload.Workload, workload.Facts)) (all []*predict.Predictions, of map[*workload.Workload]said, faults []error) {
	of = make(map[*workload.Workload]said, lists.Sum(inputs, func(in *project.Input) int { return len(in.Workloads) }))
	ofPair, joined := s.project.Join(inputs)
	usual := s.options.Facts.WithLog() // where no configuration says more
	var read []*workload.Workload
	var stated []*workload.Facts
	for _, in := range inputs {
		c, section := s.configs.ofInput(in)
		ofInput := &usual
		if c != none {
			own := s.options.Facts.Over(section.Facts).WithLog()
			ofInput = &own
		}
		for _, w := range in.Workloads {
			if !w.HasJVM() && joined[w.Hazelcast] {
				continue
			}
			facts := ofInput
			pair, paired := ofPair[w]
			if paired || w.GCLog != nil {
				own := s.options.Facts.Over(pair.Over(section.Facts))
				own.GCLog = cmp.Or(own.GCLog, w.GCLog)
				own = own.WithLog()
				facts = &own
			}
			if paired || c != none {
				overrule(w, *facts)
			}
			of[w] = said{c, section.Rules}
			read, stated = append(read, w), append(stated, facts)
		}
	}
	all = make([]*predict.Predictions, len(read))
	faults = make([]error, len(read))
	others := new(predict.Others)
	parallel.Each(len(read), func(i int) {
		all[i], faults[i] = predictOne(read[i], *stated[i])
		all[i].Others = others
		if len(read) > fewWorkloads {
			all[i].LetGo()
		}
	})
	return all, of, slices.DeleteFunc(faults, func(err error) bool { return err == nil })
}

// fewWorkloads is how many may keep what was read of their options until they are judged, some 60 KB each. Those of
// more are read again, which takes less than the memory would.
const fewWorkloads = 500

// predictOne keeps a fault of jvmlint itself to the one workload: nothing is known of it then.
func predictOne(w *workload.Workload, stated workload.Facts) (p *predict.Predictions, err error) {
	defer func() {
		if r := recover(); r != nil {
			w.Known, w.Options, w.Variables, w.Files = workload.Nothing, nil, nil, nil
			p, err = &predict.Predictions{Workload: w}, fmt.Errorf("internal error on %s, please report it: %v", w.File.Name, r)
		}
	}()
	return predict.For(w, stated), nil
}

// overruled are facts of a configuration that count in place of what files say themselves, and what these say. On the
// command line somebody has just typed them; a configuration may be old.
type overruled struct {
	by     string // a place in the configuration
	fact   string
	places []string
}

// overrule notes what the facts will overrule in a workload.
func (s *Session) overrule(w *workload.Workload, facts workload.Facts) {
	own := workload.Facts{Memory: w.Memory, CPUs: w.CPUs, Members: w.Members}
	for _, fact := range workload.AllStated {
		said, stated := *fact.Of(&own), *fact.Of(&facts)
		if said.Origin != source.Configured || !stated.Known() || stated.N == said.N || strings.HasPrefix(stated.Why, "--") {
			continue
		}
		if at := said.Text.Written().Foremost(); !at.IsZero() {
			s.addOverruled(stated.Why, fmt.Sprintf("%s %s", fact.Name, stated.Text),
				fmt.Sprintf("%s at %s:%d", strings.TrimSpace(said.Text.String()), at.File.Name, at.File.LineAt(at.Start)))
		}
	}
	if jdk := facts.JDK; len(jdk.Candidates) > 0 && !strings.HasPrefix(jdk.Why, "--") && !w.JDK.Open && strings.HasPrefix(w.JDK.Why, "image ") && !slices.Equal(jdk.Candidates, w.JDK.Candidates) {
		s.addOverruled(jdk.Why, "JDK "+lint.Releases(jdk.Candidates), fmt.Sprintf("%s (%s)", lint.Releases(w.JDK.Candidates), w.JDK.Why))
	}
}

func (s *Session) addOverruled(by, fact, place string) {
	i := slices.IndexFunc(s.overruled, func(o overruled) bool { return o.by == by && o.fact == fact })
	if i < 0 {
		s.overruled, i = append(s.overruled, overruled{by: by, fact: fact}), len(s.overruled)
	}
	if o := &s.overruled[i]; !slices.Contains(o.places, place) {
		o.places = append(o.places, place)
	}
}

func (o overruled) String() string {
	return fmt.Sprintf("%s: %s overrides %s", o.by, o.fact, plural.First(o.places, 1, ", and %d more"))
}

// Overruled tells, in a line for each, what of the configuration counts in place of what files say.
func (s *Session) Overruled() []string { return lists.Of(s.overruled, overruled.String) }
