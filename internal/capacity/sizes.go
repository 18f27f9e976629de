package capacity

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Size is a share of all values that have so many bytes.
type Size struct {
	Bytes int64
	Share float64
}

// Sizes are the values of a map by their sizes, from the smallest on. The shares add up to one.
type Sizes struct {
	Parts   []Size
	Text    string // as it was given
	Assumed string // how the sizes between those that were given were taken; empty where none were
}

// largest is the size of the largest value.
func (s Sizes) largest() int64 { return s.Parts[len(s.Parts)-1].Bytes }

// alike tells that all values have one size.
func (s Sizes) alike() bool { return len(s.Parts) == 1 }

// mean is what a function of the size comes to for the average value, rounded up.
func (s Sizes) mean(of func(bytes int64) float64) int64 {
	sum := 0.0
	for _, p := range s.Parts {
		sum += p.Share * of(p.Bytes)
	}
	const dust = 1e-12 // what the shares may be off
	return int64(math.Ceil(sum * (1 - dust)))
}

// LargestValue is the most bytes of a value: it is one Java array.
const LargestValue = math.MaxInt32 - 64

// steps is how many sizes stand in for those between two that were given.
const steps = 64

// quantile is a size that a share of the values does not exceed.
type quantile struct {
	share float64
	bytes int64
	name  string
}

// ParseSizes reads the sizes of values: one, as 10KiB, or quantiles, as
// p50=10KiB,p99=1MiB,max=5MiB, with min= where it is known.
func ParseSizes(text string) (Sizes, error) {
	if !strings.Contains(text, "=") {
		bytes, err := parseValue(text)
		return Sizes{Parts: []Size{{bytes, 1}}, Text: text}, err
	}
	var given []quantile
	for word := range strings.SplitSeq(text, ",") {
		q, err := parseQuantile(word)
		if err != nil {
			return Sizes{}, err
		}
		if n := len(given); n > 0 && q.share <= given[n-1].share {
			return Sizes{}, fmt.Errorf("%s comes after %s: quantiles must rise", q.name, given[n-1].name)
		}
		if n := len(given); n > 0 && q.bytes < given[n-1].bytes {
			return Sizes{}, fmt.Errorf("%s is smaller than %s", word, given[n-1].name)
		}
		given = append(given, q)
	}
	if last := given[len(given)-1]; last.share < 1 {
		return Sizes{}, fmt.Errorf("the size of values over %s is unknown: give max=", last.name)
	}
	return between(given, text), nil
}

func parseQuantile(word string) (quantile, error) {
	name, size, ok := strings.Cut(strings.TrimSpace(word), "=")
	if !ok {
		return quantile{}, fmt.Errorf("%q is not a quantile such as p99=1MiB or max=5MiB", word)
	}
	q := quantile{name: name}
	switch percent, isPercentile := strings.CutPrefix(name, "p"); {
	case name == "min":
	case name == "max":
		q.share = 1
	case isPercentile:
		n, err := strconv.ParseFloat(percent, 64)
		if err != nil || !(n > 0 && n < 100) || strings.ContainsAny(percent, "eExX_+pP") {
			return q, fmt.Errorf("%q is not a percentile such as p50 or p99.9", name)
		}
		q.share = n / 100
	default:
		return q, fmt.Errorf("%q is not a quantile: there are min, p50, p99.9 and the like, and max", name)
	}
	var err error
	q.bytes, err = parseValue(size)
	return q, err
}

func parseValue(text string) (int64, error) {
	if text == "" {
		return 0, errors.New("a size is empty")
	}
	v, err := workload.Size(source.Unlocated(text, "sizes"), source.Argument)
	if err == nil && v.N > LargestValue {
		err = fmt.Errorf("%s is too large for a value, which is one Java array of less than 2 GiB", text)
	}
	return v.N, err
}

// between fills in the sizes between quantiles: they grow by the same factor
// with each step. Values under the first quantile are taken to be as large.
func between(given []quantile, text string) Sizes {
	s := Sizes{Text: text, Assumed: "assumed: sizes grow evenly, on a logarithmic scale, from one quantile to the next"}
	if first := given[0]; first.share > 0 {
		s.add(first.bytes, first.share)
		s.Assumed += ", and all below " + first.name + " are as large as it"
	}
	for i := 1; i < len(given); i++ {
		low, high := given[i-1], given[i]
		for k := range steps {
			at := (float64(k) + 0.5) / steps
			bytes := math.Ceil(float64(low.bytes) * math.Pow(float64(high.bytes)/float64(low.bytes), at))
			s.add(min(int64(bytes), high.bytes), (high.share-low.share)/steps)
		}
	}
	s.add(given[len(given)-1].bytes, 0) // the largest is one of them, whatever its share
	return s
}

// add puts a share of values behind the others, which are no larger.
func (s *Sizes) add(bytes int64, share float64) {
	if n := len(s.Parts); n > 0 && s.Parts[n-1].Bytes == bytes {
		s.Parts[n-1].Share += share
		return
	}
	s.Parts = append(s.Parts, Size{bytes, share})
}
