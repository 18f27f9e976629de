//go:build unix

package membertest

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
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

// cluster is one that a member of is stopped, again and again.
type cluster struct {
	*hazelcast.Heartbeats
	name, yaml    string
	port          int
	size          int64
	first, second *member
	stopped       time.Time
	gone          time.Duration // from the stop to the removal; 0: not yet
}

// Members are removed between a safe pause and a certain removal, whatever the phase of their heartbeats: all intervals,
// timeouts and detectors, in clusters of two and of three. A run draws some of them, and all where JVMLINT_ALL_PAUSES is set.
func TestRemovalAgainstMembers(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		r := rand.New(rand.NewSource(seed(t)))
		program := classes(t, jar)
		var all []*cluster
		for i, seconds := range [][2]int64{{1, 6}, {1, 10}, {2, 10}, {5, 6}, {5, 10}, {5, 20}} {
			for j, detector := range []string{"deadline", "phi-accrual"} {
				for members := range int64(2) {
					yaml := fmt.Sprintf(`hazelcast:
  properties:
    hazelcast.heartbeat.interval.seconds: %d
    hazelcast.max.no.heartbeat.seconds: %d
    hazelcast.heartbeat.failuredetector.type: %s
`, seconds[0], seconds[1], detector)
					name := fmt.Sprintf("%d/%d s, %s, %d members", seconds[0], seconds[1], detector, members+2)
					port := 6000 + 10*(4*i+2*j+int(members))
					h := hazelcast.HeartbeatsOf(read(t, yaml), nil)
					all = append(all, &cluster{Heartbeats: h, name: name, yaml: yaml, port: port, size: members + 2})
				}
			}
		}
		freezes := 5
		if os.Getenv("JVMLINT_ALL_PAUSES") == "" {
			r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			all, freezes = all[:4], 2
		}
		for _, c := range all {
			c.first = launchAt(t, c.port, "java", jar, program)
			c.first.start(int(c.size)-1, c.yaml)
		}
		for range freezes {
			for _, c := range all {
				c.second = launchAt(t, c.port, "java", jar, program)
				c.second.start(1, c.yaml)
			}
			time.Sleep(12*time.Second + time.Duration(r.Intn(5000))*time.Millisecond) // of even heartbeats, to any phase
			for _, c := range all {
				require.Equal(t, c.size, c.first.number("members"), c.name)
				require.NoError(t, c.second.cmd.Process.Signal(syscall.SIGSTOP))
				c.stopped, c.gone = time.Now(), 0
			}
			present := func(c *cluster) bool { return c.gone == 0 }
			for slices.ContainsFunc(all, present) {
				for _, c := range all {
					if since := time.Since(c.stopped); present(c) && c.first.number("members") < c.size {
						c.gone = since
					}
					require.Less(t, time.Since(c.stopped).Milliseconds(), c.CertainRemoval()+60_000, "%s: never removed", c.name)
				}
				time.Sleep(50 * time.Millisecond)
			}
			for _, c := range all {
				t.Logf("%s: removed after %d ms; %d to %d", c.name, c.gone.Milliseconds(), c.SafePause(), c.CertainRemoval())
				assert.GreaterOrEqual(t, c.gone.Milliseconds(), c.SafePause()-slack, c.name)
				assert.LessOrEqual(t, c.gone.Milliseconds(), c.CertainRemoval()+slack, c.name)
				require.NoError(t, c.second.cmd.Process.Kill())
			}
		}
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
