package cli

import (
	"os"
	"runtime/debug"
)

const (
	// fewFiles are checked in under 100 MB even where hardly any garbage is collected.
	fewFiles = 1000
	// manyFiles take long enough for large pages to be worth their 4 ms.
	manyFiles = 100
)

// spare is from where on, in bytes, memory is collected as often as it takes.
const spare = 400 << 20

// prepareMemory spares a short run most of the garbage collection, which takes
// a third of its time: the process ends soon.
func prepareMemory(files int) {
	if _, set := os.LookupEnv("GOGC"); !set && files <= fewFiles {
		debug.SetGCPercent(400)
		if _, set := os.LookupEnv("GOMEMLIMIT"); !set {
			debug.SetMemoryLimit(spare)
		}
	}
	if files >= manyFiles {
		useLargePages()
	}
}
