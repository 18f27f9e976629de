package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Extent is how much of a workload was judged.
type Extent uint8

const (
	NotAtAll Extent = iota // nothing is known of how it is started
	InPart                 // something kept some rules from judging it
	InFull
)

var extentNames = [...]string{"no", "part", "full"}

// String is the extent in the words of outputs.
func (e Extent) String() string { return extentNames[e] }

// Judged is how much of a workload was judged, and why not more.
type Judged struct {
	Workload *workload.Workload
	At       source.Span // where it was written; zero: in the file as a whole
	JVM      bool        // it is one; else a configuration of Hazelcast, or options that reach no JVM
	Extent   Extent
	Why      []string
	Noted    bool // a note tells the first reason
}

// Extents are how much was judged of each workload. It is in full where the JVM was
// predicted, starts, and no rule lacked what files could say of it. What has to be
// measured, and what a start script may add to the options, are not asked for: that
// could be said of any.
func (r *Result) Extents() []Judged {
	refused := map[*workload.Workload][]int{}
	for _, f := range r.Refused {
		if f.All {
			refused[f.Workload] = append(refused[f.Workload], f.JDKs...)
		}
	}
	lacked := map[*workload.Workload][]string{}
	for _, n := range r.NotJudged {
		for _, fact := range n.Needs {
			if of := lacked[n.Workload]; !measured(fact) && !slices.Contains(of, fact.String()) {
				lacked[n.Workload] = append(of, fact.String())
			}
		}
	}
	all := make([]Judged, len(r.Predicted))
	for i, p := range r.Predicted {
		w := p.Workload
		j := Judged{Workload: w, JVM: isJVM(w), Extent: InFull}
		switch {
		case j.JVM && !w.HasJVM():
			j.Extent, j.Why = NotAtAll, []string{doubt(w, "it is unknown how it is started")}
		case !j.JVM && w.Unmodelled != nil:
			j.Extent, j.Why, j.Noted = NotAtAll, []string{w.Unmodelled.Release + " is unknown to jvmlint: its configuration is not judged"}, true
		case j.JVM && !w.Decided():
			j.because(doubt(w, "the value of one of its options is unknown"))
		case w.Evidence() == jvmflag.LooksLike:
			j.because(doubt(w, "this only looks like JVM options: no JVM is known to read it"))
		case len(refused[w]) > 0:
			slices.Sort(refused[w])
			j.because(fmt.Sprintf("it does not start on JDK %s, so its behaviour there is not predicted", Releases(slices.Compact(refused[w]))))
		}
		j.Noted = j.Noted || len(j.Why) > 0 && j.Why[0] == w.Doubt && !w.Decided()
		if facts := lacked[w]; len(facts) > 0 {
			why := "unknown: " + strings.Join(facts, ", ")
			if w.Node.Cgroup == hotspot.CgroupNone {
				why += "; no control group limits it (" + w.Node.By + ")"
			}
			j.because(why)
		}
		all[i] = j
	}
	return all
}

// measured tells a fact that only a running program shows.
func measured(f Fact) bool {
	return f == FactPause || f == FactLargestObject || f == FactLive
}

func (j *Judged) because(why string) { j.Extent, j.Why = InPart, append(j.Why, why) }

// isJVM tells a JVM, known or not, from a configuration of Hazelcast and from
// options that reach none.
func isJVM(w *workload.Workload) bool {
	return w.HasJVM() || w.Unread == nil && w.Hazelcast == nil && w.HazelcastClient == nil && w.Unmodelled == nil
}

// doubt is why a workload is not predicted.
func doubt(w *workload.Workload, otherwise string) string {
	if w.Doubt != "" {
		return w.Doubt
	}
	return otherwise
}

// Facts says the facts that a rule lacks.
func (n NotJudged) Facts() string {
	var needs []string
	for _, fact := range n.Needs {
		needs = append(needs, fact.String())
	}
	return strings.Join(needs, " and ")
}
