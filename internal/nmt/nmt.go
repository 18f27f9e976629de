// Package nmt reads what Native Memory Tracking says of a JVM: the output of
// jcmd PID VM.native_memory, as a summary, in detail or as a difference, and of
// -XX:+PrintNMTStatistics, of JDK 8 to 25.
//
//	Total: reserved=5867374KB, committed=4618030KB
//	-                 Java Heap (reserved=4194304KB, committed=4194304KB)
//	                            (mmap: reserved=4194304KB, committed=4194304KB)
package nmt

import (
	"github.com/jvmlint/jvmlint/internal/source"
)

// Counted is memory under one name, in bytes, at one time.
type Counted struct {
	Name                string // as the JVM prints it: "Java Heap"
	Reserved, Committed source.Value
}

// Measurement is one output.
type Measurement struct {
	File       *source.File
	Total      Counted
	Categories []Counted // in the order of the output
	Unit       int64     // bytes that sizes are rounded to: 1, or that of KB, MB or GB
}

// Line is where a category, or the total, stands: the number of its line.
func (c Counted) Line() int {
	span := c.Committed.Text.Span()
	if span.IsZero() {
		return 0
	}
	return span.File.Position(span.Start).Line
}

// Category finds one by its name.
func (m *Measurement) Category(name string) (Counted, bool) {
	for _, c := range m.Categories {
		if c.Name == name {
			return c, true
		}
	}
	return Counted{}, false
}
