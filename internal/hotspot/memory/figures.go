package memory

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// figures are what pools without a bound of their own were seen to take, in KiB unless said otherwise, by Native
// Memory Tracking on JDK 8, 11, 17, 21 and 25: at start, the middle; later, the larger end. A member is Hazelcast
// 5.3.1 and 5.7.0, just started and under load with 2 and 8 CPUs, and a published report of a 5.3.1 server with its
// agents; any other program is taken for a service of middle size, and its start for that of the JVM alone.
type figures struct {
	who           string
	start         startFigures
	metaspace     int64 // and class space; a member: 32 to 60 MB; 5 KB for each of its 6,500 to 10,800 classes
	code          int64 // a member: 12 to 36 MB
	symbols       int64
	compiler      int64 // arenas of the JIT compilers at their peak: base
	perCompiler   int64 // and for each compiler thread; a member with 4 of them: 49 to 76 MB
	threads       int64 // count: base
	threadsPerCPU int64 // count; a member: 51 with 2 CPUs, 95 to 111 with 8
	other         int64
	malloc        int64
}

// startFigures are those at start. An archive of class data keeps some of the classes and symbols of the JDK itself.
type startFigures struct {
	classes, archivedClasses int64 // metaspace and class space, and less of it with an archive
	symbols, archivedSymbols int64
	code                     int64 // over what is committed at the least
	compiler, perCompiler    int64
	threads                  int64   // count: base
	threadsPerCPU            float64 // count
	stack                    int64   // touched of each
	other                    int64
	malloc                   int64
}

var (
	anyProgram = figures{who: "assumed: a service of medium size",
		metaspace: 96 << 10, code: 48 << 10, symbols: 5 << 10, compiler: 10 << 10, perCompiler: 12 << 10, threads: 40, threadsPerCPU: 2, other: 3 << 10, malloc: 4 << 10}
	member = figures{who: "seen in Hazelcast members",
		metaspace: 60 << 10, code: 36 << 10, symbols: 13 << 10, compiler: 15 << 10, perCompiler: 15 << 10, threads: 38, threadsPerCPU: 8, other: 3 << 10, malloc: 12 << 10}
)

// The JVM alone was measured with -version; a member when it had joined its cluster of one.
var (
	startOfJVM = []release.Row[startFigures]{
		release.Since(8, startFigures{classes: 4571, symbols: 1300, compiler: 430, threads: 15, stack: 38, other: 700, malloc: 2048}),
		release.Since(11, startFigures{classes: 4575, symbols: 1460, compiler: 950, threads: 15, stack: 40, other: 550, malloc: 2048}),
		release.Since(17, startFigures{classes: 3150, archivedClasses: 2900, symbols: 1610, archivedSymbols: 480, compiler: 790, threads: 15, stack: 40, other: 400, malloc: 2048}),
		release.Since(21, startFigures{classes: 3800, archivedClasses: 3550, symbols: 2340, archivedSymbols: 560, compiler: 790, threads: 13, stack: 43, other: 500, malloc: 2048}),
		release.Since(25, startFigures{classes: 3650, archivedClasses: 3400, symbols: 1690, archivedSymbols: 560, compiler: 820, threads: 12, stack: 48, other: 400, malloc: 2048}),
	}
	startOfMember = []release.Row[startFigures]{
		release.Since(8, memberStart(25200, 0, 6040, 0, 3000, 3<<10, 1340)),
		release.Since(11, memberStart(27900, 0, 6410, 0, 600, 7<<10, 500)),
		release.Since(17, memberStart(26300, 7300, 6500, 1760, 700, 3<<10, 1460)),
		release.Since(21, memberStart(28700, 8500, 10200, 2000, 1000, 8<<10, 200)),
		release.Since(25, memberStart(28500, 9000, 6300, 2180, 1800, 12<<10, 600)),
	}
)

func memberStart(classes, archivedClasses, symbols, archivedSymbols, code, compiler, other int64) startFigures {
	return startFigures{classes: classes, archivedClasses: archivedClasses, symbols: symbols, archivedSymbols: archivedSymbols, code: code,
		compiler: compiler, perCompiler: 2350, threads: 43, threadsPerCPU: 2.8, stack: 82, other: other, malloc: 10 << 10}
}

// figuresOf are the figures of a program on this JVM.
func figuresOf(j *hotspot.JVM, p Program) figures {
	f, start := anyProgram, startOfJVM
	if p.Hazelcast {
		f, start = member, startOfMember
	}
	f.start = release.Choose(j.JDK, start...)
	if j.Archive {
		f.start.classes -= f.start.archivedClasses
		f.start.symbols -= f.start.archivedSymbols
	}
	return f
}
