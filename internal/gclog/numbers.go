package gclog

import (
	"bytes"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// leading reads the number that text begins with, in millionths, and gives what
// follows. Some systems write a comma for the point.
func leading(text []byte) (millionths int64, rest []byte, ok bool) {
	i, n := 0, int64(0)
	for ; i < len(text) && isDigit(text[i]) && n < most; i++ {
		n = n*10 + int64(text[i]-'0')
	}
	if i == 0 || n >= most {
		return 0, text, false
	}
	n *= 1e6
	if i+1 < len(text) && (text[i] == '.' || text[i] == ',') && isDigit(text[i+1]) {
		unit := int64(1e5)
		for i++; i < len(text) && isDigit(text[i]); i++ {
			n += unit * int64(text[i]-'0')
			unit /= 10
		}
	}
	return n, text[i:], true
}

// most is the largest whole number that is read: millionths of it still fit.
const most = 1e12

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// lastNumber is where the number that text ends with begins.
func lastNumber(text []byte) int {
	return len(bytes.TrimRight(text, "0123456789.,"))
}

// bytesOf reads a size such as 8650M or 51463.8K, and gives what follows.
func bytesOf(text []byte) (int64, []byte, bool) {
	n, rest, ok := leading(text)
	if !ok || len(rest) == 0 {
		return 0, text, false
	}
	by := 10 * strings.IndexByte("BKMGT", rest[0])
	if by < 0 || n/1e6 > 1<<50>>by {
		return 0, text, false
	}
	return n/1e6<<by + n%1e6<<by/1e6, rest[1:], true
}

// secondsOf reads the duration that text is, in seconds.
func secondsOf(text []byte) (time.Duration, bool) {
	n, rest, ok := leading(text)
	return inRange(n, time.Microsecond), ok && len(rest) == 0
}

// millisecondsOf reads the duration that text is, in milliseconds.
func millisecondsOf(text []byte) (time.Duration, bool) {
	n, rest, ok := leading(text)
	return inRange(n, time.Nanosecond), ok && len(rest) == 0
}

// inRange is a duration of n units, at most ten years of a JVM.
func inRange(n int64, unit time.Duration) time.Duration {
	return time.Duration(min(n, int64(87600*time.Hour/unit))) * unit
}

// heap is the sizes of a heap around a collection: 8756M->8901M(9216M).
type heap struct{ before, after, capacity int64 }

// lastHeap finds the last such sizes in text; zero where there are none.
func lastHeap(text []byte) heap {
	arrow := bytes.LastIndex(text, []byte("->"))
	if arrow < 1 {
		return heap{}
	}
	before, _, ok1 := bytesOf(text[lastNumber(text[:arrow-1]):arrow])
	after, rest, ok2 := bytesOf(text[arrow+2:])
	rest, opens := bytes.CutPrefix(rest, []byte("("))
	capacity, rest, ok3 := bytesOf(rest)
	if !ok1 || !ok2 || !opens || !ok3 || !bytes.HasPrefix(rest, []byte(")")) {
		return heap{}
	}
	return heap{before, after, capacity}
}

// clock is a way in which lines say their time. A log may have several.
type clock int

const (
	noClock clock = iota
	uptime        // since the JVM began
	wall          // the date, or since 1970
)

type stamp struct {
	clock clock
	at    time.Duration // since 1970, or since the JVM began
}

// earliest tells times since 1970 from those since a JVM began: 2001.
const earliest = 1e9 * time.Second

// readStamp reads a decoration that is a time: 0.123s, 123ms, 123456ns or 2026-11-21T16:43:51.644+0000.
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
	var unit time.Duration
	number := text[:len(text)-2]
	switch string(text[len(number):]) {
	case "ms":
		unit = time.Millisecond
	case "ns":
		unit = time.Nanosecond
	default:
		number, is := bytes.CutSuffix(text, []byte("s"))
		if d, ok := secondsOf(number); is && ok {
			return stamp{uptime, d}
		}
		return stamp{}
	}
	n, err := strconv.ParseInt(string(number), 10, 64)
	if err != nil || n < 0 || n > int64(1<<62/unit) {
		return stamp{}
	}
	s := stamp{uptime, time.Duration(n) * unit}
	if s.at > earliest {
		s.clock = wall
	}
	return s
}

const dateLayout = "2006-01-02T15:04:05.000-0700"

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

// restart is how far uptime goes back where a JVM has begun anew: lines of several threads may be out of order by less.
const restart = time.Second

func (s *span) length() time.Duration {
	if s.last[wall].clock == wall {
		return s.last[wall].at - s.first[wall].at
	}
	return s.before + s.last[uptime].at - s.first[uptime].at
}

// durations adds up pauses, and finds their median without keeping them: each counts in a class that is a microsecond
// wide, from 2 ms on a thousandth of its length.
type durations struct {
	pauses   Pauses
	shortest time.Duration
	classes  []int32
}

const classBits = 11

func (d *durations) add(length time.Duration, at func() Line) {
	p := &d.pauses
	p.Count++
	p.Total += length
	if p.Count == 1 || length < d.shortest {
		d.shortest = length
	}
	if p.Count == 1 || length > p.Longest {
		p.Longest, p.At = length, at()
	}
	class := classOf(length)
	if class >= len(d.classes) {
		d.classes = append(d.classes, make([]int32, class+1-len(d.classes))...)
	}
	d.classes[class]++
}

// result is the pauses with their median, the lower of the two middle ones, and what 99 % do not exceed.
func (d *durations) result() Pauses {
	p := d.pauses
	p.Median, p.P99 = d.ranked((p.Count+1)/2), d.ranked((p.Count*99+99)/100)
	return p
}

// ranked is the pause of a rank, from 1 for the shortest.
func (d *durations) ranked(rank int64) time.Duration {
	seen := int64(0)
	for class, n := range d.classes {
		if seen += int64(n); rank > 0 && seen >= rank {
			return min(max(middleOf(class), d.shortest), d.pauses.Longest)
		}
	}
	return 0
}

// classOf cuts the microseconds to their first bits.
func classOf(length time.Duration) int {
	us := uint64(max(length, 0) / time.Microsecond)
	cut := max(bits.Len64(us)-classBits, 0)
	return cut<<(classBits-1) + int(us>>cut)
}

func middleOf(class int) time.Duration {
	cut := max(class>>(classBits-1)-1, 0)
	first := class - cut<<(classBits-1)
	return time.Duration(first<<cut+(1<<cut-1)/2) * time.Microsecond
}

// Timeline is how long pauses were over the time of a log, from its first event on.
type Timeline struct {
	Slice       time.Duration   // length of each slice
	Full, Other []time.Duration // the longest pause of each slice; 0: none
}

const (
	mostSlices    = 240 // what a picture can show
	shortestSlice = 100 * time.Millisecond
)

// add takes a pause that ended this long after the first event. Where the log is longer
// than the slices are, two become one.
func (t *Timeline) add(after, length time.Duration, full bool) {
	t.Slice = max(t.Slice, shortestSlice)
	for after/t.Slice >= mostSlices {
		t.Slice *= 2
		t.Full, t.Other = halved(t.Full), halved(t.Other)
	}
	of := either.Of(full, &t.Full, &t.Other)
	i := int(max(after, 0) / t.Slice)
	if more := i + 1 - len(*of); more > 0 {
		*of = append(*of, make([]time.Duration, more)...)
	}
	(*of)[i] = max((*of)[i], length)
}

func halved(all []time.Duration) []time.Duration {
	return lists.Of(slices.Collect(slices.Chunk(all, 2)), slices.Max)
}
