package jvmflag

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag/jvmtest"
)

var update = flag.Bool("update", false, "take down again what the real JVMs of JVMLINT_JDKS print")

const refusals = "testdata/refusals.txt"

// cases are command lines, one each, that are read or refused while options
// are parsed.
var cases = []string{
	"-Xmx1g -Xms1g", "-Xmx1gb", "-Xmx-1", "-Xmx", "-Xmx0", "-Xmx0x40000000",
	"-Xms1x", "-Xms0", "-Xmn1x", "-Xmn0", "-Xss2g", "-Xss1x", "-Xss512k",
	"-XX:MaxHeapSize=0", "-XX:MaxHeapSize=1gb", "-XX:MaxHeapSize=1g",
	"-XX:G1HeapRegionSize=4x", "-XX:G1HeapRegionSize", "-XX:G1HeapRegionSize=", "-XX:G1HeapRegionSize=4m",
	"-XX:UseG1GC", "-XX:UseG1GC=1", "-XX:+UseG1GC=1", "-XX:+MaxHeapSize=1g", "-XX:+G1HeapRegionSize",
	"-XX:MaxRAMPercentage=80", "-XX:MaxRAMPercentage=80.", "-XX:MaxRAMPercentage=.8", "-XX:MaxRAMPercentage=8e1", "-XX:MaxRAMPercentage=80%",
	"-XX:ActiveProcessorCount=-1", "-XX:ActiveProcessorCount=2x", "-XX:+AlwaysPreTouch=1",
	"-XX:G1NewSizePercent=5", "-XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=5",
	"-XX:G1NewSizePercent=5 -XX:+UnlockExperimentalVMOptions", "-XX:-UnlockExperimentalVMOptions -XX:G1NewSizePercent=5",
	"-XX:MaxRAMPercentage=101", "-XX:MaxRAMPercentage=100.0", "-XX:G1HeapRegionSize=64m", "-XX:G1HeapRegionSize=1g", "-XX:G1HeapRegionSize=0",
	"-XX:G1HeapWastePercent=101", "-XX:MaxGCPauseMillis=0", "-XX:SurvivorRatio=0", "-XX:NewRatio=18446744073709551615", "-XX:CompressedClassSpaceSize=512k", "-XX:CompressedClassSpaceSize=5g",
	"-XX:+UseSerialGC -XX:ParallelGCThreads=3000000000", "-XX:ObjectAlignmentInBytes=12", "-XX:ObjectAlignmentInBytes=4", "-XX:ObjectAlignmentInBytes=-8",
	"-XX:CICompilerCount=-3", "-XX:ThreadStackSize=2000000", "-XX:MaxTenuringThreshold=17", "-XX:InitiatingHeapOccupancyPercent=120",
	"-XX:G1ReservePercent=60", "-XX:G1HeapWastePercent=200 -XX:G1HeapWastePercent=5",
	"-XX:MaxMetaspaceSize=128m -XX:MaxDirectMemorySize=128m -XX:G1HeapWastePercent=0",
}

// boundWhileRead are the JDKs that hold numbers against their bounds while they
// read options. JDK 8 does so later.
var boundWhileRead = Supported[1:]

func args(line string) []string { return strings.Fields(line) }

// TestRefusals holds the reading of options against what the real JVMs said.
func TestRefusals(t *testing.T) {
	recorded, err := os.ReadFile(refusals)
	require.NoError(t, err)
	var got strings.Builder
	for _, jdk := range boundWhileRead {
		for _, line := range cases {
			words, err := Words(text(line))
			require.NoError(t, err)
			r := Resolve(jdk, OnChannel(CommandLine, words))
			said := "starts"
			if r.Refusal != nil {
				said = strings.Join(r.Refusal.Lines, " | ")
			}
			fmt.Fprintf(&got, "%d: %s => %s\n", jdk, line, said)
		}
	}
	assert.Equal(t, string(recorded), got.String())
}

// TestRefusalsOfRealJVMs holds the recording against the JVMs.
func TestRefusalsOfRealJVMs(t *testing.T) {
	jvmtest.Folder(t)
	var got strings.Builder
	for _, jdk := range boundWhileRead {
		for _, line := range cases {
			var stderr bytes.Buffer
			cmd := exec.Command(jvmtest.Java(t, jdk), append(args(line), "-version")...)
			cmd.Stderr = &stderr
			said := "starts"
			if err := cmd.Run(); err != nil {
				require.IsType(t, &exec.ExitError{}, err)
				lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(stderr.String()), "\n"), func(l string) bool { return strings.HasPrefix(l, warningLead) })
				said = strings.Join(lines, " | ")
			}
			fmt.Fprintf(&got, "%d: %s => %s\n", jdk, line, said)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(refusals, []byte(got.String()), 0o644))
	}
	recorded, err := os.ReadFile(refusals)
	require.NoError(t, err)
	assert.Equal(t, string(recorded), got.String())
}
