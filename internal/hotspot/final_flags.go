package hotspot

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Flag is a flag as the running JVM has it: what -XX:+PrintFlagsFinal prints.
type Flag struct {
	Name   string
	Value  any // uint64, int64, bool or float64; nil where Origin is Unknown. Sizes are in bytes
	Origin source.Origin
}

// finalFlags are the flags of a JVM that has started: those that the model knows, where the JDK has them. A JVM is
// predicted many times over, and few ask for a flag of it.
type finalFlags struct {
	table *table
	rows  []finalRow // as the table's published ones
}

// finalRow is a number as a row of start-up holds it.
type finalRow struct {
	bits   uint64 // of a float64, too
	origin source.Origin
}

func (s *startup) finalFlags() finalFlags {
	final := finalFlags{table: s.table, rows: make([]finalRow, len(s.table.published))}
	for k, i := range s.table.published {
		r := s.rowAt(i)
		bits := r.number
		if r.flag.Type == jvmflag.Double {
			bits = math.Float64bits(r.double)
		}
		final.rows[k] = finalRow{bits, r.origin()}
	}
	return final
}

// Flag is a flag by HotSpot's name; one without a name where the JDK does not have it, or the model does not know it.
func (j *JVM) Flag(name string) Flag {
	for k, i := range j.flags.published() {
		if flag := j.flags.table.rows[i].flag; flag.Name == name {
			return j.flags.rows[k].of(flag)
		}
	}
	return Flag{}
}

// On reports whether a switch is on, as far as that is known.
func (j *JVM) On(name string) bool {
	on, _ := j.Flag(name).Value.(bool)
	return on
}

// Number is the value of a flag that takes one without a sign; 0 where it is not known.
func (j *JVM) Number(name string) uint64 {
	n, _ := j.Flag(name).Value.(uint64)
	return n
}

// Flags are all flags that the model knows, where the JDK has them.
func (j *JVM) Flags() iter.Seq[Flag] {
	return func(yield func(Flag) bool) {
		for k, i := range j.flags.published() {
			if !yield(j.flags.rows[k].of(j.flags.table.rows[i].flag)) {
				return
			}
		}
	}
}

func (f *finalFlags) published() []int {
	if f.table == nil {
		return nil
	}
	return f.table.published
}

// forget makes unknown what others have otherwise.
func (f *finalFlags) forget(other finalFlags) {
	for k := range f.rows {
		if f.rows[k].bits != other.rows[k].bits || other.rows[k].origin == source.Unknown {
			f.rows[k].origin = source.Unknown
		}
	}
}

func (r finalRow) of(flag *jvmflag.Flag) Flag {
	f := Flag{Name: flag.Name, Origin: r.origin}
	if f.Origin == source.Unknown {
		return f
	}
	switch flag.Type {
	case jvmflag.Bool:
		f.Value = r.bits != 0
	case jvmflag.Signed:
		f.Value = int64(r.bits)
	case jvmflag.Unsigned:
		f.Value = r.bits
	case jvmflag.Double:
		f.Value = math.Float64frombits(r.bits)
	}
	return f
}

// Difference is a flag whose value is another one than was predicted.
type Difference struct {
	Flag
	Is string // as -XX:+PrintFlagsFinal prints it
}

// Against holds the flags against those that a real JVM printed, in the order
// of their names. It counts those that both know.
func (j *JVM) Against(printed map[string]string) (compared int, differences []Difference) {
	byName := func(a, b Flag) int { return strings.Compare(a.Name, b.Name) }
	for _, flag := range slices.SortedFunc(j.Flags(), byName) {
		is, ok := printed[flag.Name]
		if !ok || flag.Value == nil {
			continue
		}
		compared++
		if !sameValue(flag.Value, is) {
			differences = append(differences, Difference{flag, is})
		}
	}
	return compared, differences
}

// sameValue reports whether -XX:+PrintFlagsFinal prints a value so.
func sameValue(predicted any, text string) bool {
	switch v := predicted.(type) {
	case bool:
		return text == strconv.FormatBool(v)
	case float64:
		return text == strconv.FormatFloat(v, 'f', 6, 64)
	}
	return text == fmt.Sprint(predicted)
}
