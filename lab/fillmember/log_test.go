package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGCLog(t *testing.T) {
	const log = `[0.012s][info][gc] Using G1
[8.270s][info][gc] GC(5) Pause Young (Concurrent Start) (G1 Humongous Allocation) 306M->292M(640M) 12.457ms
[8.270s][info][gc] GC(6) Concurrent Cycle
[8.301s][info][gc] GC(6) Pause Remark 308M->308M(640M) 31.250ms
[8.470s][info][gc] GC(6) Concurrent Cycle 199.910ms
[9.113s][info][gc] GC(7) Pause Full (G1 Humongous Allocation) 637M->613M(640M) 24.821ms
[9.201s][info][gc] GC(8) Pause Full (G1 Humongous Allocation) 613M->613M(640M) 19.004ms
`
	assert.Equal(t, gcLog{collector: "G1", full: 2, longest: 31.25}, gcLogOf(log))
	assert.Equal(t, gcLog{}, gcLogOf(""))
}

func TestLostMember(t *testing.T) {
	const one, two = "Members {size:1, ver:1} [\n", "Members {size:2, ver:2} [\n"
	assert.False(t, lostMember(""))
	assert.False(t, lostMember(one+two))
	assert.False(t, lostMember(two))
	assert.True(t, lostMember(one+two+"Members {size:1, ver:3} [\n"))
	assert.True(t, lostMember(one+two+"Members {size:1, ver:3} [\n"+"Members {size:2, ver:4} [\n"), "it came back")
}
