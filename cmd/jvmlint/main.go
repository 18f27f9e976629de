// Command jvmlint predicts what a JVM will do with its options and judges it.
package main

import (
	"os"

	"github.com/jvmlint/jvmlint/internal/cli"
)

func main() {
	growStack(false)
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// growStack makes room on the stack for a short run. Otherwise it doubles four times, each time to copy all frames.
//
//go:noinline
func growStack(use bool) {
	if use {
		var room [64 << 10]byte
		print(room[copy(room[:], "never")])
	}
}
