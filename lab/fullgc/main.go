// Command fullgc measures full GCs of real JVMs: it draws configurations at
// random from the lists that it is given, runs FullGCs.java, or with the shape
// hazelcast HazelcastFullGCs.java, and writes a row for every full GC.
//
// usage: go -C lab run ./fullgc -jdks DIR [-hazelcast JAR] [...]
//
// A pause that was measured while others used the machine says nothing. So it
// waits for a quiet machine before each run, leaves out what others disturbed
// all the same, and tells in each row how many CPUs they used. Give it a high
// priority where others are at work: nice, and on Linux with autogroups, which
// share the CPUs among sessions, /proc/self/autogroup.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "fullgc:", err)
		os.Exit(1)
	}
}

func run(args []string, rows, progress io.Writer) error {
	flags := flag.NewFlagSet("fullgc", flag.ExitOnError)
	dir := flags.String("jdks", "", "folder of JVMs, as scripts/jdks.sh fills it")
	jar := flags.String("hazelcast", "", "hazelcast-*.jar, for the shape hazelcast")
	seed := flags.Uint64("seed", uint64(time.Now().UnixNano()), "of the draws")
	duration := flags.Duration("for", time.Minute, "how long to start new JVMs")
	lists := drawFrom{}
	most := flags.Float64("others", 0.3, "the most CPUs that others may use for a row to count, unless the collector had its own all the time")
	flags.Func("jdk", "releases, as 8,11", list(&lists.jdks, "8", "11", "17", "21", "25"))
	flags.Func("gc", "collectors: G1, Parallel, Serial, ConcMarkSweep", list(&lists.collectors, "G1"))
	flags.Func("shapes", "arrays, entries, records, boxed, hazelcast", list(&lists.shapes, "arrays", "entries"))
	flags.Func("orders", "allocated: values lie in memory as they are reached; shuffled", list(&lists.orders, "allocated", "shuffled"))
	flags.Func("bytes", "of a value", list(&lists.bytes, "100", "1000", "10000", "100000"))
	flags.Func("heaps", "in MiB", list(&lists.heaps, "512", "1024"))
	flags.Func("fill", "how full the heap is before the GC, in percent", list(&lists.fill, "90"))
	flags.Func("live", "how much of it is live, in percent", list(&lists.live, "50", "70", "85"))
	flags.Func("threads", "ParallelGCThreads, 0: not given", list(&lists.threads, "0", "1", "2"))
	flags.Func("options", "a further option, or none: +AlwaysPreTouch", list(&lists.options, ""))
	if err := flags.Parse(args); err != nil {
		return err
	}
	classes, err := compile(*jar)
	if err != nil {
		return err
	}
	defer os.RemoveAll(classes)
	fmt.Fprintf(rows, "# seed %d; %s; %d CPUs\n", *seed, cpuModel(), runtime.NumCPU())
	fmt.Fprintln(rows, header)
	random := rand.New(rand.NewPCG(*seed, 0))
	for end := time.Now().Add(*duration); time.Now().Before(end); {
		c := lists.draw(random)
		pauses, others, err := c.run(filepath.Join(*dir, c.jdk, "bin", "java"), classes, *jar)
		if err != nil { // as where Hazelcast wants a later JDK
			fmt.Fprintf(progress, "%s: %v\n", c, err)
			continue
		}
		fmt.Fprintf(progress, "%s: %d full GCs, others %.2f\n", c, len(pauses), others)
		for _, p := range pauses {
			if others <= *most || p.undisturbed(c.workers(p)) {
				fmt.Fprintln(rows, c.row(p, others))
			}
		}
	}
	return nil
}

// list reads values between commas; until it is called, the standard ones hold.
func list(to *[]string, standard ...string) func(string) error {
	*to = standard
	return func(text string) error {
		*to = strings.Split(text, ",")
		return nil
	}
}

// compile puts the classes for every release into a new folder.
func compile(jar string) (string, error) {
	classes, err := os.MkdirTemp("", "fullgc-")
	if err != nil {
		return "", err
	}
	sources := []string{"fullgc/FullGCs.java"}
	if jar != "" {
		sources = append(sources, "fullgc/HazelcastFullGCs.java")
	}
	args := append([]string{"--release", "8", "-Xlint:-options", "-cp", jar, "-d", classes}, sources...)
	if out, err := exec.Command("javac", args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("javac: %w\n%s", err, out)
	}
	return classes, nil
}
