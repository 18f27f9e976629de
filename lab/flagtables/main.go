// Command flagtables writes the flag tables of package jvmflag out of real
// JVMs: their own tables with names, types, kinds and defaults, the ranges and
// the defaults by collector that they print, and what each of them says to
// every name that any of them knows; and for package xlog their tags of the log.
// How the flags of releases between them differ stands in interim.tsv.
//
//	scripts/jdks.sh DIR && go -C lab run ./flagtables DIR
//
// With -check it writes nothing, prints what would change and exits 1.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/aymanbagabas/go-udiff"
)

// releases are the folders of DIR: the JDKs that the tables hold.
var releases = []int{8, 11, 17, 21, 25, 26, 27, 28}

func main() {
	check := flag.Bool("check", false, "print the difference to the committed tables instead of writing them")
	out := flag.String("out", "../internal/jvmflag", "folder of the tables, which has a folder xlog")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: flagtables [-check] [-out FOLDER] JDKS-DIR")
		os.Exit(2)
	}
	same, err := run(flag.Arg(0), *out, *check)
	if err != nil {
		fmt.Fprintln(os.Stderr, "flagtables:", err)
		os.Exit(2)
	}
	if !same {
		os.Exit(1)
	}
}

func run(jdks, out string, check bool) (same bool, err error) {
	table, err := readSpecial()
	if err != nil {
		return false, err
	}
	var asked []*release
	names := map[string]string{} // and what it stands for, if it is an alias
	for _, s := range table {
		names[s.Name] = s.Alias
	}
	for _, n := range releases {
		r, err := newRelease(n, filepath.Join(jdks, strconv.Itoa(n)))
		if err != nil {
			return false, fmt.Errorf("JDK %d: %w", n, err)
		}
		asked = append(asked, r)
		for _, f := range r.flags {
			names[f.name] += ""
		}
	}
	for _, r := range asked {
		if err := r.ask(names, table); err != nil {
			return false, fmt.Errorf("JDK %d: %w", r.jdk, err)
		}
	}
	texts, err := verify(table, asked)
	if err != nil {
		return false, err
	}
	all, err := every(asked)
	if err != nil {
		return false, err
	}
	same = true
	for name, source := range map[string][]byte{
		"flags_gen.go":     flagsSource(all),
		"special_gen.go":   specialSource(table, texts),
		"xlog/tags_gen.go": loggingSource(asked),
	} {
		path := filepath.Join(out, name)
		if !check {
			if err := os.WriteFile(path, source, 0o644); err != nil {
				return false, err
			}
			continue
		}
		committed, err := os.ReadFile(path)
		if err != nil {
			return false, err
		}
		if !bytes.Equal(committed, source) {
			same = false
			fmt.Print(udiff.Unified(name, name+" of these JVMs", string(committed), string(source)))
		}
	}
	return same, nil
}
