// Command hazelcastproperties writes the table of properties of package
// hazelcast out of the jars of its members: names, defaults, units, types,
// parents, deprecated names, and which names are system properties only.
//
//	go -C lab run ./hazelcastproperties DIR
//
// DIR holds hazelcast-5.0.5.jar and so on, one for each of the releases below,
// as Maven Central has them. The java that reads them must be of JDK 24 or
// later. With -check nothing is written: it prints what would change and exits 1.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
)

// releases stand for their minor releases, oldest first.
var releases = []string{"4.2.8", "5.0.5", "5.1.7", "5.2.5", "5.3.8", "5.4.0", "5.5.0", "5.6.0", "5.7.0"}

const table = "../internal/hazelcast/properties.tsv"

func main() {
	check := flag.Bool("check", false, "print the difference to the committed table instead of writing it")
	java := flag.String("java", "java", "a java of JDK 24 or later")
	reader := flag.String("reader", "hazelcastproperties/PropertyTable.java", "the program that reads a jar")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: hazelcastproperties [-check] [-java JAVA] JARS-DIR")
		os.Exit(2)
	}
	same, err := run(flag.Arg(0), *java, *reader, *check)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hazelcastproperties:", err)
		os.Exit(2)
	}
	if !same {
		os.Exit(1)
	}
}

func run(jars, java, reader string, check bool) (same bool, err error) {
	var all [][]row
	for _, release := range releases {
		jar := filepath.Join(jars, "hazelcast-"+release+".jar")
		if _, err := os.Stat(jar); err != nil {
			return false, err
		}
		var complaints bytes.Buffer
		cmd := exec.Command(java, "-cp", jar, reader, jar)
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil {
			return false, fmt.Errorf("%s: %w: %s", release, err, complaints.String())
		}
		rows, err := parse(string(out))
		if err != nil {
			return false, fmt.Errorf("%s: %w", release, err)
		}
		all = append(all, rows)
	}
	text := write(all)
	if !check {
		return true, os.WriteFile(table, text, 0o644)
	}
	committed, err := os.ReadFile(table)
	if err != nil {
		return false, err
	}
	if bytes.Equal(committed, text) {
		return true, nil
	}
	fmt.Print(udiff.Unified(table, table+" of these jars", string(committed), string(text)))
	return false, nil
}
