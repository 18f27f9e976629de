package figures

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Prediction is what one workload will do on one JDK.
type Prediction struct{ *predict.Prediction }

// Predictions are those of a workload, the newest JDK last.
func Predictions(w *predict.Predictions) []Prediction {
	all := lists.Of(w.All(), func(p *predict.Prediction) Prediction { return Prediction{p} })
	slices.Reverse(all)
	return all
}

func titleOf(w *workload.Workload) string { return fmt.Sprintf("%s of %s", w.Name, w.File.Name) }

func predictions(workloads []*predict.Predictions) []Prediction {
	return lists.Flat(workloads, Predictions)
}

// Memory is the sum of what a process takes in its container, where other JVMs may run, too; not ok where it is not known.
func (p Prediction) Memory() (memory *report.Memory, ok bool) {
	budget, ok := p.Budget()
	if !ok {
		return nil, false
	}
	memory = report.MemoryOf(budget, p.Workload)
	memory.Beside = p.Beside().Planned
	return memory, true
}

func (p Prediction) Verdict() string {
	switch {
	case !p.Start.OK:
		return "does not start"
	case p.JVM == nil:
		return "prints what " + p.Options.Program.Name + " asks for and ends"
	}
	return "starts"
}

// writeEach writes a block for each, with an empty line between two. No line
// shows a secret of the workload that it is about.
func writeEach[T any](w io.Writer, all []T, of func(T) *workload.Workload, write func(*strings.Builder, T, report.Secrets)) error {
	blocks := lists.Of(all, func(one T) string {
		var block strings.Builder
		hidden := report.SecretsOfWorkload(of(one))
		write(&block, one, hidden)
		return hidden.Text(block.String())
	})
	return report.Print(w, strings.Join(blocks, "\n"))
}

// shown is what is said of a workload, for machines: without its secrets.
type shown[T any] struct {
	of   *workload.Workload
	said T
}

func (s shown[T]) MarshalJSON() ([]byte, error) { return report.SecretsOfWorkload(s.of).JSON(s.said) }

// JSONOf is a T, for the schema.
func (shown[T]) JSONOf() any { return *new(T) }

// JSON are the documents that commands write for machines, empty, for their schema.
func JSON() map[string]any {
	return map[string]any{"advise": jsonAdvices{}, "capacity": jsonCapacity{}, "predict": jsonPredictions{}, "what-if": jsonWhatIfs{}}
}

// mostPools is how many pools are named one by one.
const mostPools = 4

// First is what somebody asks first of a single JVM: whether it starts, whether it fits, and
// what takes the memory. That is on one JDK, or 0: where several may run it, on the one that needs most.
func First(of *predict.Predictions, on int, style report.Style) string {
	var starting []Prediction
	var runs, refuse []int
	for _, p := range Predictions(of) {
		switch {
		case !p.Start.OK:
			refuse = append(refuse, p.JDK)
		case p.JVM == nil:
			return p.Verdict() + "\n"
		default:
			runs, starting = append(runs, p.JDK), append(starting, p)
		}
	}
	var verdict []string
	if ended := of.Workload.Ended; ended != "" {
		verdict = append(verdict, style.Strong("it ended last: "+report.SecretsOfWorkload(of.Workload).Show(ended)))
	}
	if len(refuse) > 0 {
		verdict = append(verdict, style.Verdict(false, "does not start on JDK "+lint.Releases(refuse)))
	}
	if len(runs) == 0 {
		return strings.Join(verdict, "\n") + "\n"
	}
	verdict = append(verdict, style.Verdict(true, "starts on JDK "+lint.Releases(runs)))
	return strings.Join(verdict, "\n") + "\n" + fit(of.Workload, starting, on, style)
}

// fit says whether the memory of a JVM fits its limit, and which pools it is.
func fit(w *workload.Workload, starting []Prediction, on int, style report.Style) string {
	var most Prediction
	var sum *report.Memory
	for _, p := range starting {
		if m, ok := p.Memory(); ok && (sum == nil || p.JDK == on || most.JDK != on && m.Planned() > sum.Planned()) {
			most, sum = p, m
		}
	}
	missing := missingFacts(w)
	unknown := "whether it fits is not known: pass " + missing + "\n"
	switch {
	case sum == nil && missing == "":
		return memory.Missing(starting[0].JVM) + "\n"
	case sum == nil:
		return unknown
	}
	var under []string
	if len(starting) > 1 {
		under = append(under, fmt.Sprintf("JDK %d", most.JDK))
	}
	if cpus := most.BudgetMachine().CPUs; cpus.Origin == source.Assumed {
		under = append(under, plural.Of(cpus.N, "CPU")+" assumed")
	}
	verdict, judged := unknown, ""
	if under != nil {
		judged = " (" + strings.Join(under, ", ") + ")"
	}
	switch {
	case sum.Limit.Known():
		verdict = fitOf(most, sum, style) + judged + "\n"
	case judged != "":
		verdict += "planned" + judged + ":\n"
	}
	return verdict + report.Table(poolRows(sum)) + "\n"
}

// fitOf says the same as the rules do: a plan that is over the limit by no more than it may be off proves nothing.
func fitOf(p Prediction, sum *report.Memory, style report.Style) string {
	left, fits := sum.Spare()
	least, ok := p.LeastBudget()
	switch limit := sum.Limit.N - sum.Beside; {
	case fits:
		return style.Verdict(true, "fits: "+left)
	case sum.Doubtful(limit) || ok && least.Planned() <= limit:
		return "may not fit: " + left + ", of which some is assumed"
	}
	return style.Verdict(false, "does not fit: "+left)
}

// missingFacts are the options that give what is not known of the container.
func missingFacts(w *workload.Workload) string {
	var all []string
	if !w.Memory.Known() {
		all = append(all, "--memory 2Gi")
	}
	if !w.CPUs.Known() {
		all = append(all, "--cpus 2")
	}
	return strings.Join(all, " ")
}

// poolRows are the largest pools, the sum of all and the limit, each as a share of the limit.
func poolRows(m *report.Memory) (rows [][]string) {
	add := func(name string, n int64) {
		share := ""
		if m.Limit.Known() {
			share = fmt.Sprintf("%d %% of the limit", n*100/m.Limit.N)
		}
		rows = append(rows, []string{name, lint.MiB(n), share})
	}
	pools := slices.Clone(m.Pools)
	slices.SortStableFunc(pools, func(a, b memory.Pool) int { return cmp.Compare(b.Planned, a.Planned) })
	for _, pool := range pools[:min(mostPools, len(pools))] {
		add(pool.Name, pool.Planned)
	}
	if m.Beside > 0 {
		add("other JVMs", m.Beside)
	}
	add("sum of all", m.Planned()+m.Beside)
	if m.Limit.Known() {
		rows = append(rows, []string{"limit", lint.MiB(m.Limit.N), report.Show(Because(m.Limit))})
	}
	return rows
}

// answer is what a reader looks for first, in five lines at most: the start, the heap,
// the full GC, the memory and what it leaves of the limit.
func (p Prediction) answer() []Row {
	if p.JVM == nil {
		return []Row{{What: "start", Value: p.Verdict()}}
	}
	rows := []Row{
		{What: "start", Value: p.Verdict() + ", " + p.JVM.Collector.String()},
		{What: "heap", Value: heapCell(p.JVM)},
	}
	if given := p.Workload.FullGCPause; given.Known() {
		rows = append(rows, Row{What: "full GC", Value: givenPause(given)})
	} else if full, ok := p.FullGCPause(); ok {
		rows = append(rows, Row{What: "full GC", Value: fmt.Sprintf("%d ms, at worst %d ms", full.Expected, full.High)})
	}
	memory, ok := p.Memory()
	if !ok {
		return rows
	}
	rows = append(rows, Row{What: "memory planned", Value: lint.MiB(memory.Planned())})
	if memory.Beside > 0 {
		rows = append(rows, Row{What: plural.Of(len(p.Workload.Companions), "other JVM"), Value: lint.MiB(memory.Beside) + " at the same time"})
	}
	if memory.Limit.Known() {
		left, _ := memory.Spare()
		rows = append(rows, Row{What: "limit " + lint.MiB(memory.Limit.N), Value: left})
	}
	return rows
}

// givenPause is a pause that was measured, or that somebody states.
func givenPause(v source.Value) string {
	if v.Origin == source.Measured {
		return fmt.Sprintf("%d ms measured", v.N)
	}
	return fmt.Sprintf("%d ms given", v.N)
}

// heapCell is the heap from its size at start to the largest.
func heapCell(jvm *hotspot.JVM) string {
	if jvm.Heap.Known() && !jvm.InitialHeap.Known() {
		return "up to " + sizeCell(jvm.Heap)
	}
	return extent(sizeCell(jvm.InitialHeap), sizeCell(jvm.Heap))
}
