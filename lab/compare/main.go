// Compare times jvmlint beside other linters of manifests, as whole processes,
// in turn, on the same generated manifests:
//
//	go -C lab run ./compare -manifests 500 jvmlint 'jvmlint check --exit-zero .' kube-score 'kube-score score *.yaml'
//
// Each command is run by a shell in the folder of the manifests. The figures
// are medians; the ratio is that of each pair of runs to the first command.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"text/tabwriter"
	"time"
)

type tool struct {
	name, command string
	runs          []run
}

type run struct {
	wall, cpu time.Duration
	peak      int64 // KiB
}

func main() {
	manifests := flag.Int("manifests", 500, "how many manifests to generate")
	times := flag.Int("times", 15, "how often to run each command")
	image := flag.String("image", "", "the image of all of them, in place of several")
	flag.Parse()
	if *image != "" {
		images = []string{*image}
	}
	if err := compare(*manifests, *times, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func compare(manifests, times int, arguments []string) error {
	if len(arguments) < 2 || len(arguments)%2 != 0 {
		return fmt.Errorf("pairs of a name and a command are needed")
	}
	var tools []*tool
	for pair := range slices.Chunk(arguments, 2) {
		tools = append(tools, &tool{name: pair[0], command: pair[1]})
	}
	dir, err := os.MkdirTemp("", "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for i := range manifests {
		name := filepath.Join(dir, fmt.Sprintf("app-%05d.yaml", i))
		if err := os.WriteFile(name, manifest(i), 0o600); err != nil {
			return err
		}
	}
	for n := range times + 1 { // the first run of each warms the caches
		for _, t := range tools {
			r, err := t.run(dir)
			if err != nil {
				return err
			}
			if n > 0 {
				t.runs = append(t.runs, r)
			}
		}
	}
	print(tools)
	return nil
}

// run takes the exit code for an answer: linters find something.
func (t *tool) run(dir string) (run, error) {
	c := exec.Command("sh", "-c", "exec "+t.command)
	c.Dir = dir
	start := time.Now()
	err := c.Run()
	wall := time.Since(start)
	if c.ProcessState == nil || c.ProcessState.ExitCode() > 1 {
		return run{}, fmt.Errorf("%s: %w", t.command, err)
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	return run{wall: wall, cpu: c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peak: usage.Maxrss}, nil
}

func print(tools []*tool) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\twall ms\tCPU ms\tpeak MiB\twall, times the first\t")
	for _, t := range tools {
		ratios := make([]float64, len(t.runs))
		for i, r := range t.runs {
			ratios[i] = float64(r.wall) / float64(tools[0].runs[i].wall)
		}
		fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.1f\t%.2f\t\n", t.name,
			median(t.runs, func(r run) float64 { return r.wall.Seconds() * 1000 }),
			median(t.runs, func(r run) float64 { return r.cpu.Seconds() * 1000 }),
			median(t.runs, func(r run) float64 { return float64(r.peak) / 1024 }),
			median(ratios, func(r float64) float64 { return r }))
	}
	w.Flush()
}

func median[T any](all []T, of func(T) float64) float64 {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b T) int { return cmp.Compare(of(a), of(b)) })
	return of(sorted[len(sorted)/2])
}
