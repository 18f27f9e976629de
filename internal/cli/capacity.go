package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func (a *app) capacityCommand() *cobra.Command {
	var asked capacityOptions
	cmd := &cobra.Command{
		Use:   "capacity [PATH ...]",
		Short: "Plan a Hazelcast cluster: how many entries fit, or how many members or how much memory they need",
		Long: `Tells how many entries of a map a cluster holds, what evicts or runs out of memory when
members are lost, and, with --objects, how many members, or how much memory for each, so
many entries need. Members are described by files as check takes them, by a java command
line, or by facts alone: then each has the largest heap that --memory holds.`,
		Example: `  jvmlint capacity --object 5MiB values.yaml
  jvmlint capacity --memory 10Gi --cpus 8 --jdk 11 --members 3 --backups 1 --object 5MiB
  jvmlint capacity --members 3 --objects 5000000 --sizes p50=10KiB,p99=1MiB,max=5MiB values.yaml
  jvmlint capacity --members 3 --object 5MiB --hazelcast-config hazelcast.yaml java -Xmx9g -Xms9g`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := a.preparePlan(cmd, &asked); err != nil {
				return err
			}
			if len(paths) == 0 {
				return a.capacity([]*input.Input{memberOfFacts()}, nil, asked)
			}
			inputs, failures, _, err := a.read(paths)
			if err != nil {
				return err
			}
			return a.capacity(inputs, failures, asked)
		},
	}
	asked.add(cmd)
	a.options.addCharts(cmd)
	cmd.Flags().StringVar(&a.options.stdinFilename, "stdin-filename", "<stdin>", "name to show for standard input")
	a.withJava(cmd, "The same for members that a java command line starts",
		func(cmd *cobra.Command) error { return a.preparePlan(cmd, &asked) },
		func(inputs []*input.Input, failures []error) error { return a.capacity(inputs, failures, asked) })
	return cmd
}

func (a *app) preparePlan(cmd *cobra.Command, asked *capacityOptions) error {
	a.options.figures = true
	if err := a.prepare(cmd); err != nil {
		return err
	}
	if a.given.NativeMemory != nil || a.given.GCLog != nil {
		return errNotMeasured("capacity")
	}
	return asked.read(func(option string) bool { f := cmd.Flag(option); return f != nil && f.Changed })
}

// capacity plans for each member that was read.
func (a *app) capacity(inputs []*input.Input, failures []error, asked capacityOptions) error {
	var plans []report.CapacityPlan
	found := false
	for _, predicted := range a.workloads(inputs) {
		w := predicted.Workload
		if !isMember(w) {
			continue
		}
		found = true
		of, failed := plansOf(w, asked)
		for _, err := range failed {
			failures = append(failures, source.Unreadable(w.File.Name, fmt.Errorf("%s: %w", w.Name, err)))
		}
		plans = append(plans, of...)
	}
	if !found && len(failures)+len(problems(inputs, nil)) == 0 {
		return errors.New("nothing read is a Hazelcast member that can be planned for")
	}
	if len(plans) > 0 {
		if err := a.write(map[string]writer{
			"text": func(w io.Writer, colour bool) error { return report.CapacityText(w, plans, colour) },
			"json": func(w io.Writer, _ bool) error { return report.CapacityJSON(w, plans) },
		}); err != nil {
			return err
		}
	}
	return a.reportProblems(inputs, failures)
}

// isMember tells a member that can be planned for: its JVM is known, or can be
// chosen.
func isMember(w *workload.Workload) bool {
	if !w.HasJVM {
		return w.Hazelcast != nil || w.IsMember
	}
	return (w.IsMember || w.AnyProgram) && !w.Undecided && !w.Short
}

// plansOf plans for the maps of a member.
func plansOf(w *workload.Workload, asked capacityOptions) (plans []report.CapacityPlan, failed []error) {
	pass, err := memberPass(w)
	if err != nil {
		return nil, []error{err}
	}
	if pass.Overrides().Any("map") {
		return nil, []error{errors.New("environment or system properties put other settings over those of maps, which is not planned for")}
	}
	maps, err := mapsOf(pass.Workload.Hazelcast, asked.mapName)
	if err != nil {
		return nil, []error{err}
	}
	for _, m := range maps {
		name := m.WrittenName()
		if asked.mapName != "" {
			name = asked.mapName
		}
		plan, err := asked.plan(pass, m)
		if err != nil {
			failed = append(failed, fmt.Errorf("map %q: %w", name, err))
			continue
		}
		plans = append(plans, report.CapacityPlan{Pass: pass, Map: name, Plan: plan})
	}
	return plans, failed
}

// mapsOf are the entries to plan for: the one of a name, else all but default
// where there are others.
func mapsOf(c *hazelcast.Config, name string) ([]hazelcast.MapConfig, error) {
	if name != "" {
		m, err := c.MapNamed(name)
		return []hazelcast.MapConfig{m.Config()}, err
	}
	var all []hazelcast.MapConfig
	for _, m := range c.Maps() {
		if m.WrittenName() != hazelcast.DefaultMap {
			all = append(all, m.Config())
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	return mapsOf(c, hazelcast.DefaultMap)
}
