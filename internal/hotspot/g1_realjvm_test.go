package hotspot

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var allOfG1 = []int{8, 11, 17, 21, 25}

// compiled is a folder with the class of a program of ../../testdata/jvm.
func compiled(t *testing.T, program string) string {
	t.Helper()
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("needs javac")
	}
	classes := t.TempDir()
	out, err := exec.Command(javac, "--release", "8", "-d", classes, captures+"/"+program+".java").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return classes
}

// logOf runs a program on a real JVM, and gives what it and the JVM print.
func logOf(t *testing.T, dir string, jdk int, classes, options, program string) string {
	t.Helper()
	words := append(strings.Fields(options), "-cp", classes)
	cmd := exec.Command(javaOf(dir, jdk), append(words, strings.Fields(program)...)...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "JDK %d %s %s: %s", jdk, options, program, out)
	return string(out)
}

// heapLog are options that log what each collection makes of the heap.
func heapLog(jdk int) string {
	if jdk < 9 {
		return "-XX:+PrintGCDetails"
	}
	return "-Xlog:gc,gc+heap"
}

var (
	edenOf     = regexp.MustCompile(`Eden regions: \d+->\d+\((\d+)\)\s[^S]*Survivor regions: \d+->(\d+)`)
	edenOfJDK8 = regexp.MustCompile(`Eden: \S+->[\d.]+[BKM]\(([\d.]+)([BKM])\) Survivors: \S+->([\d.]+)([BKM])`)
)

// youngLengths are the sizes in MiB that G1 wants for the young generation
// after each young collection, of regions of 1 MiB.
func youngLengths(log string) []int64 {
	var all []int64
	for _, m := range edenOf.FindAllStringSubmatch(log, -1) {
		all = append(all, number(m[1])+number(m[2]))
	}
	unit := map[string]int64{"B": 1, "K": 1 << 10, "M": 1 << 20}
	for _, m := range edenOfJDK8.FindAllStringSubmatch(log, -1) {
		all = append(all, (number(m[1])*unit[m[2]]+number(m[3])*unit[m[4]])>>20)
	}
	return all
}

func number(s string) int64 {
	f, _ := strconv.ParseFloat(s, 64)
	return int64(f)
}

// TestG1YoungAgainstRealJVMs lets real JVMs collect, and reads how large they
// make the young generation: what options fix stays, and under a pause goal of
// 1 ms what they do not fix begins at its least. Later G1 lets it grow, to
// keep collections as far apart as GCPauseIntervalMillis asks for.
func TestG1YoungAgainstRealJVMs(t *testing.T) {
	dir := realJVMs(t)
	classes := compiled(t, "Store")
	for _, jdk := range allOfG1 {
		t.Run(strconv.Itoa(jdk), func(t *testing.T) { youngAgainst(t, dir, classes, jdk) })
	}
}

func youngAgainst(t *testing.T, dir, classes string, jdk int) {
	for _, c := range []struct {
		options     string
		least, most int64 // MiB
		fixed       bool
	}{
		{"", 10, 120, false},
		{"-Xmn40m", 40, 40, true},
		{"-XX:NewSize=30m -XX:MaxNewSize=30m", 30, 30, true},
		{"-XX:NewSize=30m", 30, 120, false},
		{"-XX:MaxNewSize=8m", 8, 8, false},
		{"-XX:NewRatio=4", 40, 40, true},
		{"-XX:NewSize=20m -XX:MaxNewSize=60m", 20, 60, false},
		{"-XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=20", 40, 120, false},
	} {
		options := "-Xms200m -Xmx200m -XX:+UseG1GC -XX:G1HeapRegionSize=1m " + c.options
		jvm, refusal := Predict(resolve(t, jdk, options), machine(8<<30, 2))
		require.Nil(t, refusal, c.options)
		y := jvm.G1.Young
		assert.Equal(t, []any{c.least, c.most, c.fixed}, []any{y.Least.N >> 20, y.Most.N >> 20, y.Fixed}, "JDK %d %s", jdk, c.options)

		log := logOf(t, dir, jdk, classes, options+" -XX:MaxGCPauseMillis=1 "+heapLog(jdk), "Store 1 1000 600 50000")
		lengths := youngLengths(log)
		require.Greater(t, len(lengths), 10, "%s", log)
		if !c.fixed {
			lengths = lengths[:1]
		}
		assert.Equal(t, []int64{c.least}, slices.Compact(lengths), "JDK %d %s: %v", jdk, c.options, lengths)
	}
}

var humongousAfter = regexp.MustCompile(`Humongous regions: \d+->(\d+)`)

// TestHumongousAgainstRealJVMs allocates arrays just below and just above half
// a region, and just below and above whole ones.
func TestHumongousAgainstRealJVMs(t *testing.T) {
	dir := realJVMs(t)
	classes := compiled(t, "Humongous")
	for _, jdk := range []int{11, 17, 21, 25} {
		for _, options := range []string{"", " -XX:-UseCompressedClassPointers -XX:-UseCompressedOops"} {
			options := "-Xms64m -Xmx64m -XX:+UseG1GC -XX:G1HeapRegionSize=1m" + options
			jvm, refusal := Predict(resolve(t, jdk, options), machine(8<<30, 2))
			require.Nil(t, refusal, jdk)
			for _, bytes := range []int64{524259, 524264, 524265, 524268, 524269, 524272, 524273, 1048552, 1048556, 1048557, 1048560, 1048561, 5 << 20} {
				h, _ := jvm.Humongous(bytes)
				log := logOf(t, dir, jdk, classes, options+" -Xlog:gc+heap", fmt.Sprintf("Humongous %d", bytes))
				m := humongousAfter.FindStringSubmatch(log)
				require.NotNil(t, m, log)
				assert.Equal(t, m[1], strconv.FormatInt(h.Regions, 10), "JDK %d %s: %d bytes", jdk, options, bytes)
			}
		}
	}
}

var mixedPause = regexp.MustCompile(`Pause Young \(Mixed\)|GC pause \([^)]*\) \(mixed\)`)

// TestMixedRoomAgainstRealJVMs fills a store until no garbage that mixed
// collections would begin for fits beside it: JDK 11 then has none at all, later
// ones have less than one in ten young collections; with room, all have more.
func TestMixedRoomAgainstRealJVMs(t *testing.T) {
	dir := realJVMs(t)
	classes := compiled(t, "Store")
	for _, jdk := range []int{11, 17, 21, 25} {
		t.Run(strconv.Itoa(jdk), func(t *testing.T) { mixedAgainst(t, dir, classes, jdk) })
	}
}

func mixedAgainst(t *testing.T, dir, classes string, jdk int) {
	const options = "-Xms512m -Xmx512m -XX:+UseG1GC -XX:G1HeapRegionSize=1m"
	jvm, refusal := Predict(resolve(t, jdk, options), machine(8<<30, 2))
	require.Nil(t, refusal)
	for live, enough := range map[int64]bool{200: true, 468: false} {
		total := 800 // MiB: a full GC after every few of them
		if enough {
			total = 6000
		}
		room, ok := jvm.MixedRoom(live << 20)
		require.True(t, ok, live)
		assert.Equal(t, enough, room.Enough(), "%+v", room)
		log := logOf(t, dir, jdk, classes, options+" "+heapLog(jdk), fmt.Sprintf("Store %d 2000 %d 10000", live, total))
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
