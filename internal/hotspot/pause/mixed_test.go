package pause

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
)

func TestMixedRoom(t *testing.T) {
	jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, 11, "-Xmx9g -Xms9g -XX:+UseG1GC -XX:G1HeapRegionSize=4m"), machine(12<<30, 8))
	require.Nil(t, refusal)
	const live = 8400 << 20
	room, ok := RoomForMixed(jvm, live)
	assert.True(t, ok)
	assert.Equal(t, MixedRoom{Young: 460 << 20, Garbage: 356 << 20, Waste: 9 << 30 / 100 * 5}, room)
	assert.False(t, room.Enough())

	// The heap that is proposed has room.
	larger := fmt.Sprintf("-XX:+UseG1GC -XX:G1HeapRegionSize=4m -Xmx%d", HeapForMixed(jvm, live))
	jvm, refusal = hotspot.Predict(jvmtest.Resolve(t, 11, larger), machine(12<<30, 8))
	require.Nil(t, refusal)
	room, _ = RoomForMixed(jvm, live)
	assert.True(t, room.Enough(), "%s: %+v", larger, room)

	for _, options := range []string{"-XX:+UseSerialGC", "-XX:+UseG1GC"} {
		jvm, _ = hotspot.Predict(jvmtest.Resolve(t, 11, options), hotspot.Machine{})
		_, ok = RoomForMixed(jvm, live)
		assert.False(t, ok, options)
	}
}
