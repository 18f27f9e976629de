// Package nmt reads what Native Memory Tracking says of a JVM: the output of jcmd PID VM.native_memory, as a summary,
// in detail or as a difference, and of -XX:+PrintNMTStatistics, of JDK 8 to 25.
//
//	Total: reserved=5867374KB, committed=4618030KB
//	-                 Java Heap (reserved=4194304KB, committed=4194304KB)
//	                            (mmap: reserved=4194304KB, committed=4194304KB)
package nmt

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
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
	return span.File.LineAt(span.Start)
}

// Category finds one by its name.
func (m *Measurement) Category(name string) (Counted, bool) {
	return lists.First(m.Categories, func(c Counted) bool { return c.Name == name })
}

// A size of a difference is followed by what it has grown or shrunk by.
const size = `(\d+)(KB|MB|GB|)(?:\s+[+-]\d+(?:KB|MB|GB)?)?`

var (
	totalLine    = lazyregexp.New(`^\s*Total:\s+reserved=` + size + `,\s+committed=` + size)
	categoryLine = lazyregexp.New(`^\s*-\s*([A-Za-z][A-Za-z ]*?)\s+\(reserved=` + size + `,\s+committed=` + size)
	// begun are lines that must be one of these, and where they cannot be read are not passed over.
	begun = lazyregexp.New(`^\s*(?:Total:\s+|-\s*[A-Za-z][A-Za-z ]*\()reserved=`)
)

var bytesOf = map[string]int64{"": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}

// mostCategories is more than twice as many as any JDK has.
const mostCategories = 100

// Read reads an output that stands in a file, alone or among other lines.
func Read(f *source.File) (*Measurement, error) {
	m := &Measurement{File: f}
	for line := 1; line <= f.Lines(); line++ {
		span := f.Line(line)
		text := span.String()
		fail := func(format string, args ...any) error {
			return &source.Problem{File: f, Span: span, Message: fmt.Sprintf(format, args...)}
		}
		switch {
		case totalLine.MatchString(text):
			if m.Total.Name != "" {
				return nil, fail("a second measurement begins here; the first is in line %d", m.Total.Line())
			}
			var err error
			if m.Total, err = m.read(totalLine, span, fail); err != nil {
				return nil, err
			}
		case categoryLine.MatchString(text):
			counted, err := m.read(categoryLine, span, fail)
			if err != nil {
				return nil, err
			}
			if before, twice := m.Category(counted.Name); twice {
				return nil, fail("%s is already in line %d", counted.Name, before.Line())
			}
			if m.Categories = append(m.Categories, counted); len(m.Categories) > mostCategories {
				return nil, fail("more than %d categories: a JVM has less than half as many", mostCategories)
			}
		case begun.MatchString(text):
			return nil, fail("its sizes cannot be read: expected reserved=...KB, committed=...KB")
		case strings.Contains(text, "Native memory tracking is not enabled"):
			return nil, fail("Native Memory Tracking is off: start the JVM with -XX:NativeMemoryTracking=summary")
		}
	}
	return m, m.check()
}

// read reads the line of a category or of the total: all groups of the expression but the last four name it.
func (m *Measurement) read(form *lazyregexp.Regexp, span source.Span, fail func(string, ...any) error) (Counted, error) {
	at := form.FindStringSubmatchIndex(span.String())
	group := func(i int) source.Span { return span.File.Span(span.Start+at[2*i], span.Start+at[2*i+1]) }
	last := len(at)/2 - 4
	counted := Counted{Name: "Total"}
	if last > 1 {
		counted.Name = group(1).String()
	}
	var err error
	if counted.Reserved, err = m.value(group(last), group(last+1), fail); err != nil {
		return counted, err
	}
	counted.Committed, err = m.value(group(last+2), group(last+3), fail)
	return counted, err
}

// value is a number of bytes and the characters that give it.
func (m *Measurement) value(digits, unit source.Span, fail func(string, ...any) error) (source.Value, error) {
	text, scale := digits.String(), bytesOf[unit.String()]
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > math.MaxInt64/scale {
		return source.Value{}, fail("%s is not a size that a process can have", text)
	}
	if m.Unit != 0 && m.Unit != scale {
		return source.Value{}, fail("%s has another unit than the lines before it", text)
	}
	m.Unit = scale
	place := fmt.Sprintf("%s:%d", m.File.Name, m.File.LineAt(digits.Start))
	return source.Value{N: n * scale, Origin: source.Measured, Text: source.Verbatim(digits), Why: place}, nil
}

// check refuses what is no whole measurement. Sizes are rounded, and categories
// of less than half a unit are left out; of all categories there are under 40.
func (m *Measurement) check() error {
	const most, least = 40, 64 << 10
	switch {
	case m.Total.Name == "":
		return &source.Problem{File: m.File, Message: "this is not the output of jcmd PID VM.native_memory: it has no line Total: reserved=..., committed=..."}
	case len(m.Categories) == 0:
		return m.problem(m.Total, "there is a total, but no category below it")
	}
	sum := int64(0)
	for _, c := range m.Categories {
		if c.Committed.N > math.MaxInt64-sum {
			return m.problem(c, "the sum of the categories is not a size that a process can have")
		}
		sum += c.Committed.N
	}
	if off := m.Total.Committed.N - sum; max(off, -off) > max(most*m.Unit, least) {
		return m.problem(m.Total, "%s are committed in all, but the categories add up to %s: are some lines missing?", m.show(m.Total.Committed.N), m.show(sum))
	}
	return nil
}

// problem is one with what was counted under one name.
func (m *Measurement) problem(c Counted, format string, args ...any) error {
	return &source.Problem{File: m.File, Span: c.Committed.Text.Span().File.Line(c.Line()), Message: fmt.Sprintf(format, args...)}
}

// show is a number of bytes as the output has it.
func (m *Measurement) show(n int64) string {
	for unit, scale := range bytesOf {
		if scale == m.Unit {
			return strconv.FormatInt(n/scale, 10) + unit
		}
	}
	return strconv.FormatInt(n, 10)
}
