package catalogue

import "testing"

// A run reads the catalogue once: it must cost next to nothing.
func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		read()
	}
}
