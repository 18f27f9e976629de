package main

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// pause is a full GC as the log tells of it: sizes in MiB, times in ms.
type pause struct {
	cause        string
	workers      int
	before, live float64
	pause        float64
	user, sys    int
}

// undisturbed reports whether as many CPUs as there are workers were at work all
// the time. The log rounds CPU time to 10 ms, too coarse for short pauses.
func (p pause) undisturbed(workers int) bool {
	const shortest, share = 80, 0.9
	return p.pause >= shortest && float64(p.user+p.sys) >= share*float64(workers)*p.pause
}

var (
	fullOf8    = regexp.MustCompile(`(?s)\[Full GC \((.+?)\) .*?([\d.]+[KMG])->([\d.]+[KMG])\([\d.]+[KMG]\)(?:, \[Metaspace[^\]]*\])?, ([\d.]+) secs\].*?\[Times: user=([\d.]+) sys=([\d.]+)`)
	full       = regexp.MustCompile(`^GC\((\d+)\) Pause Full \((.+)\) (\d+M)->(\d+M)\(\d+M\) ([\d.]+)ms`)
	times      = regexp.MustCompile(`^GC\((\d+)\) User=([\d.]+)s Sys=([\d.]+)s`)
	compacting = regexp.MustCompile(`^GC\((\d+)\) Using (\d+) workers of \d+ for full compaction`)
	// Parallel says only how many threads take part in a task.
	tasks = regexp.MustCompile(`^GC\((\d+)\) (?:GC Thread: using (\d+) out of|GCTaskManager::set_active_gang\(\).* active  (\d+) )`)
)

// readPauses finds the full GCs in what a JVM printed.
func readPauses(jdk string, log string) []pause {
	if jdk == "8" {
		return readPausesOf8(log)
	}
	var pauses []pause
	workers := map[string]int{}
	last := "" // the collection that the last pause belongs to
	for line := range strings.Lines(log) {
		if m := compacting.FindStringSubmatch(line); m != nil {
			workers[m[1]], _ = strconv.Atoi(m[2])
		}
		if m := tasks.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[2] + m[3])
			workers[m[1]] = n
		}
		if m := full.FindStringSubmatch(line); m != nil {
			last = m[1]
			pauses = append(pauses, pause{cause: m[2], workers: workers[last], before: mib(m[3]), live: mib(m[4]), pause: number(m[5])})
		}
		if m := times.FindStringSubmatch(line); m != nil && m[1] == last {
			p := &pauses[len(pauses)-1]
			p.user, p.sys = milliseconds(m[2]), milliseconds(m[3])
		}
	}
	return pauses
}

func readPausesOf8(log string) []pause {
	var pauses []pause
	for _, m := range fullOf8.FindAllStringSubmatch(log, -1) {
		pauses = append(pauses, pause{cause: m[1], before: mib(m[2]), live: mib(m[3]), pause: number(m[4]) * 1000, user: milliseconds(m[5]), sys: milliseconds(m[6])})
	}
	return pauses
}

func mib(size string) float64 {
	unit := map[byte]float64{'K': 1.0 / 1024, 'M': 1, 'G': 1024}[size[len(size)-1]]
	return number(size[:len(size)-1]) * unit
}

func milliseconds(seconds string) int { return int(math.Round(number(seconds) * 1000)) }

// number is that of a text which a regular expression has matched.
func number(text string) float64 {
	n, _ := strconv.ParseFloat(text, 64)
	return n
}
