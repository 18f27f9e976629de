package cli

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// progress shows on a terminal how far long work is, and takes it away again.
type progress struct {
	out   io.Writer
	what  string
	total int
	done  atomic.Int64
	stop  chan struct{}
	ended chan struct{}
}

// progress shows how far work of the session is, where the error stream is a terminal.
func (a *app) progress(what string, total int) (step func(int), end func()) {
	p := &progress{}
	if terminal(a.stderr) != nil {
		p = showProgress(a.stderr, what, total)
	}
	return p.step, p.end
}

// reading is progress with files: there is memory to prepare for them.
func (a *app) reading(what string, total int) (step func(int), end func()) {
	prepareMemory(total)
	return a.progress(what, total)
}

const (
	showAfter = time.Second // shorter work needs no progress
	showEvery = 200 * time.Millisecond
)

func showProgress(out io.Writer, what string, total int) *progress {
	p := &progress{out: out, what: what, total: total, stop: make(chan struct{}), ended: make(chan struct{})}
	go p.show()
	return p
}

// step counts units of the work as done.
func (p *progress) step(units int) { p.done.Add(int64(units)) }

// end takes the line away, if there is one.
func (p *progress) end() {
	if p.stop != nil {
		close(p.stop)
		<-p.ended
	}
}

func (p *progress) show() {
	defer close(p.ended)
	shown := false
	for wait := showAfter; ; wait = showEvery {
		select {
		case <-p.stop:
			if shown {
				fmt.Fprint(p.out, "\r\x1b[K")
			}
			return
		case <-time.After(wait):
			fmt.Fprintf(p.out, "\r\x1b[K%s %d of %d", p.what, p.done.Load(), p.total)
			shown = true
		}
	}
}

const (
	// fewFiles leave most of what is spared for garbage: 5000 manifests take 90 MB.
	fewFiles = 5000
	// manyFiles take long enough for large pages to be worth their 4 ms.
	manyFiles = 100
)

// spare is from where on, in bytes, memory is collected as often as it takes.
const spare = 400 << 20

// prepareMemory spares a short run most of the garbage collection, which takes
// a third of its time: the process ends soon.
func prepareMemory(files int) {
	if _, set := os.LookupEnv("GOGC"); !set && files <= fewFiles {
		debug.SetGCPercent(2000)
		if _, set := os.LookupEnv("GOMEMLIMIT"); !set {
			debug.SetMemoryLimit(spare)
		}
	}
	if files >= manyFiles {
		useLargePages()
	}
}
