package advise

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// parts are those that a limit is divided into: coarse enough that what is advised
// for them is divided the same way again.
const parts = 32

// share leaves a JVM its part of the limit, where others run beside it in the container: as
// large a part as its memory is of what all of them take as they are. It gives the bytes that
// the others get.
func (w Wish) share() (Wish, int64) {
	own := *w.Workload
	all, probes := []*workload.Workload{w.Workload}, []*workload.Workload(nil)
	for _, c := range own.Companions {
		if c.Helper {
			probes = append(probes, c)
		} else {
			all = append(all, c)
		}
	}
	own.Companions, own.Accompanies = probes, false // what is advised leaves room for those
	if len(all) == 1 || !w.Workload.Memory.Known() || len(all) > parts {
		return w, 0
	}
	var planned []int64
	for _, one := range all {
		budget, ok := predict.Of(one, slices.Max(one.JDK.Candidates)).Budget()
		if !ok {
			return w, 0
		}
		planned = append(planned, budget.Planned())
	}
	limit := own.Memory.N
	own.Memory = source.Value{
		N: limit / parts * divided(planned)[0], Origin: source.Configured,
		Why: fmt.Sprintf("its part of %s, which %s share", lint.MiB(limit), plural.Of(len(all), "JVM")),
	}
	w.Workload = &own
	return w, limit - own.Memory.N
}

// divided gives each of some amounts its number of parts, one at least: the largest
// remainders decide who gets those that are left.
func divided(amounts []int64) []int64 {
	sum := int64(0)
	for _, n := range amounts {
		sum += n
	}
	given, left := make([]int64, len(amounts)), int64(parts)
	byRemainder := make([]int, len(amounts))
	for i, n := range amounts {
		given[i], byRemainder[i] = max(1, n*parts/sum), i
		left -= given[i]
	}
	slices.SortStableFunc(byRemainder, func(a, b int) int { return int(amounts[b]*parts%sum>>20) - int(amounts[a]*parts%sum>>20) })
	for i := 0; left > 0; i++ {
		given[byRemainder[i%len(given)]]++
		left--
	}
	for ; left < 0; left++ { // each has one at least: the largest gives it
		given[slices.Index(given, slices.Max(given))]--
	}
	return given
}
