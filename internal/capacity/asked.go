package capacity

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Asked is what is asked about the entries of a map. What is not known is of unknown origin.
type Asked struct {
	Values  Sizes // none where nothing gives a size
	Backups source.Value
	Objects source.Value
	Data    source.Value // bytes of all values, in place of Objects
	Lost    source.Value
	Key     source.Value // bytes on the heap
}

type MapPlan struct {
	Pass *predict.Prediction // of the member
	Map  string              // its name
	Plan *Plan
}

// Plans plans for the map of a member that has a name, or for all of its maps.
// What cannot be planned for is an error.
func (a Asked) Plans(w *workload.Workload, only string) (plans []MapPlan, failed []error) {
	pass, err := predictMember(w)
	if err != nil {
		return nil, []error{err}
	}
	maps, err := mapsOf(pass.Workload.Hazelcast, only)
	if err != nil {
		return nil, []error{err}
	}
	overrides := pass.Overrides()
	known := overrides.Over(pass.Workload.Hazelcast.Maps())
	if lists.Sum(known, func(m hazelcast.Map) int { return len(m.Over) }) < overrides.Of("map") {
		return nil, []error{errors.New("environment variables or system properties override settings of other maps, or by values that are not known here: capacity does not plan for these")}
	}
	over := overrides.Over(lists.Of(maps, func(m hazelcast.MapConfig) hazelcast.Map { return m.Map }))
	maps = lists.Of(over, hazelcast.Map.Config)
	for _, m := range maps {
		name := cmp.Or(only, m.WrittenName())
		plan, err := a.plan(pass, m)
		if err != nil {
			failed = append(failed, fmt.Errorf("map %q: %w", name, err))
			continue
		}
		plans = append(plans, MapPlan{Pass: pass, Map: name, Plan: plan})
	}
	return plans, failed
}

// mapsOf are the entries to plan for: the one of a name, else all but default where there are others.
func mapsOf(c *hazelcast.Config, name string) ([]hazelcast.MapConfig, error) {
	if name != "" {
		return mapNamed(c, name)
	}
	if all := named(c); len(all) > 0 {
		return lists.Of(all, hazelcast.Map.Config), nil
	}
	return mapsOf(c, hazelcast.DefaultMap)
}

// named are the maps but default.
func named(c *hazelcast.Config) []hazelcast.Map {
	isDefault := func(m hazelcast.Map) bool { return m.WrittenName() == hazelcast.DefaultMap }
	return slices.DeleteFunc(slices.Clone(c.Maps()), isDefault)
}

// mapNamed is the entry for a map. A name that none of them is for is most likely a slip,
// where they name maps: default tells what such a map gets.
func mapNamed(c *hazelcast.Config, name string) ([]hazelcast.MapConfig, error) {
	m, err := c.MapNamed(name)
	names := lists.Of(named(c), hazelcast.Map.WrittenName)
	known := name == hazelcast.DefaultMap || m.WrittenName() != hazelcast.DefaultMap && m.WrittenName() != ""
	if err != nil || known || len(names) == 0 {
		return []hazelcast.MapConfig{m.Config()}, err
	}
	return nil, fmt.Errorf("--map: %w (%s stands for maps without an entry)", spelling.Unknown("map", name, names), hazelcast.DefaultMap)
}

func (a Asked) plan(pass *predict.Prediction, m hazelcast.MapConfig) (*Plan, error) {
	w := pass.Workload
	values := a.Values
	switch {
	case len(values.Parts) > 0:
	case w.LargestObject.Known():
		values = Sizes{Parts: []Size{{Bytes: w.LargestObject.N, Share: 1}}, Text: "all as large as the largest (" + w.LargestObject.Why + ")"}
	case a.Data.Known():
		values = Sizes{Parts: []Size{{Bytes: 1 << 10, Share: 1}}, Text: "nothing says (--object or --sizes)", Assumed: "values of 1 KiB"}
	default:
		return nil, errors.New("the size of values is unknown (--object or --sizes)")
	}
	if a.Backups.Known() {
		m.BackupCount = a.Backups
		m.AsyncBackupCount = source.Value{Origin: source.Argument, Why: "--backups counts those of both kinds"}
	}
	if a.Data.Known() {
		average := max(1, mean(values, func(bytes int64) int64 { return bytes }))
		a.Objects = source.Value{N: max(1, (a.Data.N-1)/average+1), Origin: source.Argument, Why: "--data / value"}
	}
	lose := either.Of(!a.Lost.Known() && w.Members.N > 1, 1, a.Lost.N)
	q := &question{Objects: a.Objects, Data: a.Data, Lose: lose, Cluster: Cluster{
		JVM:        JVM{JVM: pass.JVM, Options: pass.Options, Machine: pass.BudgetMachine(), Program: pass.Program()},
		Members:    w.Members,
		Partitions: w.Hazelcast.Partitions(pass.Options.Properties),
		Migrations: pass.Property(hazelcast.ParallelMigrations).Integer(),
		Map:        m,
		Key:        a.Key,
		Values:     values,
	}}
	q.Imports = w.Hazelcast.Imports()
	q.Others, q.Unlimited = othersOf(w.Hazelcast, m, pass.JVM.Heap)
	if shutdown := pass.Shutdown(); shutdown.IsGraceful() {
		q.Wait = shutdown.MaxWait
	}
	return q.answer()
}

// othersOf is what the other maps may take of the heap before they evict, and
// the names of those that say nothing of it.
func othersOf(c *hazelcast.Config, m hazelcast.MapConfig, heap source.Value) (taken source.Value, unlimited []string) {
	var others []hazelcast.MapConfig
	for _, other := range named(c) {
		name := other.WrittenName()
		if name == m.WrittenName() {
			continue
		}
		others = append(others, other.Config())
		if _, sum := hazelcast.HeapShares(others[len(others)-1:], heap); sum == 0 {
			unlimited = append(unlimited, name)
		}
	}
	shares, sum := hazelcast.HeapShares(others, heap)
	if sum > 0 {
		taken = source.Value{N: sum, Origin: source.Configured, Why: plural.Of(len(shares), "map") + " with a size of used heap", Text: shares[0].Map.Eviction.Size.Text}
	}
	return taken, unlimited
}

// predictMember predicts the JVM of a member, with the newest JDK that may run it. Where nothing says how it is
// started, it gets the largest heap that the memory limit holds.
func predictMember(w *workload.Workload) (*predict.Prediction, error) {
	w.IsMember = true
	jdk := slices.Max(w.JDK.Candidates)
	if !w.HasJVM() {
		return chooseHeap(w, jdk)
	}
	pass := predict.Of(w, jdk)
	if pass.JVM == nil {
		return nil, fmt.Errorf("its JVM does not start on JDK %d: see jvmlint predict", jdk)
	}
	return pass, nil
}

func chooseHeap(w *workload.Workload, jdk int) (*predict.Prediction, error) {
	limit := w.Memory
	if !limit.Known() {
		return nil, errors.New("it is unknown how its JVM is started: give the memory limit (--memory), or its options after the word java")
	}
	pass := withFixedHeap(w, jdk, limit.N)
	heap, ok := memory.LargestHeap(pass.Options, pass.BudgetMachine(), pass.Program(), limit.N)
	if !ok {
		return nil, fmt.Errorf("a limit of %s leaves no room for a heap: a member takes more beside it", jvmflag.FormatSize(uint64(limit.N)))
	}
	if pass = withFixedHeap(w, jdk, heap); pass.JVM == nil {
		return nil, fmt.Errorf("JDK %d does not start with a heap of %s", jdk, jvmflag.FormatSize(uint64(heap)))
	}
	pass.JVM.Heap.Origin, pass.JVM.Heap.Text = source.Assumed, source.Text{}
	pass.JVM.Heap.Why = fmt.Sprintf("the largest that the limit holds: -Xms%[1]dm -Xmx%[1]dm%[2]s", pass.JVM.Heap.N>>20,
		assumedCPUs(pass.BudgetMachine()))
	return pass, nil
}

// withFixedHeap predicts a member with nothing but a heap for its options.
func withFixedHeap(w *workload.Workload, jdk int, heap int64) *predict.Prediction {
	words, _ := jvmflag.Words(source.Unlocated(fmt.Sprintf("-Xms%[1]d -Xmx%[1]d", heap), "chosen with the memory limit"))
	started := *w
	started.Known, started.Options = workload.AllOptions, jvmflag.OnChannel(jvmflag.CommandLine, words)
	return predict.Of(&started, jdk)
}
