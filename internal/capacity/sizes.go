package capacity

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
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

func (s Sizes) largest() int64 { return s.Parts[len(s.Parts)-1].Bytes }

func (s Sizes) alike() bool { return len(s.Parts) == 1 }

// mean is what a function of the size comes to for the average value, rounded up.
func mean[N int64 | float64](s Sizes, of func(bytes int64) N) int64 {
	sum := lists.Sum(s.Parts, func(p Size) float64 { return p.Share * float64(of(p.Bytes)) })
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

// Unit is what a figure counts.
type Unit string

const (
	Bytes   Unit = "bytes"
	Entries Unit = "entries"
	Count   Unit = "count"
)

// Figure is a number of a plan, with where it comes from: what gave it, or the formula that it was computed by.
type Figure struct {
	ID     string // for programs
	What   string // for people
	Unit   Unit
	Origin string // as source.Origin has it, or computed
	source.Value
}

const computed = "computed"

// given is a figure that somebody gave, or that is predicted.
func given(id, what string, v source.Value, unit Unit) Figure {
	return Figure{id, what, unit, v.Origin.String(), v}
}

// worked is a figure that is computed from others.
func worked(id, what string, n int64, unit Unit, formula string, args ...any) Figure {
	return Figure{id, what, unit, computed, source.Value{N: n, Why: fmt.Sprintf(formula, args...)}}
}

// assumed is a figure that nobody gave.
func assumed(id, what string, n int64, unit Unit, why string, args ...any) Figure {
	return given(id, what, source.Value{N: n, Origin: source.Assumed, Why: fmt.Sprintf(why, args...)}, unit)
}

// facts are what the plan is made of.
func (q *question) facts() []Figure {
	m := q.Map
	all := []Figure{given("heap", "heap of a member", q.JVM.Heap, Bytes)}
	if q.JVM.G1 != nil {
		all = append(all, given("region", "G1 region", q.JVM.G1.RegionSize, Bytes))
	}
	all = append(all,
		assumed("member_heap", "taken by a member without entries", ownHeap, Bytes, "measured on idle members: 7.2 to 12.4 MiB"),
		given("members", "members", q.Members, Count),
		given("backups", "backups", m.BackupCount, Count),
		given("async_backups", "asynchronous backups", m.AsyncBackupCount, Count),
		given("partitions", "partitions", q.Partitions, Count),
		given("migrations", "partitions that move at a time", q.Migrations, Count))
	if q.Others.N > 0 {
		all = append(all, given("other_maps", "other maps may take", q.Others, Bytes))
	}
	all = append(all, given("key", "key, serialized", q.Key, Bytes))
	if q.Values.alike() {
		origin := either.Of(q.Values.Assumed != "", source.Assumed, source.Argument)
		all = append(all, given("value", "value", source.Value{N: q.Values.largest(), Origin: origin, Why: q.Values.Text}, Bytes))
	} else {
		average := mean(q.Values, func(n int64) int64 { return n })
		all = append(all, assumed("value", "value, on average", average, Bytes, "%s; %s", q.Values.Text, q.Values.Assumed))
	}
	counted := worked("entry_counted", "entry, as Hazelcast counts", q.meanCounted(), Bytes, "%s", q.costFormula())
	if q.Map.InMemoryFormat.Name != "BINARY" {
		counted.Origin, counted.Why = source.Assumed.String(), "as in BINARY format; Hazelcast counts nothing for an object"
	}
	return append(all, counted, worked("entry_heap", "entry, of the heap", q.meanHeap(), Bytes, "%s", q.heapFormula()))
}

// costFormula says what an entry costs besides its value.
func (q *question) costFormula() string {
	what := either.Of(q.Values.alike(), "value", "mean of value")
	pointers := either.Of(q.compressed(), "compressed pointers", "pointers of 8 bytes")
	keeps := "no statistics"
	switch {
	case q.Map.PerEntryStats.Name == "true":
		keeps = "per-entry statistics"
	case q.Map.Eviction.Evicts():
		keeps = "eviction by " + q.Map.Eviction.Policy.Name
	}
	return fmt.Sprintf("%s + %d: key, record, %s, %s; Hazelcast 5.0 to 5.7", what, q.counted(0), keeps, pointers)
}

func (q *question) heapFormula() string {
	headers := either.Of(q.JVM.On("UseCompactObjectHeaders"), " with compact headers", "")
	objects := fmt.Sprintf("the objects of key, value, record and table entry%s, and %d bytes of the table (assumed), on 5.3.1 and 5.7.0",
		headers, hazelcast.TableSlot(q.JVM.JVM))
	if q.JVM.G1 == nil {
		return objects
	}
	region := size(q.JVM.G1.RegionSize.N)
	largest := q.Values.largest()
	switch n := q.JVM.PerRegion(hazelcast.ArrayValue(largest)); {
	case !q.Values.alike():
		humongous := lists.Where(q.Values.Parts, func(p Size) bool { return q.humongous(p.Bytes) })
		part := 100 * lists.Sum(humongous, func(p Size) float64 { return p.Share })
		return fmt.Sprintf("mean over the sizes: %.1f %% of the values are humongous and take whole regions of %s; of the others, each size is packed by itself (assumed)", part, region)
	case n == 0:
		h, _ := q.JVM.Humongous(hazelcast.ArrayValue(largest))
		return fmt.Sprintf("humongous: %d whole regions of %s; and the rest of the entry", h.Regions, region)
	case float64(q.JVM.G1.RegionSize.N)/float64(n) > float64(q.objects(largest)):
		return fmt.Sprintf("%d values to a region of %s", n, region)
	}
	return objects
}

func members(n int64) string { return plural.Of(n, "member") }

func copies(n int64) string { return plural.Of(n, "copy", "copies") }

func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<20:
		return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}
