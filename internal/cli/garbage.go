package cli

import (
	"os"
	"runtime/debug"
)

// fewFiles are checked in under 100 MB even where hardly any garbage is collected.
const fewFiles = 1000

// collectLess spares a short run most of the garbage collection, which takes a
// third of its time: the process ends soon.
func collectLess(files int) {
	if _, set := os.LookupEnv("GOGC"); !set && files <= fewFiles {
		debug.SetGCPercent(400)
	}
}
