package nmt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/source"
)

func read(text string) (*nmt.Measurement, error) {
	return nmt.Read(source.NewFile("nmt.txt", []byte(text)))
}

// row is a line of an output, with sizes in bytes.
type row struct {
	name                string
	reserved, committed int64
	line                int
}

func rows(counted ...nmt.Counted) []row {
	var all []row
	for _, c := range counted {
		all = append(all, row{c.Name, c.Reserved.N, c.Committed.N, c.Line()})
	}
	return all
}

const kb, mb, gb = 1 << 10, 1 << 20, 1 << 30

// TestRead reads outputs of every form in which they come.
func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []row // the total first
	}{
		"a summary": {`
Native Memory Tracking:

Total: reserved=3000KB, committed=2000KB
-                 Java Heap (reserved=2000KB, committed=1500KB)
                            (mmap: reserved=2000KB, committed=1500KB) 
 
-    Native Memory Tracking (reserved=1000KB, committed=500KB)
                            (tracking overhead=30KB)
`, []row{{"Total", 3000 * kb, 2000 * kb, 4}, {"Java Heap", 2000 * kb, 1500 * kb, 5}, {"Native Memory Tracking", 1000 * kb, 500 * kb, 8}}},
		"a difference": {`
Total:  reserved=30MB -2MB,  committed=20MB +1MB
-    GC (reserved=30MB +4MB, committed=20MB +1MB)
`, []row{{"Total", 30 * mb, 20 * mb, 2}, {"GC", 30 * mb, 20 * mb, 3}}},
		"in GB": {"Total: reserved=3GB, committed=2GB\n- Java Heap (reserved=3GB, committed=2GB)\n",
			[]row{{"Total", 3 * gb, 2 * gb, 1}, {"Java Heap", 3 * gb, 2 * gb, 2}}},
		"in bytes, among other lines of a log": {"Total: 12 orders\r\n- a list (of things)\r\n  Total: reserved=300, committed=200\r\n  -  Shared class space (reserved=300, committed=200, readonly=100)\r\n",
			[]row{{"Total", 300, 200, 3}, {"Shared class space", 300, 200, 4}}},
		"in detail": {"Total: reserved=3KB, committed=3KB\n- Code (reserved=3KB, committed=3KB)\nVirtual memory map:\n[0x01 - 0x02] reserved 1KB for Code from\n    [0x03] f(int)+0x1\n",
			[]row{{"Total", 3 * kb, 3 * kb, 1}, {"Code", 3 * kb, 3 * kb, 2}}},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := read(c.text)
			require.NoError(t, err)
			assert.Equal(t, c.want, rows(append([]nmt.Counted{m.Total}, m.Categories...)...))
		})
	}
}

// TestReadOrigin tells where a number comes from.
func TestReadOrigin(t *testing.T) {
	m, err := read("Total: reserved=3KB, committed=3KB\n- Code (reserved=3KB, committed=3KB)\n")
	require.NoError(t, err)
	code, ok := m.Category("Code")
	require.True(t, ok)
	span := code.Committed.Text.Span()
	assert.Equal(t, source.Value{N: 3 * kb, Origin: source.Measured, Text: source.Verbatim(m.File.Span(span.Start, span.End)), Why: "nmt.txt:2"}, code.Committed)
	assert.Equal(t, "3", code.Committed.Text.String())
	assert.Equal(t, int64(kb), m.Unit)
	_, ok = m.Category("GC")
	assert.False(t, ok)
}

func TestReadErrors(t *testing.T) {
	const total = "Total: reserved=3KB, committed=3KB\n"
	for text, want := range map[string]string{
		"":                "nmt.txt: this is not the output of jcmd PID VM.native_memory: it has no line Total: reserved=..., committed=...",
		"-Xmx1g\n":        "nmt.txt: this is not the output of jcmd PID VM.native_memory: it has no line Total: reserved=..., committed=...",
		"1234:\n" + total: "nmt.txt:2:1: there is a total, but no category below it",
		"4711:\nNative memory tracking is not enabled\n":                                                                 "nmt.txt:2:1: Native Memory Tracking is off: start the JVM with -XX:NativeMemoryTracking=summary",
		total + "- Code (reserved=3KB, committed=3KB)\n" + total:                                                         "nmt.txt:3:1: a second measurement begins here; the first is in line 1",
		total + "- Code (reserved=3KB, committed=3KB)\n- Code (reserved=0KB, committed=0KB)\n":                           "nmt.txt:3:1: Code is already in line 2",
		total + "- Code (reserved=3KB, comm\n":                                                                           "nmt.txt:2:1: its sizes cannot be read: expected reserved=...KB, committed=...KB",
		total + "- Code (reserved=3PB, committed=3KB)\n":                                                                 "nmt.txt:2:1: its sizes cannot be read: expected reserved=...KB, committed=...KB",
		total + "- Code (reserved=3KB, committed=3MB)\n":                                                                 "nmt.txt:2:1: 3 has another unit than the lines before it",
		"Total: reserved=1KB, committed=9223372036854775807KB\n":                                                         "nmt.txt:1:1: 9223372036854775807 is not a size that a process can have",
		"Total: reserved=1KB, committed=99999999999999999999KB\n":                                                        "nmt.txt:1:1: 99999999999999999999 is not a size that a process can have",
		"Total: reserved=999KB, committed=999KB\n- Code (reserved=3KB, committed=3KB)\n":                                 "nmt.txt:1:1: 999KB are committed in all, but the categories add up to 3KB: are some lines missing?",
		"Total: reserved=9, committed=9\n- A (reserved=1, committed=9223372036854775807)\n- B (reserved=1, committed=9)": "nmt.txt:3:1: the sum of the categories is not a size that a process can have",
	} {
		_, err := read(text)
		assert.EqualError(t, err, want, text)
	}
}

// TestReadOutputs reads what real JVMs printed: all lines of categories, and
// their sum is the total but for rounding.
func TestReadOutputs(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.Len(t, paths, 6)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		m, err := nmt.Read(source.NewFile(path, data))
		require.NoError(t, err)
		checkSum(t, m, string(data))
	}
}

// checkSum holds what was read against the text.
func checkSum(t *testing.T, m *nmt.Measurement, text string) {
	t.Helper()
	assert.Len(t, m.Categories, strings.Count("\n"+text, "\n- "), m.File.Name)
	var reserved, committed int64
	for _, c := range m.Categories {
		reserved, committed = reserved+c.Reserved.N, committed+c.Committed.N
	}
	rounding := float64(m.Unit * int64(len(m.Categories)))
	if m.Unit == 1 {
		rounding = 0
	}
	assert.InDelta(t, m.Total.Reserved.N, reserved, rounding, m.File.Name)
	assert.InDelta(t, m.Total.Committed.N, committed, rounding, m.File.Name)
}

// FuzzRead looks for text that ends in a panic, or in a number that the text
// does not hold.
func FuzzRead(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txt")
	require.NoError(f, err)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		require.NoError(f, err)
		f.Add(string(data))
	}
	f.Add("Total: reserved=1GB +1GB, committed=9999999999GB\n- A (reserved=1GB, committed=1GB)")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := read(text)
		if err != nil {
			require.IsType(t, &source.Problem{}, err)
			return
		}
		for _, c := range append([]nmt.Counted{m.Total}, m.Categories...) {
			require.NotZero(t, c.Line())
			require.GreaterOrEqual(t, c.Committed.N, int64(0))
			require.Zero(t, c.Committed.N%m.Unit)
			require.NotEmpty(t, c.Committed.Text.String())
		}
	})
}
