package hotspot

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestOutcomes(t *testing.T) {
	try := func(n int64) Verdict { return Verdict{OK: n < 300 || n >= 305 && n < 1001} }
	bounds := func(from, to, step, grain int64) [][2]int64 {
		var all [][2]int64
		for _, o := range Outcomes(try, SameStart, from, to, step, grain) {
			all = append(all, [2]int64{o.First.N, o.Last.N})
		}
		return all
	}
	assert.Equal(t, [][2]int64{{1, 299}, {300, 304}, {305, 1000}, {1001, 1100}}, bounds(1, 1100, 1, 1))
	assert.Equal(t, [][2]int64{{1, 1000}, {1001, 1100}}, bounds(1, 1100, 99, 1), "five are between two steps")
	assert.Equal(t, [][2]int64{{298, 299}, {300, 304}, {305, 305}}, bounds(298, 305, 3, 1))
	assert.Equal(t, [][2]int64{{0, 290}, {300, 300}, {310, 1000}, {1010, 1015}}, bounds(0, 1015, 20, 10), "found to a grain of 10")
	assert.Equal(t, [][2]int64{{7, 7}}, bounds(7, 7, 10, 1))
}

// TestStartByCPUs is a pair of flags from the field: JDK 11 and 17 refuse more ConcGCThreads
// than ParallelGCThreads, of which there are as many as CPUs.
func TestStartByCPUs(t *testing.T) {
	for jdk, want := range map[int][][2]int64{
		11: {{1, 1}, {2, 4}, {5, 32}}, 17: {{1, 1}, {2, 4}, {5, 32}}, 21: {{1, 32}}, 25: {{1, 32}},
	} {
		r := jvmtest.Resolve(t, jdk, "-Xmx9g -XX:ConcGCThreads=5")
		var got [][2]int64
		for i, o := range Outcomes(WithCPUs(Starts, r, machine(16<<30, 1)), SameStart, 1, 32, 1, 1) {
			got = append(got, [2]int64{o.First.N, o.Last.N})
			assert.Equal(t, i != 1, o.First.OK, "%d %d", jdk, o.First.N)
		}
		assert.Equal(t, want, got, "JDK %d", jdk)
	}
}

// TestStartsByCPUsAsTriedOneByOne holds the search against every number of CPUs.
func TestStartsByCPUsAsTriedOneByOne(t *testing.T) {
	changes := 0
	for _, jdk := range []int{8, 11, 17, 21, 25} {
		random := rand.New(rand.NewPCG(20261121, uint64(jdk)))
		for range 2000 {
			options := randomOptions(random, jdk)
			r := jvmtest.Resolve(t, jdk, options)
			if r.Refusal != nil {
				continue
			}
			memory := int64(64<<20) << random.IntN(14) // 64 MiB to 512 GiB
			m := machine(memory, 1)
			m.CPUs = source.Value{}
			if random.IntN(5) == 0 {
				m.Memory = source.Value{}
			}
			start, try := Start(r, m), WithCPUs(Starts, r, m)
			var want, got [][3]int64
			for to, all := range map[*[][3]int64][]Outcome{&want: Outcomes(try, SameStart, 1, 64, 1, 1), &got: StartsByCPUs(start, try, 64)} {
				for _, o := range all {
					starts := int64(0)
					if o.First.OK {
						starts = 1
					}
					*to = append(*to, [3]int64{o.First.N, o.Last.N, starts})
				}
			}
			assert.Equal(t, want, got, "JDK %d, %d bytes, %s", jdk, memory, options)
			changes += len(want) - 1
		}
	}
	t.Logf("%d changes between numbers of CPUs", changes)
	assert.NotZero(t, changes)
}

// TestStartsNearAsTried holds what is kept of the neighbours of a number of CPUs against trying them each time.
func TestStartsNearAsTried(t *testing.T) {
	kept, refused := 0, 0
	for _, jdk := range []int{8, 11, 17, 21, 25} {
		random := rand.New(rand.NewPCG(20261130, uint64(jdk)))
		for range 500 {
			options, cpus := randomOptions(random, jdk), 1+random.Int64N(12)
			if random.IntN(20) == 0 {
				options = "-Xmx9g -XX:ConcGCThreads=5" // more than there are on fewer CPUs
			}
			m := machine(int64(64<<20)<<random.IntN(14), cpus)
			if random.IntN(5) == 0 {
				m.Memory = source.Value{}
			}
			for at := range 2 { // the same options at another place
				r := resolveAt(t, jdk, strings.Repeat(" ", at), options)
				if r.Refusal != nil {
					continue
				}
				start, try := Start(r, m), WithCPUs(Starts, r, m)
				want := true
				for n := max(cpus-1, 1); n <= cpus+1; n++ {
					want = want && (n == cpus && start.OK || n != cpus && try(n).OK)
				}
				if start.JVM != nil && start.JVM.alike != nil && start.JVM.alike.startsNear.Load() {
					kept++
				}
				got := !slices.ContainsFunc(StartsNear(start, try, cpus), func(o Outcome) bool { return !o.First.OK })
				assert.Equal(t, want, got, "JDK %d, %d CPUs, %s", jdk, cpus, options)
				if start.OK && !want {
					refused++
				}
			}
		}
	}
	assert.NotZero(t, kept)
	assert.NotZero(t, refused)
}

// TestStartsNearOfTheBlind holds that a JVM which counts the CPUs of its node, and starts with whatever its container
// gets, says nothing of one that counts its container's.
func TestStartsNearOfTheBlind(t *testing.T) {
	r := resolveAt(t, 17, "", "-Xmx9g -XX:ConcGCThreads=5 -XX:-UsePerfData")
	near := func(m Machine) [][2]int64 {
		all := StartsNear(Start(r, m), WithCPUs(Starts, r, m), m.CPUs.N)
		return lists.Of(all, func(o Outcome) [2]int64 { return [2]int64{o.First.N, o.Last.N} })
	}
	blind := machine(16<<30, 2)
	blind.Blind, blind.Node = true, Node{Memory: blind.Memory, CPUs: machine(0, 5).CPUs}
	for range 2 {
		assert.Equal(t, [][2]int64{{1, 3}}, near(blind))
	}
	assert.Equal(t, [][2]int64{{4, 4}, {5, 6}}, near(machine(16<<30, 5)))
}
