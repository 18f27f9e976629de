package gclog

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestJDK8(t *testing.T) {
	type found struct {
		collector        string
		young, full      int64
		inYoung, other   int64
		longest          time.Duration // full
		live             int64         // KiB
		promotion, modes int64
		toSpace          int64
	}
	for _, c := range []struct {
		name  string
		want  found
		lines []string
	}{
		{"Serial", found{collector: Serial, young: 1, full: 2, inYoung: 1, longest: 20 * ms, live: 20756}, []string{
			"2026-11-21T16:43:51.644+0000: 0.107: [GC (Allocation Failure) 2026-11-21T16:43:51.644+0000: 0.107: [DefNew: 17460K->2176K(19648K), 0.0600892 secs] 17460K->16941K(63360K), 0.0601763 secs] [Times: user=0.00 sys=0.01, real=0.06 secs] ",
			"0.182: [GC (Allocation Failure) 0.182: [DefNew: 19621K->19621K(19648K), 0.0000081 secs]0.183: [Tenured: 30170K->20756K(43712K), 0.0123598 secs] 49792K->20756K(63360K), [Metaspace: 2796K->2796K(1056768K)], 0.0150000 secs] [Times: user=0.01 sys=0.00, real=0.01 secs] ",
			"0.190: [Full GC (System.gc()) 0.190: [Tenured: 30170K->20756K(43712K), 0.0123598 secs] 49792K->20756K(63360K), [Metaspace: 2796K->2796K(1056768K)], 0.0200000 secs] [Times: user=0.02 sys=0.00, real=0.02 secs] ",
		}},
		{"Parallel, whose scavenge fails", found{collector: Parallel, young: 1, full: 1, longest: 5 * ms, live: 20756, promotion: 1}, []string{
			"[GC (Allocation Failure) -- [PSYoungGen: 16376K->2548K(18944K)] 16376K->15926K(62976K), 0.0119422 secs] [Times: user=0.00 sys=0.01, real=0.01 secs] ",
			"[Full GC (Ergonomics) [PSYoungGen: 2548K->0K(18944K)] [ParOldGen: 29680K->20756K(44032K)] 32228K->20756K(62976K), [Metaspace: 2796K->2796K(1056768K)], 0.0050000 secs] [Times: user=0.01 sys=0.00, real=0.01 secs] ",
		}},
		{"CMS, whose cycle fails in the middle of a line", found{collector: CMS, full: 1, inYoung: 1, other: 2, longest: 8 * ms, live: 35487, promotion: 1, modes: 1}, []string{
			"1.296: [GC (CMS Initial Mark) [1 CMS-initial-mark: 35487K(43712K)] 37413K(63360K), 0.0001688 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] ",
			"1.296: [CMS-concurrent-mark-start]",
			"1.297: [CMS-concurrent-mark: 0.001/0.001 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] ",
			"1.298: [GC (CMS Final Remark) [YG occupancy: 5 K (19648 K)]1.298: [Rescan (parallel) , 0.0003 secs][1 CMS-remark: 36009K(43712K)] 55642K(63360K), 0.0010206 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] ",
			"1.316: [GC (Allocation Failure) 1.316: [ParNew (promotion failed): 17472K->19648K(19648K), 0.0030787 secs]1.319: [CMS1.319: [CMS-concurrent-abortable-preclean: 0.000/0.004 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] ",
			" (concurrent mode failure): 43582K->35487K(43712K), 0.0047298 secs] 52959K->35487K(63360K), [Metaspace: 2803K->2803K(1056768K)], 0.0080000 secs] [Times: user=0.00 sys=0.00, real=0.00 secs] ",
		}},
		{"CMS, whose pause begins behind what ends beside it", found{collector: CMS, young: 1}, []string{
			"0.069: [CMS-concurrent-preclean: 0.000/0.000 secs]0.069: [GC (Allocation Failure) 0.069: [ParNew: 17462K->2166K(19648K), 0.0093517 secs] 17462K->17299K(63360K), 0.0094950 secs] [Times: user=0.00 sys=0.01, real=0.02 secs] ",
		}},
		{"ParNew with the ages of objects within", found{collector: CMS, young: 1}, []string{
			"0.103: [GC (Allocation Failure) 0.103: [ParNew",
			"Desired survivor size 1114112 bytes, new threshold 1 (max 6)",
			"- age   1:    2218640 bytes,    2218640 total",
			": 17462K->2166K(19648K), 0.0093517 secs] 17462K->17299K(63360K), 0.0094950 secs] [Times: user=0.00 sys=0.01, real=0.02 secs] ",
		}},
		{"G1", found{collector: G1, young: 2, full: 1, longest: 3481 * time.Microsecond, live: 20743, toSpace: 2}, []string{
			"2026-11-21T16:43:52.869+0000: 0.064: [GC pause (G1 Evacuation Pause) (young) (to-space exhausted), 0.0132230 secs]",
			"   [Parallel Time: 11.9 ms, GC Workers: 2]",
			"      [GC Worker Start (ms): Min: 64.0, Avg: 64.0, Max: 64.0, Diff: 0.0]",
			"   [Eden: 30720.0K(30720.0K)->0.0B(21504.0K) Survivors: 0.0B->4096.0K Heap: 51463.8K(65536.0K)->44295.8K(65536.0K)]",
			" [Times: user=0.01 sys=0.00, real=0.01 secs] ",
			"0.149: [GC pause (G1 Evacuation Pause) (young) (initial-mark)-- 53006K->52224K(65536K), 0.0056461 secs]",
			"0.155: [GC concurrent-mark-start]",
			"0.160: [Full GC (Allocation Failure)  65536K->20743K(65536K), 0.0034814 secs]",
			"   [Eden: 0.0B(3072.0K)->0.0B(26624.0K) Survivors: 0.0B->0.0B Heap: 65536.0K(65536.0K)->20743.9K(65536.0K)], [Metaspace: 2797K->2797K(1056768K)]",
			" [Times: user=0.00 sys=0.00, real=0.00 secs] ",
		}},
		{"G1 that says how it decides", found{collector: G1, young: 1}, []string{
			"0.064: [GC pause (G1 Evacuation Pause) (young) 0.064: [G1Ergonomics (CSet Construction) start choosing CSet, _pending_cards: 0, predicted base time: 10.00 ms, remaining time: 190.00 ms, target pause time: 200.00 ms]",
			" 0.064: [G1Ergonomics (CSet Construction) finish choosing CSet, eden: 7 regions, survivors: 0 regions, old: 0 regions, predicted pause time: 2183.68 ms, target pause time: 200.00 ms]",
			", 0.0132230 secs]",
		}},
		{"Parallel that says at length how it decides", found{collector: Parallel, full: 1, longest: 8515 * time.Microsecond, live: 18698}, []string{
			"0.119: [Full GC (Ergonomics) AdaptiveSizeStart: 0.127 collection: 7 ",
			"PSAdaptiveSizePolicy::compute_eden_space_size: " + strings.Repeat("costs minor_time: 0.546037 major_cost: 0.185973 ", 50),
			"AdaptiveSizeStop: collection: 7 ",
			" 28910K->18698K(58880K), 0.0085152 secs]",
		}},
		{"what JDK 7 wrote", found{collector: Parallel, young: 1, full: 1, longest: 20 * ms, live: 20756}, []string{
			"1.5: [GC [PSYoungGen: 16376K->2548K(18944K)] 16376K->15926K(62976K), 0.0119422 secs] [Times: user=0.00 sys=0.01, real=0.01 secs]",
			"1.6: [Full GC (System) [PSYoungGen: 2548K->0K(18944K)] [PSOldGen: 29680K->20756K(44032K)] 32228K->20756K(62976K) [PSPermGen: 2K->2K(21248K)], 0.0200000 secs] [Times: user=0.01 sys=0.00, real=0.01 secs] ",
		}},
		{"what JDK 7 wrote of CMS", found{collector: CMS, young: 1, other: 2}, []string{
			"2014-03-04T06:08:56.588+0000: 2.573: [GC2014-03-04T06:08:56.588+0000: 2.573: [ParNew: 153344K->17024K(153344K), 0.0300000 secs] 153344K->30000K(1031552K), 0.0310000 secs] [Times: user=0.05 sys=0.00, real=0.03 secs]",
			"2014-03-04T06:08:59.033+0000: 5.018: [GC [1 CMS-initial-mark: 27180K(878208K)] 89399K(1031552K), 0.0260930 secs] [Times: user=0.05 sys=0.00, real=0.03 secs] ",
			"2014-03-04T06:09:00.148+0000: 6.133: [GC[YG occupancy: 18921 K (153344 K)]6.133: [Rescan (parallel) , 0.0326430 secs] [1 CMS-remark: 27180K(878208K)] 46101K(1031552K), 0.0400000 secs] [Times: user=0.05 sys=0.00, real=0.04 secs]",
		}},
		{"two pauses on a line", found{collector: Parallel, young: 1, full: 1, longest: 20 * ms, live: 18915}, []string{
			"2.192: [GC [PSYoungGen: 4194176K->64K(4194240K)] 4194176K->18931K(4213632K), 0.0068330 secs] [Times: user=0.03 sys=0.01, real=0.01 secs] 2.199: [Full GC [PSYoungGen: 64K->0K(4194240K)] [PSOldGen: 18867K->18915K(43200K)] 18931K->18915K(4237440K), 0.0200000 secs]",
		}},
		{"G1 of JDK 7 with references", found{collector: G1, full: 1, longest: 12 * ms, live: 3756}, []string{
			"0.700: [GC concurrent-mark-start]",
			"0.844: [Full GC0.855: [SoftReference, 0 refs, 0.0000230 secs]0.855: [JNI Weak Reference, 0.0000090 secs] 17M->3756K(13M), 0.0120000 secs]",
		}},
		{"a pause that was cut off", found{collector: Serial, young: 1}, []string{
			"0.182: [GC (Allocation Failure) 0.182: [DefNew: 19621K->19621K(19648K), 0.0000081 secs]0.183: [Tenured",
			"0.282: [GC (Allocation Failure) 0.282: [DefNew: 17460K->2176K(19648K), 0.0600892 secs] 17460K->16941K(63360K), 0.0601763 secs]",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := read(t, c.lines...)
			assert.Equal(t, c.want, found{l.Collector, l.Young.Count, l.Full.Count, l.Full.InYoung, l.Other.Count, l.Full.Pauses.Longest,
				l.Live.Last.Bytes >> 10, l.PromotionFailed.Count, l.ConcurrentModeFails.Count, l.ToSpaceExhausted.Count})
			assert.Equal(t, 8, l.JDK)
		})
	}
}

func TestHeadingOfJDK8(t *testing.T) {
	lines := []string{
		`OpenJDK 64-Bit Server VM (25.252-b14) for linux-amd64 JRE (Zulu 8.46.0.20-SA-linux64) (1.8.0_252-b14), built on Apr  4 2020 01:47:20 by "zulu_re" with gcc 4.4.7`,
		"Memory: 4k page, physical 24684084k(19223972k free), swap 0k(0k free)",
		"CommandLine flags: -XX:InitialHeapSize=67108864 -XX:MaxHeapSize=67108864 -XX:+PrintGC -XX:+UseG1GC ",
		"Heap",
		" garbage-first heap   total 65536K, used 20743K [0x00000000fc000000, 0x00000000fc100200, 0x0000000100000000)",
		"  region size 1024K, 1 young (1024K), 0 survivors (0K)",
	}
	assert.Equal(t, &Log{
		Files: []string{"gc.log"}, Lines: 6, Collector: G1, JDK: 8, Version: "1.8.0_252-b14", Header: cited(lines, 1),
		Chosen: cited(lines, 3), Flags: cited(lines, 3),
		MaxHeap: Size{64 << 20, cited(lines, 3)}, RegionSize: RegionSize{Size: Size{1 << 20, cited(lines, 6)}},
	}, read(t, lines...))
}

// The header names the heap that may be, whatever the capacity is that it has grown to.
func TestMaxHeap(t *testing.T) {
	lines := []string{"[0.016s][info][gc] Using G1", "[0.018s][info][gc,init] Heap Initial Capacity: 64M", "[0.018s][info][gc,init] Heap Max Capacity: 160M"}
	assert.Equal(t, Size{160 << 20, cited(lines, 3)}, read(t, lines...).MaxHeap)
	assert.Zero(t, read(t, "[0.016s][info][gc] Using G1", "[0.018s][info][gc,init] Heap Max Capacity: large").MaxHeap)
}
