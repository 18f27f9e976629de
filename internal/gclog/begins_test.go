package gclog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBeginsJVM(t *testing.T) {
	for text, want := range map[string]bool{
		"[0.005s][info][gc] Using G1\n":                                                                  true,
		"[2026-11-21T18:00:00.000+0000][0.003s] Using The Z Garbage Collector\n":                         true,
		"[0.004s][info][gc,init] Version: 17.0.9+9 (release)\n":                                          true,
		"[7200.105s][info][gc] GC(412) Pause Young (Normal) (G1 Evacuation Pause) 92M->70M(96M) 2.6ms\n": false,
		"OpenJDK 64-Bit Server VM (25.252-b09) for linux-amd64 JRE (1.8.0_252-b09), built on Apr 2020\n": false,
		"": false,
	} {
		assert.Equal(t, want, BeginsJVM([]byte(text)), text)
	}
}

func TestRecognises(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"unified", "[0.005s][info][gc] Using G1\n", true},
		{"unified, without its beginning", "[7.1s][info][gc] GC(4) Pause Young (Normal) (G1 Evacuation Pause) 92M->70M(96M) 2.6ms\n", true},
		{"behind what a program prints", "Starting\n[0.005s][info][gc] Using ZGC\n[0.006s][info][gc] Using G1\n", true},
		{"JDK 8", "2026-11-21T16:43:51.644+0000: 0.107: [GC (Allocation Failure)  4096K->1024K(8192K), 0.0012 secs]\n", true},
		{"JDK 8, its flags alone", "CommandLine flags: -XX:MaxHeapSize=8388608 -XX:+PrintGC -XX:+UseSerialGC \n", true},
		{"JDK 8, its release alone", "OpenJDK 64-Bit Server VM (25.392-b08) for linux-amd64 JRE (1.8.0_392-b08), built on Oct 17 2023\n", true},
		{"a script that quotes one", "#!/bin/sh\n# [0.005s][info][gc] Using G1\n[0.005s][info][gc] Using G1\n", false},
		{"YAML", "a: [b]\n", false},
		{"another log", "[2026-11-21T17:02:31.572+0000][0.003s][info] Started\n", false},
		{"options", "-Xlog:gc\n-Xmx1g\n", false},
		{"nothing", "", false},
	} {
		assert.Equal(t, c.want, Recognises([]byte(c.text)), c.name)
	}
}

// What a header says of its machine, and what pauses add up to.
func TestFigures(t *testing.T) {
	lines := []string{
		"[0.001s][info][gc] Using G1",
		"[0.002s][info][gc,init] CPUs: 8 total, 2 available",
		"[0.002s][info][gc,init] Memory: 4096M",
		"[0.100s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 20M->10M(64M) 1.000ms",
		"[0.500s][info][gc] GC(1) Pause Full (System.gc()) 30M->10M(64M) 9.000ms",
		"[1.001s][info][gc] GC(2) Pause Full (G1 Compaction Pause) 30M->10M(64M) 10.000ms",
	}
	log := read(t, lines...)
	assert.Equal(t, Number{2, cited(lines, 2)}, log.CPUs)
	assert.Equal(t, Size{4 << 30, cited(lines, 3)}, log.Memory)
	assert.Equal(t, []Cause{{"System.gc()", 1}, {"G1 Compaction Pause", 1}}, log.Full.Causes)
	assert.Equal(t, int64(40<<20), log.AllocationRate())
	share, ok := log.Throughput()
	assert.True(t, ok)
	assert.InDelta(t, 98.0, share, 0.01)

	_, ok = read(t, "Using G1 [0.1s]", lines[0]).Throughput()
	assert.False(t, ok, "one line has no span")
}
