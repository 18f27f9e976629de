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
	const yaml = `hazelcast:
  properties:
    hazelcast.max.no.heartbeat.seconds: 6
    hazelcast.heartbeat.interval.seconds: 1
`
	onEach(t, func(t *testing.T, jar string) {
		program := classes(t, jar)
		h := hazelcast.HeartbeatsOf(read(t, yaml), nil)
		first, second := launch(t, jar, program), launch(t, jar, program)
		first.start(1, yaml)
		second.start(1, yaml)
		require.Equal(t, int64(2), first.number("members"))

		const slack = 1500 // milliseconds: the machine may be busy
		stop := func(pause int64) int64 {
			require.NoError(t, second.cmd.Process.Signal(syscall.SIGSTOP))
			time.Sleep(time.Duration(pause) * time.Millisecond)
			seen := first.number("members")
			require.NoError(t, second.cmd.Process.Signal(syscall.SIGCONT))
			return seen
		}
		assert.Equal(t, int64(2), stop(h.SafePause()-slack), "a safe pause")
		time.Sleep(3 * time.Second)
		assert.Equal(t, int64(2), first.number("members"))
		assert.Equal(t, int64(1), stop(h.CertainRemoval()+slack), "a certain removal")
	})
}
