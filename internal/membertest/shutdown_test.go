package membertest

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// A member that gets SIGTERM hands its entries over where its policy is
// graceful; else they live on in backups, or are lost.
func TestShutdownAgainstMembers(t *testing.T) {
	const entries = 2000
	onEach(t, func(t *testing.T, jar string) {
		program := classes(t, jar)
		for _, c := range []struct {
			properties string
			backups    int
		}{
			{"hazelcast.shutdownhook.enabled: true", 0},
			{"hazelcast.shutdownhook.enabled: true", 1},
			{"hazelcast.shutdownhook.enabled: true\n    hazelcast.shutdownhook.policy: GRACEFUL", 0},
			{"hazelcast.shutdownhook.enabled: false\n    hazelcast.shutdownhook.policy: GRACEFUL", 0},
		} {
			yaml := fmt.Sprintf("hazelcast:\n  properties:\n    %s\n  map:\n    m: {backup-count: %d}\n", c.properties, c.backups)
			first, second := launch(t, jar, program), launch(t, jar, program)
			first.start(1, yaml)
			second.start(1, yaml)
			require.Equal(t, int64(2), first.number("members"), c)
			first.must("put", "m", entries, 10)
			require.NoError(t, second.cmd.Process.Signal(syscall.SIGTERM), c)
			_, err := second.cmd.Process.Wait()
			require.NoError(t, err, c)
			require.Eventually(t, func() bool { return first.number("members") == 1 }, 20*time.Second, 100*time.Millisecond, c)

			graceful := hazelcast.ShutdownOf(read(t, yaml), hazelcast.Version{}, nil).IsGraceful()
			left := first.number("size", "m")
			if graceful || c.backups > 0 {
				assert.Equal(t, int64(entries), left, yaml)
			} else {
				assert.Less(t, left, int64(entries), yaml)
			}
			first.must("stop")
		}
	})
}
