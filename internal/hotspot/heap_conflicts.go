package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// Sizes of the heap that are over each other, of which HotSpot names no number.

func (s *startup) initialOverMax() *jvmflag.Refusal {
	const initial, largest = "InitialHeapSize", "MaxHeapSize"
	refusal := with(s.stops(initial, "Initial heap size set to a larger value than the maximum heap size"), largest)
	refusal.Relation = notOver(initial, largest)
	return refusal
}

// minOver is a least heap over another size, initial or maximum.
func (s *startup) minOver(at, over string) *jvmflag.Refusal {
	const least = "MinHeapSize"
	which := map[string]string{"InitialHeapSize": "initial", "MaxHeapSize": "maximum"}[over]
	refusal := with(s.stops(at, "Incompatible minimum and "+which+" heap sizes specified"), over, least)
	refusal.Relation = notOver(least, over)
	return refusal
}

func notOver(flag, most string) *jvmflag.Relation {
	return &jvmflag.Relation{Left: jvmflag.Bound{Flag: flag}, Must: jvmflag.AtMost, Right: jvmflag.Bound{Flag: most}}
}
