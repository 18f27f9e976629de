package capacity

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseSizes(t *testing.T) {
	one, err := ParseSizes("10KiB")
	require.NoError(t, err)
	assert.Equal(t, Sizes{Parts: []Size{{10 << 10, 1}}, Text: "10KiB"}, one)

	s, err := ParseSizes("p50=10KiB, p99=1MiB,max=5MiB")
	require.NoError(t, err)
	assert.Equal(t, Size{10 << 10, 0.5}, s.Parts[0], "half of them are no larger, and are taken to be as large")
	assert.Equal(t, int64(5<<20), s.largest())
	assert.Contains(t, s.Assumed, "all below p50 are as large as it")
	below := 0.0
	for _, p := range s.Parts {
		if p.Bytes <= 1<<20 {
			below += p.Share
		}
	}
	assert.InDelta(t, 0.99, below, 1e-9)

	// Sizes that grow evenly on a logarithmic scale from a to b have the mean
	// (b - a) / ln(b / a).
	s, err = ParseSizes("min=1KiB,max=1MiB")
	require.NoError(t, err)
	average := mean(s, func(n int64) int64 { return n })
	assert.InEpsilon(t, (1<<20-1<<10)/math.Log(1024), average, 0.001)
	assert.NotContains(t, s.Assumed, "all below")

	s, err = ParseSizes("min=5MiB,p50=5MiB,max=5MiB")
	require.NoError(t, err)
	assert.Equal(t, int64(5<<20), mean(s, func(n int64) int64 { return n }))
}

func TestParseSizesRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "a size is empty",
		"ten":                        `"ten" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`,
		"0":                          `"0" is not greater than zero`,
		"2Gi":                        "2Gi is too large for a value, which is one Java array of less than 2 GiB",
		"p50=10KiB":                  "the size of values over p50 is unknown: give max=",
		"p50=10KiB,p99":              `"p99" is not a quantile such as p99=1MiB or max=5MiB`,
		"p50=,max=1MiB":              "a size is empty",
		"p99=1MiB,p50=10KiB,max=2Mi": "p50 comes after p99: quantiles must rise",
		"p50=1Mi,p50=1Mi,max=2Mi":    "p50 comes after p50: quantiles must rise",
		"p50=1MiB,max=10KiB":         "max=10KiB is smaller than p50",
		"p100=1MiB":                  `"p100" is not a percentile such as p50 or p99.9`,
		"p0=1Mi,max=1Mi":             `"p0" is not a percentile such as p50 or p99.9`,
		"pNaN=1Mi,max=1Mi":           `"pNaN" is not a percentile such as p50 or p99.9`,
		"p1e1=1Mi,max=1Mi":           `"p1e1" is not a percentile such as p50 or p99.9`,
		"mean=1MiB,max=2Mi":          `"mean" is not a quantile: there are min, p50, p99.9 and the like, and max`,
		"max=1Mi,p50=2Mi":            "p50 comes after max: quantiles must rise",
	} {
		_, err := ParseSizes(text)
		assert.EqualError(t, err, want, text)
	}
}

// Whatever is taken is whole: sizes that rise, and shares that add up to one.
func FuzzSizes(f *testing.F) {
	for _, text := range []string{"10KiB", "p50=10KiB,p99=1MiB,max=5MiB", "min=1,p99.9=1e3,max=1.5Gi", "p50", "=,=", "max=9", "p0.0000001=1,max=2", "min=2,p50=1,max=3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSizes(text)
		if err != nil {
			return
		}
		require.NotEmpty(t, s.Parts)
		sum := 0.0
		for _, p := range s.Parts {
			sum += p.Share
			assert.Positive(t, p.Bytes)
			assert.LessOrEqual(t, p.Bytes, int64(LargestValue))
			assert.GreaterOrEqual(t, p.Share, 0.0)
		}
		assert.InDelta(t, 1, sum, 1e-6)
		assert.True(t, slices.IsSortedFunc(s.Parts, func(a, b Size) int { return int(a.Bytes - b.Bytes) }))
		average := mean(s, func(n int64) int64 { return n })
		assert.LessOrEqual(t, average, s.largest())
		assert.GreaterOrEqual(t, average, s.Parts[0].Bytes)
	})
}
