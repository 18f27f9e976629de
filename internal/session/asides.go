package session

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input/compose"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// asides tell which findings concern nothing that is deployed from here; lines of subcharts that others maintain are
// among them.
type asides struct {
	charts   []*project.Input
	tests    map[*workload.Workload]bool   // of values that a chart is only tested with
	services map[*workload.Workload]string // of Compose
	limited  map[string]bool               // objects of Kubernetes, whether all their JVMs have a memory limit
	printed  map[*workload.Workload]string // what helm template printed into a file: its template and container
	said     map[string]lint.Severity      // and one more: the worst message of such a container in a chart that is here
	here     string                        // the current folder
	named    map[string]bool               // whole paths that a person named
}

// lowerAsides makes infos without automatic fixes of them. What another release has at the same place says it all.
func (s *Session) lowerAsides(result *lint.Result, inputs []*project.Input) {
	a, elsewhere := s.asidesOf(result, inputs), map[findingAt]bool{}
	for _, f := range result.Findings {
		if _, is := a.why(f); !is {
			elsewhere[findingAt{f.Rule, source.LocationIn(f.Span.File, f.Span)}] = true
		}
	}
	result.Findings = slices.DeleteFunc(result.Findings, func(f *lint.Finding) bool {
		why, is := a.why(f)
		if !is {
			return false
		}
		if s.settings(f.Workload)[f.Rule.ID].Severity == nil {
			f.Severity = lint.Info
		}
		if f.LeaveFixes(); why != "" {
			f.Note(why)
		}
		return elsewhere[findingAt{f.Rule, source.LocationIn(f.Span.File, f.Span)}]
	})
}

type findingAt struct {
	rule *lint.Rule
	at   source.Location
}

func (s *Session) asidesOf(result *lint.Result, inputs []*project.Input) asides {
	a := asides{
		charts: lists.Where(inputs, func(in *project.Input) bool { return in.Chart != nil }),
		tests:  map[*workload.Workload]bool{}, services: map[*workload.Workload]string{}, limited: map[string]bool{},
		printed: map[*workload.Workload]string{}, said: map[string]lint.Severity{},
	}
	a.here, _ = s.files.Abs(".") // asked once: the system looks at the folder each time
	a.named = lists.Set(lists.Of(slices.Concat(s.paths, s.options.Charts.Values), a.whole))
	rendered := map[*workload.Workload]string{}
	for _, in := range inputs {
		test := slices.ContainsFunc(a.charts, func(c *project.Input) bool {
			return c == in && c.Chart.IsTest(c.Release) || in.Format == kube.ChartValues && c.Chart.IsTested(in.File)
		})
		var templates [][]int
		if bytes.Contains(in.File.Data, []byte("# Source: ")) {
			templates = ofTemplate.FindAllIndex(in.File.Data, -1)
		}
		for _, w := range in.Workloads { // values that somebody names are meant
			a.tests[w] = test && len(s.options.Charts.Values) == 0
			first, object, _ := strings.Cut(w.Name, "/") // Deployment/orders/app, or a service of Compose
			object, container, _ := strings.Cut(object, "/")
			switch template := templateAbove(in.File, templates, w); {
			case in.Format == compose.Format:
				a.services[w] = first
			case template != "" && in.Chart != nil:
				rendered[w] = template + " " + container
			case template != "":
				a.printed[w] = template + " " + container
			case object != "" && w.Container != nil && w.Container.Kubernetes && !w.Short:
				others, seen := a.limited[object]
				a.limited[object] = w.Memory.Known() && (others || !seen)
			}
		}
	}
	for _, f := range result.Findings {
		if of := rendered[f.Workload]; of != "" && !a.tests[f.Workload] {
			a.said[of+": "+f.Message] = max(a.said[of+": "+f.Message], f.Severity+1)
		}
	}
	return a
}

func (a *asides) whole(name string) string { return filesystem.Whole(a.here, name) }

// below is the way to a file from what a person named: who names a folder of examples means them. It is empty for a file
// that somebody named, and where nobody named a folder above it.
func (a *asides) below(name string) string {
	whole := a.whole(name)
	at := whole
	for ; !a.named[at]; at = filepath.Dir(at) {
		if filepath.Dir(at) == at {
			return ""
		}
	}
	return strings.TrimPrefix(filepath.ToSlash(whole[len(at):]), "/")
}

// templateAbove is the comment in which helm template names the template that a workload is printed from; empty where
// none stands above it.
func templateAbove(file *source.File, templates [][]int, w *workload.Workload) string {
	at := w.At.Span()
	i := sort.Search(len(templates), func(i int) bool { return templates[i][0] > at.Start })
	if i == 0 || at.File != file {
		return ""
	}
	return strings.TrimSpace(string(file.Data[templates[i-1][0]:templates[i-1][1]]))
}

// putAside are files of tests, and those that nobody uses any more; ofExamples are examples, and what runs on a person's
// own machine. A fault of an example that keeps a JVM from starting is one for whoever takes it.
var (
	putAside   = lazyregexp.New(`(?:^|/)(?:testdata|fixtures|golden|archived|ci-archive|\.?disabled|old)/`)
	ofExamples = lazyregexp.New(`(?:^|/)(?:(?:examples?|samples?|docs?|\.github|(?:minikube|kind)(?:-cluster)?)/|` +
		`values[.-](?:local|minikube|kind)\.ya?ml$)`)
)

// why says, where there is something to say, why a finding is an aside, and whether it is one: of all workloads.
func (a *asides) why(f *lint.Finding) (why string, is bool) {
	if slices.ContainsFunc(a.charts, func(in *project.Input) bool { return in.Chart.IsVendored(f.Span.File) }) {
		return "", true
	}
	if way := a.below(f.Span.File.Name); putAside.MatchString(way) || f.Severity < lint.Error && ofExamples.MatchString(way) {
		return "", true
	}
	for _, x := range f.All() {
		switch service := a.services[x.Workload]; {
		case a.tests[x.Workload]:
		case a.said[a.printed[x.Workload]+": "+f.Message] > f.Severity:
			why = "helm template printed it, and the chart has the same finding"
		case f.NoLimit && a.limited[service]:
			why = fmt.Sprintf("Kubernetes runs %s with a limit", service)
		default:
			return "", false
		}
	}
	return why, true
}
