package hotspot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

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
