// Command hazelcasttables writes the table of Hazelcast's configuration: the
// JSON schemas that the jars carry, merged into one that says of every part
// which releases have it. What only people read is left out: descriptions,
// defaults and examples.
//
//	scripts/hazelcast.sh DIR tables && go run ./scripts/hazelcasttables DIR
//
// With -check it writes nothing, prints what would change and exits 1.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/aymanbagabas/go-udiff"
)

func main() {
	check := flag.Bool("check", false, "print the difference to the committed table instead of writing it")
	out := flag.String("out", "internal/hazelcast/schema/configuration.json", "the table")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: hazelcasttables [-check] [-out FILE] JARS-DIR")
		os.Exit(2)
	}
	same, err := run(flag.Arg(0), *out, *check)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hazelcasttables:", err)
		os.Exit(2)
	}
	if !same {
		os.Exit(1)
	}
}

func run(jars, out string, check bool) (same bool, err error) {
	releases, err := readJars(jars)
	if err != nil {
		return false, err
	}
	table, err := write(releases)
	if err != nil {
		return false, err
	}
	if !check {
		return true, os.WriteFile(out, table, 0o644)
	}
	committed, err := os.ReadFile(out)
	if err != nil {
		return false, err
	}
	if !bytes.Equal(committed, table) {
		fmt.Print(udiff.Unified(out, out+" of these jars", string(committed), string(table)))
	}
	return bytes.Equal(committed, table), nil
}
