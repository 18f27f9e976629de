package reading

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// Each row can hold: its cells are coordinates and two releases, and no row above it takes all that it is for.
func TestBringers(t *testing.T) {
	for i, row := range bringers() {
		name := strings.Join(row, " ")
		require.Len(t, row, 3, name)
		assert.Regexp(t, `^[a-z.]+:[a-z-]+$`, row[0], name)
		_, known := hazelcast.ParseVersion(row[2])
		assert.True(t, known, name)
		for _, above := range bringers()[:i] {
			assert.False(t, above[0] == row[0] && strings.HasPrefix(row[1]+".", above[1]+"."), "%s below %v", name, above)
		}
	}
	release := func(by, release string) string {
		return (&pins{by: by, library: release}).release(func(s string) string { return s })
	}
	assert.Equal(t, "4.2.8", release("io.vertx:vertx-hazelcast", "4.5.7"))
	assert.Equal(t, "5.3.5", release("io.vertx:vertx-hazelcast", "4.5.10"))
	assert.Equal(t, "4.2", release("com.hazelcast.jet:hazelcast-jet", "4.5"))
	assert.Empty(t, release("com.hazelcast.jet:hazelcast-jet", "3.2"))
}
