package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// interimTable tells how the releases that cannot be asked differ from the
// nearest of those that can.
//
//go:embed interim.tsv
var interimTable string

// every puts the releases that cannot be asked between the others.
func every(asked []*release) ([]*release, error) {
	var all []*release
	for jdk := jvmflag.Oldest; jdk <= jvmflag.Newest; jdk++ {
		near := jvmflag.Nearest(jdk)
		r := asked[slices.IndexFunc(asked, func(r *release) bool { return r.jdk == near })]
		if near != jdk {
			r = &release{jdk: jdk, flags: slices.Clone(r.flags), collectors: r.collectors}
		}
		all = append(all, r)
	}
	for i, line := range strings.Split(strings.TrimSpace(interimTable), "\n") {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "flag\t") {
			continue
		}
		cells := append(strings.Split(line, "\t"), "", "")
		first, err := strconv.Atoi(cells[1])
		if err != nil {
			return nil, fmt.Errorf("interim.tsv:%d: %w", i+1, err)
		}
		last, err := strconv.Atoi(cells[2])
		if err != nil {
			return nil, fmt.Errorf("interim.tsv:%d: %w", i+1, err)
		}
		for jdk := first; jdk <= last; jdk++ {
			if jvmflag.Nearest(jdk) == jdk {
				continue
			}
			r := all[jdk-jvmflag.Oldest]
			if err := r.differ(cells[0], cells[3], cells[4], cells[5], asked); err != nil {
				return nil, fmt.Errorf("interim.tsv:%d: %w", i+1, err)
			}
		}
	}
	return all, nil
}

// differ gives the release a flag of that kind, or takes it away. What else
// is to be told of it, one of the two releases beside it tells, where they
// have the flag.
func (r *release) differ(name, kind, typ, value string, asked []*release) error {
	at := slices.IndexFunc(r.flags, func(f fact) bool { return f.name == name })
	if kind != "-" && at >= 0 {
		r.flags[at].kind = kind
		return nil
	}
	f := fact{name: name, typ: typ, value: value}
	after := slices.IndexFunc(asked, func(other *release) bool { return other.jdk > r.jdk })
	for _, beside := range asked[after-1 : after+1] {
		if own := beside.byName[name]; typ == "" && own != nil {
			f = *own
		}
	}
	if f.typ == "" {
		return fmt.Errorf("no release beside JDK %d has %s", r.jdk, name)
	}
	if kind == "-" {
		r.lacks = append(r.lacks, name)
		if at >= 0 {
			r.flags = slices.Delete(r.flags, at, at+1)
		}
		return nil
	}
	f.kind = kind
	r.flags = append(r.flags, f)
	return nil
}
