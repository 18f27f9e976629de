package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// drawFrom are the values that configurations are drawn from.
type drawFrom struct {
	jdks, collectors, shapes, orders, bytes, heaps, fill, live, threads, options []string
}

// configuration is a JVM and its program.
type configuration struct {
	jdk, collector, shape, order, bytes, fill, live string
	options                                         []string
	seed                                            uint64
}

// draw chooses from every list. CMS ended with JDK 13.
func (d drawFrom) draw(r *rand.Rand) configuration {
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	c := configuration{
		jdk: pick(d.jdks), collector: pick(d.collectors), shape: pick(d.shapes), order: pick(d.orders),
		bytes: pick(d.bytes), fill: pick(d.fill), live: pick(d.live), seed: r.Uint64() >> 33,
	}
	if c.collector == "ConcMarkSweep" {
		c.jdk = pick([]string{"8", "11"})
	}
	if c.shape == "boxed" {
		c.bytes = "8"
	}
	heap := pick(d.heaps)
	c.options = []string{"-XX:+Use" + c.collector + "GC", "-Xms" + heap + "m", "-Xmx" + heap + "m"}
	if threads := pick(d.threads); threads != "0" {
		c.options = append(c.options, "-XX:ParallelGCThreads="+threads)
	}
	if option := pick(d.options); option != "" {
		c.options = append(c.options, "-XX:"+option)
	}
	return c
}

func (c configuration) String() string {
	return fmt.Sprintf("JDK %s %s %s %s %s %s %s", c.jdk, strings.Join(c.options, " "), c.shape, c.order, c.bytes, c.fill, c.live)
}

// workers are the threads of a full GC that run at once.
func (c configuration) workers(p pause) int {
	threads := p.workers // 0: the log does not tell
	if threads == 0 {
		threads = 1
		if c.collector == "Parallel" {
			threads = runtime.NumCPU()
			for _, option := range c.options {
				if given, is := strings.CutPrefix(option, "-XX:ParallelGCThreads="); is {
					threads, _ = strconv.Atoi(given)
				}
			}
		}
	}
	return min(threads, runtime.NumCPU())
}

const rounds = "3"

// run runs the program and reads its log, as far as it comes: a member whose
// heap is full may hang. The second number is how many CPUs others used
// meanwhile.
func (c configuration) run(java, classes, jar string) ([]pause, float64, error) {
	words := append([]string{}, c.options...)
	words = append(words, logOptions(c.jdk)...)
	program := []string{"-cp", classes, "FullGCs", c.shape, c.order}
	if c.shape == "hazelcast" {
		program = append(opens(c.jdk), "-cp", classes+":"+jar, "HazelcastFullGCs")
	}
	words = append(append(words, program...), c.bytes, c.fill, c.live, rounds, strconv.FormatUint(c.seed, 10))
	ctx, cancel := context.WithTimeout(context.Background(), 25*time.Second)
	defer cancel()
	waitForQuiet()
	before := readCPU()
	cmd := exec.CommandContext(ctx, java, words...)
	out, err := cmd.CombinedOutput()
	pauses := readPauses(c.jdk, string(out))
	if len(pauses) == 0 {
		return nil, 0, fmt.Errorf("%v, and no full GC\n%.2000s", err, out)
	}
	own := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return pauses, readCPU().others(before, own), nil
}

func logOptions(jdk string) []string {
	if jdk != "8" {
		return []string{"-Xlog:disable", "-Xlog:gc,gc+cpu,gc+task=trace:stdout:none"}
	}
	return []string{"-XX:+PrintGCDetails"}
}

// opens lets Hazelcast look into the JDK, as its start script does.
func opens(jdk string) []string {
	if jdk == "8" {
		return nil
	}
	return []string{
		"--add-modules", "java.se", "--add-exports", "java.base/jdk.internal.ref=ALL-UNNAMED", "--add-opens", "java.base/java.lang=ALL-UNNAMED",
		"--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens", "java.management/sun.management=ALL-UNNAMED",
		"--add-opens", "jdk.management/com.sun.management.internal=ALL-UNNAMED",
	}
}

// header names the columns. Sizes are in MiB, times in milliseconds; workers
// is 0 where the log does not tell.
const header = "jdk\tshape\torder\tbytes\tcause\tworkers\tbefore\tlive\tpause\tuser\tsys\tothers\toptions"

func (c configuration) row(p pause, others float64) string {
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%d\t%.1f\t%.1f\t%.1f\t%d\t%d\t%.2f\t%s",
		c.jdk, c.shape, c.order, c.bytes, p.cause, p.workers, p.before, p.live, p.pause, p.user, p.sys, others, strings.Join(c.options, " "))
}
