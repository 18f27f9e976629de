package cli

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func capacityCommand(a *app) *cobra.Command {
	var asked capacityOptions
	cmd := figuresCommand(a, &cobra.Command{
		Use:   "capacity [PATH ...]",
		Short: "Plan a Hazelcast cluster: how many entries fit, or how many members or how much memory they need",
		Long: `Works out how many entries of a map a cluster holds, and what evicts or runs out of memory
when members are lost. With --objects, it works out how many members, or how much memory
for each, that many entries need. Describe the members by files, as for check, by a java
command line, or by facts alone: each then has the largest heap that --memory holds.`,
		Example: `  jvmlint capacity --object 5MiB values.yaml
  jvmlint capacity --memory 10Gi --cpus 8 --jdk 11 --members 3 --backups 1 --object 5MiB
  jvmlint capacity --members 3 --objects 5000000 --sizes p50=10KiB,p99=1MiB,max=5MiB values.yaml
  jvmlint capacity --members 3 --object 5MiB --hazelcast-config hazelcast.yaml java -Xmx9g -Xms9g`,
	}, figuring{
		java: "The same for members that a java command line starts",
		bare: memberOfFacts,
		check: func(cmd *cobra.Command) error {
			if f := a.options.Facts; f.NativeMemory != nil || f.GCLog != nil {
				return errors.New("--nmt and --gc-log are for check, java, predict and advise: capacity does not read them")
			}
			return asked.read(given(cmd))
		},
		do: func(c *command, r *session.Files) error { return c.capacity(r, asked) },
	})
	asked.add(cmd)
	return cmd
}

// capacity plans for each member that was read.
func (c *command) capacity(r *session.Files, asked capacityOptions) error {
	predicted, err := c.session.Predict(r)
	if err != nil {
		return err
	}
	var plans []capacity.MapPlan
	found := false
	for _, p := range predicted {
		w := p.Workload
		if !isMember(w) {
			continue
		}
		found = true
		of, failed := asked.Plans(w, asked.mapName)
		for _, err := range failed {
			r.Failures = append(r.Failures, source.Unreadable(w.File.Name, fmt.Errorf("%s: %w", w.Name, err)))
		}
		plans = append(plans, of...)
	}
	if !found && len(r.Problems()) == 0 {
		return errors.New("nothing that was read is a Hazelcast member that can be planned for")
	}
	if len(plans) > 0 {
		if err := c.app.write(figureWriters("What the cluster holds",
			func(w io.Writer, colour bool) error {
				return figures.CapacityText(w, plans, colour, c.app.output.verbose)
			},
			func(w io.Writer) error { return figures.CapacityJSON(w, plans) },
			func() []figures.Sheet { return figures.CapacitySheets(plans) })); err != nil {
			return err
		}
	}
	return c.app.problems(r.Problems())
}

// isMember tells a member that can be planned for: its JVM is known, or can be chosen.
func isMember(w *workload.Workload) bool {
	if !w.HasJVM() {
		return w.Hazelcast != nil || w.IsMember
	}
	return (w.IsMember || w.AnyProgram) && w.Decided() && !w.Short
}

// memberOfFacts is a member of which nothing is known but what the command line says.
func memberOfFacts() *input.Input {
	file := source.NewFile(source.CommandLine, nil)
	return &input.Input{Format: input.JavaCommand, File: file,
		Workloads: []*workload.Workload{{Name: "member", File: file, IsMember: true, JDK: workload.OpenJDK()}}}
}

// capacityOptions are what the command asks about the entries of a map.
type capacityOptions struct {
	mapName, object, sizes, key    string
	backupsText, objectsText, lose string

	capacity.Asked // what the texts say
}

func (o *capacityOptions) add(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&o.mapName, "map", "", "plan only for the map of this `name`")
	f.StringVar(&o.object, "object", "", "bytes of each value, an array or a string in UTF-8, such as 5MiB")
	f.StringVar(&o.sizes, "sizes", "", "sizes of the values by quantiles, such as p50=10KiB,p99=1MiB,max=5MiB; or one size")
	f.StringVar(&o.key, "key", "", "bytes of each key, a string in UTF-8; without it, keys are assumed to be Integers")
	f.StringVar(&o.backupsText, "backups", "", "backups of the map, instead of the number in its configuration")
	f.StringVar(&o.objectsText, "objects", "", "entries that the map must hold: prints the members or the memory that they need")
	f.StringVar(&o.lose, "lose", "", "members that may be lost while the others hold all entries (default 1)")
}

// read reads the options that were given.
func (o *capacityOptions) read(set func(option string) bool) error {
	for _, option := range []struct{ name, text string }{{"map", o.mapName}, {"object", o.object}, {"sizes", o.sizes}, {"key", o.key},
		{"backups", o.backupsText}, {"objects", o.objectsText}, {"lose", o.lose}} {
		if option.text == "" && set(option.name) {
			return fmt.Errorf("--%s is empty", option.name)
		}
	}
	if o.object != "" && o.sizes != "" {
		return errors.New("--object and --sizes exclude each other")
	}
	var err error
	if o.Values, err = readValues(o.object, o.sizes); err != nil {
		return err
	}
	o.Key = source.Value{N: hazelcast.IntegerKey(), Origin: source.Assumed, Why: "an Integer (--key)"}
	if o.key != "" {
		v, err := workload.Size(source.Unlocated(o.key, "--key"), source.Argument)
		if err != nil {
			return fmt.Errorf("--key: %w", err)
		}
		if v.N > capacity.LargestValue {
			return fmt.Errorf("--key: %s is too large for a key", o.key)
		}
		o.Key = source.Value{N: hazelcast.ArrayValue(v.N), Origin: source.Argument, Why: "a string of " + o.key + " (--key)"}
	}
	for _, count := range []struct {
		option, text string
		least, most  int64
		to           *source.Value
	}{
		{"--backups", o.backupsText, 0, 6, &o.Backups}, {"--objects", o.objectsText, 1, 1e15, &o.Objects}, {"--lose", o.lose, 0, 1e6, &o.Lost},
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
