package lint

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Why says how a stop comes about.
func Why(s predict.Stop) []string {
	full := s.Estimate
	switch {
	case full != nil:
		return append([]string{
			fmt.Sprintf("one full GC: %s expected, %s to %s; two back to back: up to %s", Seconds(full.Expected), Seconds(full.Low), Seconds(full.High), Seconds(full.BackToBack())),
			"estimated for " + strings.Join(full.Basis, ", "),
		}, OtherPauses(*full)...)
	case s.Length.Origin == source.Measured:
		return []string{fmt.Sprintf("%s of %s measured: %s", s.Kind, Seconds(s.Length.N), s.Length.Why)}
	}
	return []string{fmt.Sprintf("pause of %s given by %s", Seconds(s.Length.N), s.Length.Why)}
}

// OtherPauses says what the pause would be with values of another size, and with
// one CPU doing all the work.
func OtherPauses(full pause.Pause) []string {
	var lines []string
	if small, large := full.SmallValues, full.LargeValues; small != nil && large != nil {
		lines = append(lines, fmt.Sprintf("with values of 1 KB: %s expected, up to %s; of 100 KB: %s, up to %s",
			Seconds(small.Expected), Seconds(small.High), Seconds(large.Expected), Seconds(large.High)))
	}
	if full.Workers > 1 {
		lines = append(lines, fmt.Sprintf("up to %s if only one CPU is really available (quota, noisy neighbour)", Seconds(full.SerialCeiling)))
	}
	return lines
}

// PauseFacts are what the user must say before the pause is known: what the
// model lacks, or the pause itself.
func (p *Pass) PauseFacts() []Fact {
	if p.JVM != nil && pause.Modelled(p.JVM) {
		if facts := p.MissingFacts(); len(facts) > 0 {
			return facts
		}
	}
	return []Fact{FactPause}
}
