package main

import (
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/cli"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	f, _ := os.Create(os.Args[2])
	runtime.SetCPUProfileRate(2000)
	pprof.StartCPUProfile(f)
	for range n {
		cli.Main(os.Args[3:], os.Stdin, io.Discard, io.Discard)
	}
	pprof.StopCPUProfile()
	f.Close()
}
