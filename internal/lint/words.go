package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// MiB writes bytes in mebibytes, rounded up.
func MiB(n int64) string {
	if n == hotspot.Unbounded {
		return "no bound"
	}
	return fmt.Sprintf("%d MiB", (n+1<<20-1)>>20)
}

// Seconds writes milliseconds as people say them: 450 ms, 1.5 s, 12 s.
func Seconds(ms int64) string {
	switch {
	case ms < 1000:
		return fmt.Sprintf("%d ms", ms)
	case ms%1000 == 0 || ms >= 100_000:
		return fmt.Sprintf("%d s", ms/1000)
	}
	return fmt.Sprintf("%.1f s", float64(ms)/1000)
}

// Pause writes the length of a pause, with a decimal under ten milliseconds.
func Pause(d time.Duration) string {
	if d < 10*time.Millisecond {
		return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)), ".0") + " ms"
	}
	return Seconds(d.Round(time.Millisecond).Milliseconds())
}

// Releases lists JDK releases for people: 11, 17.
func Releases(jdks []int) string {
	return strings.Join(lists.Of(inOrder(jdks), strconv.Itoa), ", ")
}

// Refuse says which releases refuse something: JDK 8 refuses, JDK 11 and 21 refuse.
func Refuse(jdks []int) string {
	if jdks = inOrder(jdks); len(jdks) == 1 {
		return fmt.Sprintf("JDK %d refuses", jdks[0])
	}
	return "JDK " + And(jdks) + " refuse"
}

func inOrder(jdks []int) []int { return slices.Compact(slices.Sorted(slices.Values(jdks))) }

// And lists words for people: 8, 11 and 17.
func And[T any](words []T) string {
	return plural.And(lists.Of(words, func(w T) string { return fmt.Sprint(w) }))
}

// Verb is the form of a verb, or of other words, that goes with a number.
func Verb[N int | int64](n N, one, many string) string {
	return either.Of(n == 1, one, many)
}

// Times counts: once, 3 times.
func Times(n int64) string { return Verb(n, "once", fmt.Sprintf("%d times", n)) }

// Size writes bytes as people write heap sizes.
func Size(v source.Value) string { return jvmflag.FormatSize(uint64(v.N)) }

// WithOrigin writes a time, and that it is a default where it is one.
func WithOrigin(v source.Value) string { return Seconds(v.N) + ByDefault(v.Origin) }

// ByDefault says that something is a default, where it is one.
func ByDefault(o source.Origin) string { return If(o == source.Default, " by default") }

// If is a text where something holds, and none elsewhere.
func If(holds bool, text string) string {
	return either.Of(holds, text, "")
}

func Milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
