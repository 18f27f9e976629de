package cli

import (
	"os"
	"runtime/debug"
)

const (
	// fewFiles leave most of what is spared for garbage: 5000 manifests take 90 MB.
	fewFiles = 5000
	// manyFiles take long enough for large pages to be worth their 4 ms.
	manyFiles = 100
)

// spare is from where on, in bytes, memory is collected as often as it takes.
const spare = 256 << 20

// prepareMemory spares a short run most of the garbage collection, which takes
// a third of its time: the process ends soon.
func prepareMemory(files int) {
	if _, set := os.LookupEnv("GOGC"); !set && files <= fewFiles {
		debug.SetGCPercent(800)
		if _, set := os.LookupEnv("GOMEMLIMIT"); !set {
			debug.SetMemoryLimit(spare)
		}
	}
	if files >= manyFiles {
		useLargePages()
	}
}
