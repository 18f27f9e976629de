package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// heapBounds are the flags that may not be over the maximum heap size.
var heapBounds = []string{"InitialHeapSize", "MinHeapSize", "SoftMaxHeapSize"}

// OverHeap are the settings that would keep a JVM of that heap, in bytes, from
// starting: the maximum and what may not be over it. -Xms sets two of them.
func OverHeap(r *jvmflag.Resolution, heap int64) []jvmflag.Setting {
	var over []jvmflag.Setting
	for _, name := range append([]string{"MaxHeapSize"}, heapBounds...) {
		if s, ok := r.Set(name); ok && s.Number > uint64(heap) {
			over = append(over, s)
		}
	}
	return over
}

// WithHeap are the options with another maximum heap, in bytes: what may not be
// over it is lowered to it.
func WithHeap(r *jvmflag.Resolution, heap int64) *jvmflag.Resolution {
	r = r.Given()
	changed := *r
	changed.Settings = make(map[string]jvmflag.Setting, len(r.Settings)+len(heapBounds)+1)
	for name, s := range r.Settings {
		changed.Settings[name] = s
	}
	flag, _ := jvmflag.Lookup(r.JDK, "MaxHeapSize")
	changed.Settings["MaxHeapSize"] = jvmflag.Setting{Flag: &flag, Number: uint64(heap)}
	for _, name := range heapBounds {
		if s, ok := changed.Settings[name]; ok && s.Number > uint64(heap) {
			s.Number = uint64(heap)
			changed.Settings[name] = s
		}
	}
	return &changed
}

// FixedHeap are the options with a heap of that many bytes from the start on,
// as -Xms and -Xmx set it.
func FixedHeap(r *jvmflag.Resolution, heap int64) *jvmflag.Resolution {
	changed := WithHeap(r, heap)
	for _, name := range []string{"InitialHeapSize", "MinHeapSize"} {
		flag, _ := jvmflag.Lookup(r.JDK, name) // JDK 11 keeps MinHeapSize outside its flags
		changed.Settings[name] = jvmflag.Setting{Flag: &flag, Number: uint64(heap)}
	}
	return changed
}
