package session

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Overruled are facts of a configuration that count in place of what files say
// themselves, and what these say. On the command line somebody has just typed
// them; a configuration may be old.
type Overruled struct {
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
				fmt.Sprintf("%s at %s:%d", strings.TrimSpace(said.Text.String()), at.File.Name, at.File.Position(at.Start).Line))
		}
	}
	if jdk := facts.JDK; len(jdk.Candidates) > 0 && !strings.HasPrefix(jdk.Why, "--") && !w.JDK.Open && strings.HasPrefix(w.JDK.Why, "image ") && !slices.Equal(jdk.Candidates, w.JDK.Candidates) {
		s.addOverruled(jdk.Why, "JDK "+lint.Releases(jdk.Candidates), fmt.Sprintf("%s (%s)", lint.Releases(w.JDK.Candidates), w.JDK.Why))
	}
}

func (s *Session) addOverruled(by, fact, place string) {
	i := slices.IndexFunc(s.overruled, func(o Overruled) bool { return o.by == by && o.fact == fact })
	if i < 0 {
		s.overruled, i = append(s.overruled, Overruled{by: by, fact: fact}), len(s.overruled)
	}
	if o := &s.overruled[i]; !slices.Contains(o.places, place) {
		o.places = append(o.places, place)
	}
}

// String says what was overruled.
func (o Overruled) String() string {
	more := ""
	if n := len(o.places) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more", n)
	}
	return fmt.Sprintf("%s: %s overrides %s%s", o.by, o.fact, o.places[0], more)
}

// Overruled are the facts that configurations have overruled.
func (s *Session) Overruled() []Overruled { return s.overruled }
