package pause

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
)

var mixedPause = regexp.MustCompile(`Pause Young \(Mixed\)|GC pause \([^)]*\) \(mixed\)`)

// TestMixedRoomAgainstRealJVMs fills a store until no garbage that mixed
// collections would begin for fits beside it: JDK 11 then has none at all, later
// ones have less than one in ten young collections; with room, all have more.
func TestMixedRoomAgainstRealJVMs(t *testing.T) {
	dir := jvmtest.Folder(t)
	classes := jvmtest.Compile(t, "../../../testdata/jvm/Store.java")
	for _, jdk := range []int{11, 17, 21, 25, 26, 27, 28} {
		t.Run(strconv.Itoa(jdk), func(t *testing.T) { mixedAgainst(t, dir, classes, jdk) })
	}
}

func mixedAgainst(t *testing.T, dir, classes string, jdk int) {
	const options = "-Xms512m -Xmx512m -XX:+UseG1GC -XX:G1HeapRegionSize=1m"
	jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, jdk, options), machine(8<<30, 2))
	require.Nil(t, refusal)
	for live, enough := range map[int64]bool{200: true, 468: false} {
		total := 800 // MiB: a full GC after every few of them
		if enough {
			total = 6000
		}
		room, ok := RoomForMixed(jvm, live<<20)
		require.True(t, ok, live)
		assert.Equal(t, enough, room.Enough(), "%+v", room)
		log := jvmtest.Run(t, jvmtest.Java(dir, jdk), strings.Fields(fmt.Sprintf("%s -Xlog:gc -cp %s Store %d 2000 %d 10000", options, classes, live, total))...)
		_, steady, _ := strings.Cut(log, "filled")
		mixed, young := len(mixedPause.FindAllString(steady, -1)), strings.Count(steady, "Pause Young")
		t.Logf("JDK %d with %d MiB alive: %d mixed of %d young collections", jdk, live, mixed, young)
		switch {
		case enough: // a fifth to a third were seen
			assert.Greater(t, 10*mixed, young, "JDK %d", jdk)
		case jdk == 11:
			assert.Zero(t, mixed, live)
		default: // 1 to 5 of a hundred
			assert.Less(t, 10*mixed, young, "JDK %d", jdk)
		}
	}
}
