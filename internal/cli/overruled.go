package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// overruled are facts of a configuration that count in place of what files say
// themselves, and what these say. On the command line somebody has just typed
// them; a configuration may be old.
type overruled struct {
	by     string // a place in the configuration
	fact   string
	places []string
}

// overrule notes what the facts will overrule in a workload.
func (a *app) overrule(w *workload.Workload, facts workload.Facts) {
	own := workload.Facts{Memory: w.Memory, CPUs: w.CPUs, Members: w.Members}
	for _, s := range workload.AllStated {
		said, stated := *s.Of(&own), *s.Of(&facts)
		if said.Origin != source.Configured || !stated.Known() || stated.N == said.N || strings.HasPrefix(stated.Why, "--") {
			continue
		}
		if at := said.Text.Written().Foremost(); !at.IsZero() {
			a.addOverruled(stated.Why, fmt.Sprintf("%s %s", s.Name, stated.Text),
				fmt.Sprintf("%s at %s:%d", strings.TrimSpace(said.Text.String()), at.File.Name, at.File.Position(at.Start).Line))
		}
	}
	if jdk := facts.JDK; len(jdk.Candidates) > 0 && !strings.HasPrefix(jdk.Why, "--") && !w.JDK.Open && strings.HasPrefix(w.JDK.Why, "image ") && !slices.Equal(jdk.Candidates, w.JDK.Candidates) {
		a.addOverruled(jdk.Why, "JDK "+lint.Releases(jdk.Candidates), fmt.Sprintf("%s (%s)", lint.Releases(w.JDK.Candidates), w.JDK.Why))
	}
}

func (a *app) addOverruled(by, fact, place string) {
	i := slices.IndexFunc(a.overruled, func(o overruled) bool { return o.by == by && o.fact == fact })
	if i < 0 {
		a.overruled, i = append(a.overruled, overruled{by: by, fact: fact}), len(a.overruled)
	}
	if o := &a.overruled[i]; !slices.Contains(o.places, place) {
		o.places = append(o.places, place)
	}
}

// noteOverruled says what was overruled.
func (a *app) noteOverruled() {
	for _, o := range a.overruled {
		more := ""
		if n := len(o.places) - 1; n > 0 {
			more = fmt.Sprintf(", and %d more", n)
		}
		fmt.Fprintf(a.stderr, "note: %s: %s counts in place of %s%s\n", o.by, o.fact, o.places[0], more)
	}
}
