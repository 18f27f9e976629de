package lint

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/source"
)

// LongestPause is what the heartbeats must outlast, and how it comes about.
func (p *Pass) LongestPause() (source.Value, []string, bool) {
	if given := p.Workload.FullGCPause; given.Known() {
		if given.Origin == source.Measured {
			return given, []string{fmt.Sprintf("pause of %s measured: %s", Seconds(given.N), given.Why)}, true
		}
		return given, []string{fmt.Sprintf("pause of %s given by %s", Seconds(given.N), given.Why)}, true
	}
	pause, ok := p.FullGCPause()
	if !ok {
		return source.Value{}, nil, false
	}
	why := append([]string{
		fmt.Sprintf("one full GC: %s expected, %s to %s; two back to back: up to %s", Seconds(pause.Expected), Seconds(pause.Low), Seconds(pause.High), Seconds(pause.BackToBack())),
		"estimated for " + strings.Join(pause.Basis, ", "),
	}, OtherPauses(pause)...)
	return source.Value{N: pause.BackToBack(), Origin: source.Assumed}, why, true
}

// OtherPauses says what the pause would be with values of another size, and with
// one CPU doing all the work.
func OtherPauses(pause hotspot.Pause) []string {
	var lines []string
	if small, large := pause.SmallValues, pause.LargeValues; small != nil && large != nil {
		lines = append(lines, fmt.Sprintf("with values of 1 KB %s expected, up to %s; of 100 KB %s, up to %s",
			Seconds(small.Expected), Seconds(small.High), Seconds(large.Expected), Seconds(large.High)))
	}
	if pause.Workers > 1 {
		lines = append(lines, fmt.Sprintf("up to %s where only one CPU is really there (quota, noisy neighbour)", Seconds(pause.SerialCeiling)))
	}
	return lines
}

// PauseFacts are what the user must say before the pause is known: what the
// model lacks, or the pause itself.
func (p *Pass) PauseFacts() []Fact {
	if p.JVM != nil && p.JVM.ModelsPause() {
		if facts := p.MissingFacts(); len(facts) > 0 {
			return facts
		}
	}
	return []Fact{FactPause}
}
