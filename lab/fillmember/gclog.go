package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
)

// gcLog is what the log of the collector tells: which it is, and its pauses in
// milliseconds.
type gcLog struct {
	collector string
	full      int
	longest   float64
}

// using is a line of -Xlog:gc: [0.005s][info][gc] Using G1
var using = regexp.MustCompile(`\] Using (\S+)\s*$`)

// pause is a line of -Xlog:gc: GC(3) Pause Full (Allocation Failure) 639M->638M(640M) 71.202ms
var pause = regexp.MustCompile(`GC\(\d+\) Pause (\w+).* ([\d.]+)ms\s*$`)

func readGCLog(file string) gcLog {
	data, _ := os.ReadFile(file)
	return gcLogOf(string(data))
}

func gcLogOf(log string) gcLog {
	var l gcLog
	for line := range strings.Lines(log) {
		if m := using.FindStringSubmatch(line); m != nil {
			l.collector = m[1]
		}
		m := pause.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if m[1] == "Full" {
			l.full++
		}
		ms, _ := strconv.ParseFloat(m[2], 64)
		l.longest = max(l.longest, ms)
	}
	return l
}
