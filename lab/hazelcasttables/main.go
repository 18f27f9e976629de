// Command hazelcasttables writes the tables of Hazelcast's configuration: the
// JSON schemas that the jars carry, merged into one that says of every part
// which releases have it, and the schemas of XML likewise. What only people read
// is left out: descriptions, defaults and examples.
//
//	scripts/hazelcast.sh DIR tables && go -C lab run ./hazelcasttables DIR
//
// With -check it writes nothing, prints what would change and exits 1.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
)

func main() {
	check := flag.Bool("check", false, "print the difference to the committed table instead of writing it")
	out := flag.String("out", "../internal/hazelcast", "the folder whose schema/configuration.json and xmlschema/configuration.json are written")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: hazelcasttables [-check] [-out FOLDER] JARS-DIR")
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
	newest := releases[len(releases)-1].version
	xsds, err := readXSDs(jars, newest)
	if err != nil {
		return false, err
	}
	same = true
	for room, table := range map[string][]byte{"schema": table, "xmlschema": writeXSDs(xsds)} {
		of, err := store(filepath.Join(out, room, "configuration.json"), table, check)
		if err != nil {
			return false, err
		}
		same = same && of
	}
	return same, nil
}

// store writes a table, or reports whether it is the one that is there.
func store(path string, table []byte, check bool) (same bool, err error) {
	if !check {
		return true, os.WriteFile(path, table, 0o644)
	}
	committed, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	if !bytes.Equal(committed, table) {
		fmt.Print(udiff.Unified(path, path+" of these jars", string(committed), string(table)))
	}
	return bytes.Equal(committed, table), nil
}
