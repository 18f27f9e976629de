package chart

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"text/template"
	"time"
)

// durations are the functions of Helm that reckon in time. A number is one of
// seconds; what is no duration counts as none.
func durations() template.FuncMap {
	in := func(unit func(time.Duration) float64) func(any) float64 {
		return func(v any) float64 { d, _ := duration(v); return unit(d) }
	}
	whole := func(unit func(time.Duration) int64) func(any) int64 {
		return func(v any) int64 { d, _ := duration(v); return unit(d) }
	}
	rounded := func(round func(d, to time.Duration) time.Duration) func(v, to any) time.Duration {
		return func(v, to any) time.Duration {
			d, err := duration(v)
			if multiple, wrong := duration(to); err == nil && wrong == nil {
				return round(d, multiple)
			}
			return d
		}
	}
	return template.FuncMap{
		"mustToDuration":       duration,
		"durationSeconds":      in(time.Duration.Seconds),
		"durationMinutes":      in(time.Duration.Minutes),
		"durationHours":        in(time.Duration.Hours),
		"durationDays":         in(func(d time.Duration) float64 { return d.Hours() / 24 }),
		"durationWeeks":        in(func(d time.Duration) float64 { return d.Hours() / 24 / 7 }),
		"durationMilliseconds": whole(time.Duration.Milliseconds),
		"durationMicroseconds": whole(time.Duration.Microseconds),
		"durationNanoseconds":  whole(time.Duration.Nanoseconds),
		"durationRoundTo":      rounded(time.Duration.Round),
		"durationTruncateTo":   rounded(time.Duration.Truncate),
	}
}

// duration reads a duration as Helm does.
func duration(v any) (time.Duration, error) {
	switch v := v.(type) {
	case time.Duration:
		return v, nil
	case nil:
		return 0, errors.New("invalid duration")
	case string:
		s := strings.TrimSpace(v)
		if d, err := time.ParseDuration(s); err == nil {
			return d, nil
		}
		n, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return 0, fmt.Errorf("could not parse duration %q", v)
		}
		return seconds(n)
	}
	switch r := reflect.ValueOf(v); {
	case r.CanInt():
		if n := r.Int(); n <= math.MaxInt64/int64(time.Second) && n >= math.MinInt64/int64(time.Second) {
			return time.Duration(n) * time.Second, nil
		}
	case r.CanUint():
		if n := r.Uint(); n <= math.MaxInt64/uint64(time.Second) {
			return time.Duration(n) * time.Second, nil
		}
	case r.CanFloat():
		return seconds(r.Float())
	default:
		return 0, fmt.Errorf("unsupported duration type %T", v)
	}
	return 0, fmt.Errorf("duration seconds overflow: %v", v)
}

func seconds(n float64) (time.Duration, error) {
	if most := float64(math.MaxInt64) / float64(time.Second); math.IsNaN(n) || n > most || n < -most {
		return 0, fmt.Errorf("duration seconds overflow: %v", n)
	}
	return time.Duration(n * float64(time.Second)), nil
}
