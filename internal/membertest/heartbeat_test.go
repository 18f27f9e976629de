//go:build unix

package membertest

import (
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// A member that is stopped is removed by the length of its pause, as its
// heartbeats allow.
func TestPausesAgainstMembers(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		pair := stopped(t, jar, "deadline")
		assert.Equal(t, int64(2), pair.after(pair.SafePause()-slack), "a safe pause")
		time.Sleep(3 * time.Second)
		assert.Equal(t, int64(2), pair.first.number("members"))
		assert.Equal(t, int64(1), pair.after(pair.CertainRemoval()+slack), "a certain removal")
	})
}

// The detector that learns waits longer, and longer still for a member that has survived a pause.
func TestPausesAgainstMembersWithPhiAccrual(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		t.Run("a safe pause", func(t *testing.T) {
			pair := stopped(t, jar, "phi-accrual")
			assert.Equal(t, int64(2), pair.after(pair.SafePause()-slack))
		})
		t.Run("a certain removal", func(t *testing.T) {
			pair := stopped(t, jar, "phi-accrual")
			assert.Equal(t, int64(1), pair.after(pair.CertainRemoval()+slack))
		})
	})
}

const slack = 1500 // milliseconds: the machine may be busy

// pair are two members, of which the second is stopped.
type pair struct {
	*hazelcast.Heartbeats
	t             *testing.T
	first, second *member
}

func stopped(t *testing.T, jar, detector string) pair {
	yaml := `hazelcast:
  properties:
    hazelcast.max.no.heartbeat.seconds: 6
    hazelcast.heartbeat.interval.seconds: 1
    hazelcast.heartbeat.failuredetector.type: ` + detector + "\n"
	program := classes(t, jar)
	p := pair{hazelcast.HeartbeatsOf(read(t, yaml), nil), t, launch(t, jar, program), launch(t, jar, program)}
	p.first.start(1, yaml)
	p.second.start(1, yaml)
	require.Equal(t, int64(2), p.first.number("members"))
	time.Sleep(6 * time.Second) // of even heartbeats
	return p
}

// after is how many members the first sees when the second was stopped for so many milliseconds.
func (p pair) after(pause int64) int64 {
	require.NoError(p.t, p.second.cmd.Process.Signal(syscall.SIGSTOP))
	time.Sleep(time.Duration(pause) * time.Millisecond)
	seen := p.first.number("members")
	require.NoError(p.t, p.second.cmd.Process.Signal(syscall.SIGCONT))
	return seen
}
