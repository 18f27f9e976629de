package input

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func TestOfGCLog(t *testing.T) {
	at := func(number int, text string) gclog.Line {
		return gclog.Line{File: "gc.log", Number: number, Text: text}
	}
	flags := "CommandLine flags: -XX:MaxHeapSize=1048576 -XX:NewSize=1 -XX:+UseConcMarkSweepGC -XX:+UseParNewGC "
	for _, c := range []struct {
		name string
		log  gclog.Log
		want []string
	}{
		{"unified", gclog.Log{
			Collector: gclog.G1, Chosen: at(1, "Using G1"), MaxHeap: gclog.Size{Bytes: 1 << 20, At: at(2, "Heap Max Capacity: 1M")},
			RegionSize: gclog.RegionSize{Size: gclog.Size{Bytes: 1 << 20, At: at(3, "Heap Region Size: 1M")}},
		}, []string{"cmd -XX:+UseG1GC", "cmd -XX:MaxHeapSize=1048576", "cmd -XX:G1HeapRegionSize=1048576"}},
		{"a collector that some JDKs lock", gclog.Log{Collector: gclog.ZGC, Chosen: at(1, "Using The Z Garbage Collector")},
			[]string{"cmd -XX:+UnlockExperimentalVMOptions", "cmd -XX:+UseZGC"}},
		{"JDK 8, without what the JVM set itself", gclog.Log{Collector: gclog.CMS, Chosen: at(1, flags), Flags: at(1, flags)},
			[]string{"cmd -XX:MaxHeapSize=1048576", "cmd -XX:+UseConcMarkSweepGC", "cmd -XX:+UseParNewGC"}},
		{"no header", gclog.Log{}, nil},
	} {
		c.log.Files = []string{"gc.log"}
		in := OfGCLog(&c.log)
		got := describe(in)
		assert.Equal(t, []described{{"JVM", true, c.want}}, got, c.name)
		assert.Equal(t, workload.PartOfOptions, in.Workloads[0].Known, c.name)
		for _, o := range in.Workloads[0].Options {
			assert.False(t, o.Text.Span().IsZero(), o.Text.String())
		}
	}
}
