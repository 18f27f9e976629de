package gclog

import (
	"bytes"
	"strings"
	"time"
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
	i := len(text)
	for i > 0 && (isDigit(text[i-1]) || text[i-1] == '.' || text[i-1] == ',') {
		i--
	}
	return i
}

// bytesOf reads a size such as 8650M or 51463.8K, and gives what follows.
func bytesOf(text []byte) (int64, []byte, bool) {
	n, rest, ok := leading(text)
	if !ok || len(rest) == 0 {
		return 0, text, false
	}
	unit := strings.IndexByte("BKMGT", rest[0])
	if unit < 0 {
		return 0, text, false
	}
	by := 10 * unit
	if n/1e6 > 1<<50>>by {
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
	var h heap
	var ok bool
	if h.before, _, ok = bytesOf(text[lastNumber(text[:arrow-1]):arrow]); !ok {
		return heap{}
	}
	after, rest, ok := bytesOf(text[arrow+2:])
	if !ok || len(rest) == 0 || rest[0] != '(' {
		return heap{}
	}
	h.after = after
	if h.capacity, rest, ok = bytesOf(rest[1:]); !ok || len(rest) == 0 || rest[0] != ')' {
		return heap{}
	}
	return h
}
