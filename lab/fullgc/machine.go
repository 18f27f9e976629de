package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"time"
)

const ticksPerSecond = 100 // USER_HZ

// cpu is how much of the machine's CPU time has been used at a time.
type cpu struct {
	at   time.Time
	used time.Duration
}

// readCPU adds up all that is not idle, time that the host has stolen too.
func readCPU() cpu {
	c := cpu{at: time.Now()}
	f, err := os.Open("/proc/stat")
	if err != nil {
		return c
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Scan()
	for i, field := range strings.Fields(lines.Text()) {
		const idle, wait, guest = 4, 5, 9 // of "cpu user nice system idle iowait irq softirq steal guest"
		if i == 0 || i == idle || i == wait || i >= guest {
			continue
		}
		ticks, _ := strconv.ParseInt(field, 10, 64)
		c.used += time.Duration(ticks) * time.Second / ticksPerSecond
	}
	return c
}

// others is how many CPUs were used since then, but for one's own time.
func (c cpu) others(since cpu, own time.Duration) float64 {
	return max(0, float64(c.used-since.used-own)/float64(c.at.Sub(since.at)))
}

// waitForQuiet waits until others use less than a fifth of a CPU, for at most
// two seconds.
func waitForQuiet() {
	for range 4 {
		before := readCPU()
		time.Sleep(time.Second / 2)
		if readCPU().others(before, 0) < 0.2 {
			return
		}
	}
}

func cpuModel() string {
	data, _ := os.ReadFile("/proc/cpuinfo")
	var words []string
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(line, ":")
		switch strings.TrimSpace(name) {
		case "model name", "cpu family", "model":
			words = append(words, strings.TrimSpace(name)+" "+strings.TrimSpace(value))
		case "":
			return strings.Join(words, ", ")
		}
	}
	return strings.Join(words, ", ")
}
