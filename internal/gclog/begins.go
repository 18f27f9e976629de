package gclog

import "github.com/jvmlint/jvmlint/internal/lazyregexp"

// firstWords are what unified logging begins with when a JVM starts, whatever
// its collector: a rotated log goes on without them.
var firstWords = lazyregexp.New(`(?m)^\[.*\] (?:Using (?:G1|Parallel|Serial|Concurrent Mark Sweep|The Z Garbage Collector|Shenandoah)|Initializing The Z Garbage Collector|Version: \S+ \()`)

// BeginsJVM tells from the first bytes of a file that it is the first of its
// JVM, in unified logging. JDK 8 begins every file alike.
func BeginsJVM(head []byte) bool { return firstWords.Match(head) }
