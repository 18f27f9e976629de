package lint

import (
	"fmt"
	"time"
)

// Unit is what the number of a parameter counts.
type Unit int

const (
	UnitCount Unit = iota
	UnitPercent
	UnitBytes
	UnitMilliseconds
)

var unitNames = [...]string{"count", "percent", "bytes", "milliseconds"}

// String is the unit as outputs spell it.
func (u Unit) String() string { return unitNames[u] }

// Parameter is a number that a rule compares with and that a project may set:
// one that is a matter of judgement, never one that is the JVM's or Hazelcast's.
type Parameter struct {
	Name        string
	Unit        Unit
	Default     int64
	Least, Most int64
	Doc         string
}

// Settings are what a project says of rules, by their ids.
type Settings map[string]Setting

// Setting is what a project says of one rule. The zero Setting says nothing.
type Setting struct {
	Off        bool
	Severity   *Severity // of all its findings; nil: as the rule says
	Parameters map[string]int64
}

// apply gives a finding the severity that the project wants.
func (s Settings) apply(f *Finding) {
	if severity := s[f.Rule.ID].Severity; severity != nil {
		f.Severity = *severity
	}
}

// Parameter is a number of the rule, as the project sets it or by default.
func (p *Pass) Parameter(q Parameter) int64 {
	if n, set := p.settings[p.rule.ID].Parameters[q.Name]; set {
		return n
	}
	return q.Default
}

// Text writes a number of the parameter with its unit.
func (q Parameter) Text(n int64) string {
	switch q.Unit {
	case UnitPercent:
		return fmt.Sprintf("%d%%", n)
	case UnitBytes:
		return quantityOf(n)
	case UnitMilliseconds:
		return (time.Duration(n) * time.Millisecond).String()
	}
	return fmt.Sprint(n)
}

// quantityOf writes bytes in the largest binary unit that keeps them whole.
func quantityOf(n int64) string {
	for _, unit := range []struct {
		size int64
		name string
	}{{1 << 30, "Gi"}, {1 << 20, "Mi"}, {1 << 10, "Ki"}} {
		if n >= unit.size && n%unit.size == 0 {
			return fmt.Sprintf("%d%s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprint(n)
}
