package hotspot

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Difference is a flag whose value is another one than was predicted.
type Difference struct {
	Flag
	Is string // as -XX:+PrintFlagsFinal prints it
}

// Against holds the flags against those that a real JVM printed, in the order
// of their names. It counts those that both know.
func (j *JVM) Against(printed map[string]string) (compared int, differences []Difference) {
	for _, name := range slices.Sorted(maps.Keys(j.Flags)) {
		flag := j.Flags[name]
		is, ok := printed[name]
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

// sameValue tells whether -XX:+PrintFlagsFinal prints a value so.
func sameValue(predicted any, text string) bool {
	switch v := predicted.(type) {
	case bool:
		return text == strconv.FormatBool(v)
	case float64:
		return text == strconv.FormatFloat(v, 'f', 6, 64)
	}
	return text == fmt.Sprint(predicted)
}
