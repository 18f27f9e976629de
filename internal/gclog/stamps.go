package gclog

import (
	"strconv"
	"time"
)

// clock is a way in which lines say their time. A log may have several.
type clock int

const (
	noClock clock = iota
	uptime        // since the JVM began
	wall          // the date, or since 1970
)

// stamp is the time of a line.
type stamp struct {
	clock clock
	at    time.Duration // since 1970, or since the JVM began
}

// earliest tells times since 1970 from those since a JVM began: 2001.
const earliest = 1e9 * time.Second

// readStamp reads a decoration that is a time: 0.123s, 123ms, 123456ns or
// 2026-11-21T16:43:51.644+0000.
//
// https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html, "-Xlog Output Configuration"
func readStamp(text []byte) stamp {
	if len(text) < 2 || len(text) > len(dateLayout) || !isDigit(text[0]) {
		return stamp{}
	}
	if len(text) > 20 && text[4] == '-' {
		t, err := time.Parse(dateLayout, string(text))
		if err != nil || t.Year() < 1970 || t.Year() >= 2262 { // as far as nanoseconds go
			return stamp{}
		}
		return stamp{wall, time.Duration(t.UnixNano())}
	}
	unit, n := time.Second, len(text)-1
	switch {
	case text[n] != 's':
		return stamp{}
	case text[n-1] == 'm':
		unit, n = time.Millisecond, n-1
	case text[n-1] == 'n':
		unit, n = time.Nanosecond, n-1
	}
	return since(text[:n], unit)
}

const dateLayout = "2006-01-02T15:04:05.000-0700"

// since is a number of units.
func since(text []byte, unit time.Duration) stamp {
	if unit == time.Second {
		d, ok := secondsOf(text)
		if !ok {
			return stamp{}
		}
		return stamp{uptime, d}
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n < 0 || n > int64(1<<62/unit) {
		return stamp{}
	}
	s := stamp{uptime, time.Duration(n) * unit}
	if s.at > earliest {
		s.clock = wall
	}
	return s
}

// since is the time that passed from an earlier stamp; 0 where the clocks differ.
func (s stamp) since(earlier stamp) time.Duration {
	if s.clock == noClock || s.clock != earlier.clock {
		return 0
	}
	return s.at - earlier.at
}

// span is the time from the first to the last stamp. A JVM that begins anew
// starts its uptime again: what came before counts, too.
type span struct {
	first, last [wall + 1]stamp
	before      time.Duration // uptime of earlier JVMs
}

func (s *span) add(t stamp) {
	if t.clock == noClock {
		return
	}
	first, last := &s.first[t.clock], &s.last[t.clock]
	if first.clock == noClock {
		*first, *last = t, t
	}
	switch {
	case t.at >= last.at:
		*last = t
	case t.clock == uptime && last.at-t.at > restart:
		s.before += last.at - first.at
		*first, *last = t, t
	}
}

// restart is how far uptime goes back where a JVM has begun anew: lines of
// several threads may be out of order by less.
const restart = time.Second

func (s *span) length() time.Duration {
	if s.last[wall].clock == wall {
		return s.last[wall].at - s.first[wall].at
	}
	return s.before + s.last[uptime].at - s.first[uptime].at
}
