package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// capacityOptions are what the command asks about the entries of a map.
type capacityOptions struct {
	mapName, object, sizes, key    string
	backupsText, objectsText, lose string

	values  capacity.Sizes // none where nothing gives a size
	backups source.Value
	objects source.Value
	lost    source.Value
	keySize source.Value
}

func (o *capacityOptions) add(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&o.mapName, "map", "", "plan for the map of this `name` alone")
	f.StringVar(&o.object, "object", "", "bytes of each value, an array or a string in UTF-8, as 5MiB")
	f.StringVar(&o.sizes, "sizes", "", "sizes of the values by quantiles, as p50=10KiB,p99=1MiB,max=5MiB; or one size")
	f.StringVar(&o.key, "key", "", "bytes of each key, a string in UTF-8; without it keys are taken for Integers")
	f.StringVar(&o.backupsText, "backups", "", "backups of the map, in place of what its configuration says")
	f.StringVar(&o.objectsText, "objects", "", "entries that the map is to hold: tells the members or the memory that they need")
	f.StringVar(&o.lose, "lose", "", "members that may be lost while the others hold all entries (default 1)")
}

// read reads the options that were given.
func (o *capacityOptions) read(set func(option string) bool) error {
	for _, option := range []struct{ name, text string }{{"map", o.mapName}, {"object", o.object}, {"sizes", o.sizes}, {"key", o.key},
		{"backups", o.backupsText}, {"objects", o.objectsText}, {"lose", o.lose}} {
		if option.text == "" && set(option.name) {
			return fmt.Errorf("--%s: it is empty", option.name)
		}
	}
	if o.object != "" && o.sizes != "" {
		return errors.New("--object and --sizes exclude each other")
	}
	var err error
	if o.values, err = readValues(o.object, o.sizes); err != nil {
		return err
	}
	o.keySize = source.Value{N: hazelcast.IntegerKey(), Origin: source.Assumed, Why: "an Integer (--key)"}
	if o.key != "" {
		v, err := workload.Size(source.Unlocated(o.key, "--key"), source.Argument)
		if err != nil {
			return fmt.Errorf("--key: %w", err)
		}
		if v.N > capacity.LargestValue {
			return fmt.Errorf("--key: %s is more than a key can be", o.key)
		}
		o.keySize = source.Value{N: hazelcast.ArrayValue(v.N), Origin: source.Argument, Why: "a string of " + o.key + " (--key)"}
	}
	for _, count := range []struct {
		option, text string
		least, most  int64
		to           *source.Value
	}{
		{"--backups", o.backupsText, 0, 6, &o.backups}, {"--objects", o.objectsText, 1, 1e15, &o.objects}, {"--lose", o.lose, 0, 1e6, &o.lost},
	} {
		if count.text == "" {
			continue
		}
		n, err := strconv.ParseInt(count.text, 10, 64)
		if err != nil || n < count.least || n > count.most {
			return fmt.Errorf("%s: %q is not a whole number from %d to %d", count.option, count.text, count.least, count.most)
		}
		*count.to = source.Value{N: n, Origin: source.Argument, Why: count.option}
	}
	return nil
}

// readValues reads the sizes of values.
func readValues(object, sizes string) (capacity.Sizes, error) {
	option, text := "--sizes", sizes
	if object != "" {
		option, text = "--object", object
		if strings.Contains(object, "=") {
			return capacity.Sizes{}, fmt.Errorf("--object: %q is not one size: quantiles go into --sizes", object)
		}
	}
	if text == "" {
		return capacity.Sizes{}, nil
	}
	values, err := capacity.ParseSizes(text)
	if err != nil {
		return values, fmt.Errorf("%s: %w", option, err)
	}
	values.Text += " (" + option + ")"
	return values, nil
}

// plan answers what is asked about a map of a member.
func (o *capacityOptions) plan(pass *predict.Prediction, m hazelcast.MapConfig) (*capacity.Plan, error) {
	q, err := o.question(pass, m)
	if err != nil {
		return nil, err
	}
	return q.Answer()
}

// question is what is asked about a map of a member.
func (o *capacityOptions) question(pass *predict.Prediction, m hazelcast.MapConfig) (*capacity.Question, error) {
	w := pass.Workload
	values := o.values
	if len(values.Parts) == 0 {
		if !w.LargestObject.Known() {
			return nil, errors.New("the size of values is not known (--object or --sizes)")
		}
		values = capacity.Sizes{Parts: []capacity.Size{{Bytes: w.LargestObject.N, Share: 1}}, Text: "all as large as the largest (" + w.LargestObject.Why + ")"}
	}
	if o.backups.Known() {
		m.BackupCount = o.backups
		m.AsyncBackupCount = source.Value{Origin: source.Argument, Why: "--backups counts those of both kinds"}
	}
	lose := o.lost.N
	if !o.lost.Known() && w.Members.N > 1 {
		lose = 1
	}
	q := &capacity.Question{Objects: o.objects, Lose: lose, Cluster: capacity.Cluster{
		JVM:        capacity.JVM{JVM: pass.JVM, Options: pass.Options, Machine: pass.BudgetMachine(), Program: pass.Program()},
		Members:    w.Members,
		Partitions: w.Hazelcast.Partitions(pass.Options.Properties),
		Migrations: pass.Property(hazelcast.ParallelMigrations).Integer(),
		Map:        m,
		Key:        o.keySize,
		Values:     values,
	}}
	q.Others, q.Unlimited = othersOf(w.Hazelcast, m, pass.JVM.Heap)
	if shutdown := pass.Shutdown(); shutdown.IsGraceful() {
		q.Wait = shutdown.MaxWait
	}
	return q, nil
}

// othersOf is what the other maps may take of the heap before they evict, and
// the names of those that say nothing of it.
func othersOf(c *hazelcast.Config, m hazelcast.MapConfig, heap source.Value) (taken source.Value, unlimited []string) {
	var others []hazelcast.MapConfig
	for _, other := range c.Maps() {
		name := other.WrittenName()
		if name == hazelcast.DefaultMap || name == m.WrittenName() {
			continue
		}
		others = append(others, other.Config())
		if _, sum := hazelcast.HeapShares(others[len(others)-1:], heap); sum == 0 {
			unlimited = append(unlimited, name)
		}
	}
	shares, sum := hazelcast.HeapShares(others, heap)
	if sum > 0 {
		taken = source.Value{N: sum, Origin: source.Configured, Why: lint.Count(len(shares), "map") + " with a size of used heap", Text: shares[0].Map.Eviction.Size.Text}
	}
	return taken, unlimited
}
