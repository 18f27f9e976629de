package lint

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/hotspot"
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
	jdks = slices.Clone(jdks)
	slices.Sort(jdks)
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(slices.Compact(jdks))), ", "), "[]")
}
