package hotspot

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// TestServerClassAgainstReal asks JVMs in containers on both sides of the
// bounds of a server which collector they take. From JDK 27 on it is always G1.
func TestServerClassAgainstReal(t *testing.T) {
	dir, c := jvmtest.Folder(t), newContainer(t)
	for _, jdk := range jvmflag.Supported {
		for _, limits := range []struct{ memory, millicores int64 }{
			{ServerMemory, 2000}, {ServerMemory, 1001}, {ServerMemory - 4096, 2000}, {ServerMemory, 1000}, {8 << 30, 500},
		} {
			c.limit(t, limits.memory, limits.millicores)
			real, err := startWith(c.entering(jvmtest.Java(dir, jdk)), t.TempDir(), "-Xss1m")
			require.NoError(t, err, limits)
			require.True(t, real.started, "%s", real.output)
			jvm, refusal := Predict(jvmtest.Resolve(t, jdk, "-Xss1m"), machine(limits.memory, (limits.millicores+999)/1000))
			require.Nil(t, refusal, limits)
			serial := jdk < 27 && (limits.memory < ServerMemory || limits.millicores <= 1000)
			assert.Equal(t, serial, jvm.Collector.Kind == Serial, "JDK %d, %v", jdk, limits)
			server := real.flags["UseG1GC"] == "true" || real.flags["UseParallelGC"] == "true" // JDK 8 names Serial only where it is asked for
			assert.Equal(t, serial, !server, "JDK %d, %v", jdk, limits)
		}
	}
}
