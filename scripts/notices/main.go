// Notices writes the licences of all that is linked into jvmlint into a file, as
// they ask for: the terms of each module that a release for any system has, and
// of Go itself.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "notices: one file is needed")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func write(name string) error {
	packages, err := linked(".goreleaser.yaml", "./cmd/jvmlint")
	if err != nil {
		return err
	}
	terms, err := termsOf(packages)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(page(terms)), 0o644)
}
