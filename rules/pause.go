package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// modelPause is what the model says of a full GC of this workload.
func modelPause(p *lint.Pass) (hotspot.Pause, bool) {
	if p.JVM == nil {
		return hotspot.Pause{}, false
	}
	return p.FullGC()
}

// pauseWith is the same with another number of workers.
func pauseWith(p *lint.Pass, workers int) (hotspot.Pause, bool) {
	data := p.LiveData()
	data.Workers = workers
	return p.JVM.FullGCPause(data)
}

// longestPause is what the heartbeats must outlast, and how it comes about.
func longestPause(p *lint.Pass) (source.Value, []string, bool) {
	if given := p.Workload.FullGCPause; given.Known() {
		if given.Origin == source.Measured {
			return given, []string{fmt.Sprintf("pause of %s measured: %s", seconds(given.N), given.Why)}, true
		}
		return given, []string{fmt.Sprintf("pause of %s given by %s", seconds(given.N), given.Why)}, true
	}
	pause, ok := modelPause(p)
	if !ok {
		return source.Value{}, nil, false
	}
	why := append([]string{
		fmt.Sprintf("one full GC: %s expected, %s to %s; two back to back: up to %s", seconds(pause.Expected), seconds(pause.Low), seconds(pause.High), seconds(pause.BackToBack())),
		"estimated for " + strings.Join(pause.Basis, ", "),
	}, otherwise(pause)...)
	return source.Value{N: pause.BackToBack(), Origin: source.Assumed}, why, true
}

// otherwise says what the pause would be with values of another size, and with
// one CPU doing all the work.
func otherwise(pause hotspot.Pause) []string {
	var lines []string
	if small, large := pause.SmallValues, pause.LargeValues; small != nil && large != nil {
		lines = append(lines, fmt.Sprintf("with values of 1 KB %s expected, up to %s; of 100 KB %s, up to %s",
			seconds(small.Expected), seconds(small.High), seconds(large.Expected), seconds(large.High)))
	}
	if pause.Workers > 1 {
		lines = append(lines, fmt.Sprintf("up to %s where only one CPU is really there (quota, noisy neighbour)", seconds(pause.SerialCeiling)))
	}
	return lines
}

// aPause says how long a pause may be.
func aPause(ms int64) string {
	if ms <= 0 {
		return "no pause at all"
	}
	return "a pause of " + seconds(ms)
}

// pauseFacts are what the user must say before the pause is known: what the
// model lacks, or the pause itself.
func pauseFacts(p *lint.Pass) []lint.Fact {
	if p.JVM != nil && p.JVM.ModelsPause() {
		if facts := missingFacts(p); len(facts) > 0 {
			return facts
		}
	}
	return []lint.Fact{lint.FactPause}
}
