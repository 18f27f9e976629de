package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestOutcomeLine(t *testing.T) {
	o := outcome{
		store: &store{members: 2, release: "5.3.1", jvm: "11.0.13", limit: 1 << 30}, load: load{value: 5 << 20},
		fitting: 116, puts: 78, size: 77, peak: 540 << 20, limit: "limit kept by the script", gc: gcLog{"G1", 11, 82.4}, took: 11 * time.Second,
	}
	const figures = "values of 5 MiB: 78 puts, 77 kept of 116 that fit | resident at most 540 of 1024 MiB, limit kept by the script" +
		" | G1: 11 full GCs, longest pause 82 ms | 2 of Hazelcast 5.3.1, JDK 11.0.13, 11 s"
	assert.Equal(t, "held | "+figures, o.String())
	o.wrong = []string{"OutOfMemoryError: Java heap space", "a member was lost"}
	assert.Equal(t, "WRONG: OutOfMemoryError: Java heap space; a member was lost | "+figures, o.String())
}

func TestSizeText(t *testing.T) {
	for n, want := range map[int64]string{5 << 20: "5 MiB", 10 << 10: "10 KiB", 1<<20 + 1<<10: "1025 KiB", 5_000_000: "5000000 bytes"} {
		assert.Equal(t, want, sizeText(n), n)
	}
}

// What the client says decides, where it came to an end.
func TestAsk(t *testing.T) {
	for _, tt := range []struct {
		name, said string
		wrong      []string
	}{
		{"evicted", "puts 20\nsize 10\nmembers 2\n", nil},
		{"nothing evicted", "puts 20\nsize 20\nmembers 2\n", []string{"nothing was evicted"}},
		{"a member is gone", "puts 20\nsize 10\nmembers 1\n", []string{"the client sees 1 members"}},
		{"a put failed", "puts 20\nsize 20\nfailed java.lang.IllegalStateException: no\n", []string{"a put failed: java.lang.IllegalStateException: no"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &client{done: make(chan struct{})}
			c.read(strings.NewReader(tt.said))
			o := outcome{store: &store{members: 2}}
			o.ask(c)
			assert.Equal(t, int64(20), o.puts)
			assert.Equal(t, tt.wrong, o.wrong)
		})
	}
}
