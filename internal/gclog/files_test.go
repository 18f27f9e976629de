package gclog

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func memory(name, content string) File {
	return File{name, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}
}

func zipped(t *testing.T, content string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(content))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}

const (
	fullOld = "[10.000s][info][gc] GC(1) Pause Full (System.gc()) 40M->30M(64M) 5.000ms\n"
	fullNew = "[20.000s][info][gc] GC(2) Pause Full (System.gc()) 40M->20M(64M) 4.000ms\n"
)

// The files of a rotated log are read in the order of time, whatever their
// names and the order in which they are given.
func TestReadFiles(t *testing.T) {
	var read int
	log, err := ReadFiles([]File{memory("gc.log", fullNew), memory("gc.log.1.gz", zipped(t, fullOld))}, func(n int) { read += n })
	require.NoError(t, err)
	assert.Equal(t, []string{"gc.log.1.gz", "gc.log"}, log.Files)
	assert.Equal(t, Line{"gc.log", 1, 0, strings.TrimSpace(fullNew)}, log.Live.Last.At)
	assert.Equal(t, Line{"gc.log.1.gz", 1, 0, strings.TrimSpace(fullOld)}, log.Full.Longest.At)
	assert.Equal(t, 10*time.Second, log.Span)
	assert.Equal(t, len(fullNew)+len(zipped(t, fullOld)), read)
}

// Without times the numbers decide: the file without one is the newest.
func TestReadFilesWithoutTimes(t *testing.T) {
	bare := func(s string) string { return s[strings.Index(s, "GC("):] }
	log, err := ReadFiles([]File{memory("gc.log", bare(fullNew)), memory("gc.log.0", bare(fullOld)), memory("gc.log.10", bare(fullOld)), memory("gc.log.2", bare(fullOld))}, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"gc.log.0", "gc.log.2", "gc.log.10", "gc.log"}, log.Files)
}

func TestSiblings(t *testing.T) {
	folder := []string{"app.log", "gc.log", "gc.log.0", "gc.log.1.gz", "gc.log.2.current", "gc.log.old", "gc.logs", "gc.log.2024"}
	for name, want := range map[string][]string{
		"gc.log":           {"gc.log", "gc.log.0", "gc.log.1.gz", "gc.log.2.current"},
		"gc.log.0":         {"gc.log", "gc.log.0", "gc.log.1.gz", "gc.log.2.current"},
		"gc.log.2.current": {"gc.log", "gc.log.0", "gc.log.1.gz", "gc.log.2.current"},
		"app.log":          {"app.log"},
		"gc.log.old":       {"gc.log.old"},
	} {
		assert.Equal(t, want, Siblings(name, folder), name)
	}
}

func TestErrors(t *testing.T) {
	const expected = "expected the output of -Xlog:gc (JDK 9 and later) or -XX:+PrintGC (JDK 8)"
	for content, want := range map[string]string{
		"":                                   `gc.log is not a GC log (lines read: 0): ` + expected + `; line 1 is ""`,
		"name: value\nother: value\n":        `gc.log is not a GC log (lines read: 2): ` + expected + `; line 1 is "name: value"`,
		"2026-11-21 INFO [main] started\n":   `gc.log is not a GC log (lines read: 1): ` + expected + `; line 1 is "2026-11-21 INFO [main] started"`,
		"\x1f\x8bnothing that was zipped":    "read gc.log: gzip: invalid header",
		zipped(t, fullOld)[:60]:              "read gc.log: line 1: unexpected EOF",
		strings.Repeat("x", 3*longestLine):   `gc.log is not a GC log (lines read: 1): ` + expected + `; line 1 is "` + strings.Repeat("x", 80) + `"`,
		"GC(1 Pause Full (System.gc()) 1ms ": `gc.log is not a GC log (lines read: 1): ` + expected + `; line 1 is "GC(1 Pause Full (System.gc()) 1ms "`,
	} {
		_, err := readFrom("gc.log", strings.NewReader(content))
		assert.EqualError(t, err, want, content)
	}
	missing := errors.New("open gc.log.1: no such file")
	_, err := ReadFiles([]File{{"gc.log.1", func() (io.ReadCloser, error) { return nil, missing }}}, nil)
	assert.Equal(t, missing, err)
}

// TestUnzipsTooFar: what unzips to a thousand times its size is read up to a bound.
func TestUnzipsTooFar(t *testing.T) {
	_, err := readFrom("gc.log", strings.NewReader(zipped(t, fullOld+strings.Repeat(strings.Repeat(" ", 1000)+"\n", smallUnzipped/1000))))
	assert.ErrorContains(t, err, "unzips to more than 100 times its size, which no log does")
}

// A line that is longer than any of a GC log is passed over, not what follows.
func TestLongLine(t *testing.T) {
	log, err := readFrom("gc.log", strings.NewReader(strings.Repeat("[", 3*longestLine)+"\r\n"+fullOld))
	require.NoError(t, err)
	assert.Equal(t, Line{"gc.log", 2, 3*longestLine + 2, strings.TrimSpace(fullOld)}, log.Full.Last.At)
}
