package main

import (
	"fmt"
	"strings"
	"time"
)

// String is the line of a run.
func (o outcome) String() string {
	verdict := "held"
	if len(o.wrong) > 0 {
		verdict = "WRONG: " + strings.Join(o.wrong, "; ")
	}
	return fmt.Sprintf("%s | values of %s: %d puts, %d kept of %d that fit | resident at most %d of %d MiB, %s | %s: %d full GCs, longest pause %.0f ms | %d of Hazelcast %s, JDK %s, %d s",
		verdict, sizeText(o.load.value), o.puts, o.size, o.fitting, o.peak>>20, o.store.limit>>20, o.limit,
		o.gc.collector, o.gc.full, o.gc.longest, o.store.members, o.store.release, o.store.jvm, o.took/time.Second)
}

func sizeText(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
