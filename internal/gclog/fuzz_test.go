package gclog

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzRead looks for what breaks the reader, or makes it say what no log can.
func FuzzRead(f *testing.F) {
	logs, err := filepath.Glob("testdata/logs/*.log")
	require.NoError(f, err)
	for _, name := range logs {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		for len(data) > 0 { // in pieces, which are varied faster
			piece := data[:min(len(data), 600)]
			f.Add(piece)
			data = data[len(piece):]
		}
	}
	f.Add([]byte("GC(1) MMU target violated: 6.0ms (5.0ms/6.0ms)\nGC(1) To-space exhausted\nAllocation Stall (main) 1.5ms\n"))
	f.Add([]byte("GC(0)      Live:         -                20M (32%)\n[1795000000000ms] GC(0) Concurrent Cycle 1.000ms\n"))
	f.Add([]byte("[0000-01-01T0:00:00,000+0000] Using G1\n[2100-01-01T0:00:00,000+0000] Version: 10"))
	f.Fuzz(func(t *testing.T, data []byte) {
		log, err := readFrom("gc.log", bytes.NewReader(data))
		if err != nil {
			return
		}
		for _, p := range []Pauses{log.Young, log.Full.Pauses, log.Degenerated, log.Other, log.Stalls} {
			assert.True(t, 0 <= p.Median && p.Median <= p.Longest && p.Longest <= p.Total, "%+v", p)
			assert.Equal(t, p.Count > 0, p.At.Number > 0, p)
		}
		assert.GreaterOrEqual(t, int64(log.Span), int64(0))
		assert.True(t, log.Live.Last.Bytes >= 0 && log.Live.Last.Bytes <= log.Live.Largest.Bytes)
		assert.GreaterOrEqual(t, log.RegionSize.Bytes, int64(0))
		assert.GreaterOrEqual(t, log.Humongous.Share, 0.0)
	})
}
