package hotspot

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
)

var allOfG1 = []int{8, 11, 17, 21, 25, 26, 27, 28}

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
	dir := jvmtest.Folder(t)
	classes := jvmtest.Compile(t, captures+"/Store.java")
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
		jvm, refusal := Predict(jvmtest.Resolve(t, jdk, options), machine(8<<30, 2))
		require.Nil(t, refusal, c.options)
		y := jvm.G1.Young
		assert.Equal(t, []any{c.least, c.most, c.fixed}, []any{y.Least.N >> 20, y.Most.N >> 20, y.Fixed}, "JDK %d %s", jdk, c.options)

		log := jvmtest.Run(t, jvmtest.Java(dir, jdk), strings.Fields(options+" -XX:MaxGCPauseMillis=1 "+heapLog(jdk)+" -cp "+classes+" Store 1 1000 600 50000")...)
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
	dir := jvmtest.Folder(t)
	classes := jvmtest.Compile(t, captures+"/Humongous.java")
	for _, jdk := range []int{11, 17, 21, 25, 27} {
		for _, options := range []string{"", " -XX:-UseCompressedClassPointers -XX:-UseCompressedOops", " -XX:-UseCompactObjectHeaders"} {
			if strings.Contains(options, "Compact") && jdk < 25 || strings.Contains(options, "ClassPointers") && jdk >= 27 { // not there yet, and ignored
				continue
			}
			options := "-Xms64m -Xmx64m -XX:+UseG1GC -XX:G1HeapRegionSize=1m" + options
			jvm, refusal := Predict(jvmtest.Resolve(t, jdk, options), machine(8<<30, 2))
			require.Nil(t, refusal, jdk)
			for _, bytes := range []int64{524259, 524264, 524265, 524268, 524269, 524272, 524273, 524276, 524277, 1048552, 1048556, 1048557, 1048564, 1048565, 1048560, 1048561, 5 << 20} {
				h, _ := jvm.Humongous(bytes)
				log := jvmtest.Run(t, jvmtest.Java(dir, jdk), strings.Fields(fmt.Sprintf("%s -Xlog:gc+heap -cp %s Humongous %d", options, classes, bytes))...)
				m := humongousAfter.FindStringSubmatch(log)
				require.NotNil(t, m, log)
				assert.Equal(t, m[1], strconv.FormatInt(h.Regions, 10), "JDK %d %s: %d bytes", jdk, options, bytes)
			}
		}
	}
}
