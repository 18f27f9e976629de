// Package parallel does the same to many things at a time, and the same work once.
package parallel

import (
	"hash/maphash"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do with 0 to n-1, as many at a time as there are processors, and returns when all are done. What do
// gives it must keep in a place of its own for each number: the order in which they are done is not known.
func Each(n int, do func(i int)) {
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			do(i)
		}
	}
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		wait.Go(work)
	}
	work() // a single thing needs no other stack, nor thread
	wait.Wait()
}

// Memo keeps what is worked out of keys: much of a run has the same names. One of more than mostKept begins anew.
type Memo[K comparable, V any] struct {
	kept sync.Map
	n    atomic.Int64
}

const mostKept = 4096

// Of is what is worked out of a key, or was before.
func (m *Memo[K, V]) Of(key K, of func(K) V) V {
	v, known := m.kept.Load(key)
	if !known {
		if m.n.Add(1)%mostKept == 0 {
			m.kept.Clear()
		}
		v, _ = m.kept.LoadOrStore(key, of(key))
	}
	return v.(V)
}

// Repeated keeps what is worked out of keys from the second time on that it is: most is worked out once, and what is
// kept costs whenever memory is looked through.
type Repeated[K comparable, V any] struct {
	Room int // how much may still be kept, in what Put is told

	lock sync.Mutex
	once map[uint64]bool // hashes of keys, so that what is never met again is not held
	kept map[K]*V
}

var seed = maphash.MakeSeed()

// Get is what is kept of a key; nil: nothing is.
func (r *Repeated[K, V]) Get(key K) *V {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.kept[key]
}

// Put tells what was worked out of a key, and how large it is.
func (r *Repeated[K, V]) Put(key K, v *V, size int) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.once == nil {
		r.once, r.kept = map[uint64]bool{}, map[K]*V{}
	}
	switch hash := maphash.Comparable(seed, key); {
	case !r.once[hash]:
		r.once[hash] = true
	case r.kept[key] == nil && size <= r.Room:
		r.kept[key] = v
		r.Room -= size
	}
}
