package gclog

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkRead tells the throughput of both formats.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"8-cms.log", "8-g1.log", "11-parallel.log", "17-g1.log"} {
		data, err := os.ReadFile("testdata/logs/" + name)
		require.NoError(b, err, name)
		data = bytes.Repeat(data, 8<<20/len(data))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				_, err := readFrom(name, bytes.NewReader(data))
				require.NoError(b, err)
			}
		})
	}
}
