// Command jvmlint predicts what a JVM will do with its options and judges it.
package main

import (
	"os"

	"github.com/jvmlint/jvmlint/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
