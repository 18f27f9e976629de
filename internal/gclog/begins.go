package gclog

import (
	"bytes"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// firstWords are what unified logging begins with when a JVM starts, whatever
// its collector: a rotated log goes on without them.
var firstWords = lazyregexp.New(`(?m)^\[.*\] (?:Using (?:G1|Parallel|Serial|Concurrent Mark Sweep|The Z Garbage Collector|Shenandoah)|Initializing The Z Garbage Collector|Version: \S+ \()`)

// BeginsJVM tells from the first bytes of a file that it is the first of its
// JVM, in unified logging. JDK 8 begins every file alike.
func BeginsJVM(head []byte) bool { return firstWords.Match(head) }

// Recognises tells a GC log from other files by its first bytes, plain or gzipped. A report of a crash, a script
// or a page may quote one: what begins with a mark of those is none.
func Recognises(head []byte) bool {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(start) == 0 || bytes.IndexByte([]byte("#<-"), start[0]) >= 0 {
		return false
	}
	r := newReader()
	_ = r.read("", bytes.NewReader(head), nil) // the last line, or the archive, ends too early
	return r.recognised > 0
}
