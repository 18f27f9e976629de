package gclog

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Logs that JVMs wrote for testdata/Allocates.java, and what their beans
// counted: collections of the young and of the old generation, and bytes kept.
func TestCapturedLogs(t *testing.T) {
	for _, c := range []struct {
		file, collector string
		young, full     int64
		kept            int64
	}{
		{"8-cms.log", CMS, 12, 11, 12_582_000}, // the bean counts 14 of CMS: 3 were concurrent ones
		{"8-g1.log", G1, 3, 1, 8_380_000},
		{"11-parallel.log", Parallel, 3, 10, 12_580_000},
		{"17-g1.log", G1, 8, 1, 12_580_000},
		{"25-serial.log", Serial, 2, 13, 12_580_000},
	} {
		t.Run(c.file, func(t *testing.T) {
			file, err := os.Open("testdata/logs/" + c.file)
			require.NoError(t, err)
			defer file.Close()
			log, err := readFrom(c.file, file)
			require.NoError(t, err)
			assert.Equal(t, []any{c.collector, c.young, c.full}, []any{log.Collector, log.Young.Count + log.Full.InYoung, log.Full.Count})
			assert.InDelta(t, c.kept, log.Live.Last.Bytes, 1<<20)
			assert.Equal(t, c.file, log.Full.Longest.At.File)
		})
	}
}
