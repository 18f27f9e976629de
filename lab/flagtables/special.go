package main

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// specialTable holds how HotSpot parts with flags: in which release it began
// to call one deprecated, to ignore it, and to know it no more. Releases
// between those that can be asked are in it too; what these say is held against
// it. Where no release is known to have dropped a flag, the first of those
// without it stands. Those of 20 and 22 to 24 are what arguments.cpp says there.
//
// https://github.com/openjdk/jdk22u and https://github.com/openjdk/jdk/pull/18069, 22593
//
//go:embed special.tsv
var specialTable string

func readSpecial() ([]jvmflag.Special, error) {
	var table []jvmflag.Special
	for i, line := range strings.Split(strings.TrimSpace(specialTable), "\n")[1:] {
		cells := append(strings.Split(line, "\t"), make([]string, 6)...)
		s := jvmflag.Special{Name: cells[0], Alias: cells[1], Log: cells[2]}
		for j, n := range []*int{&s.DeprecatedIn, &s.ObsoleteIn, &s.ExpiredIn} {
			if cells[3+j] == "" {
				continue
			}
			var err error
			if *n, err = strconv.Atoi(cells[3+j]); err != nil {
				return nil, fmt.Errorf("special.tsv:%d: %w", i+2, err)
			}
		}
		table = append(table, s)
	}
	return table, nil
}

// text is what a release says of a flag in other words than those.
type text struct {
	name, said string
	jdk        int
}

// verify holds the table against the answers of the JVMs. All states must be
// right; words that differ are returned.
func verify(table []jvmflag.Special, all []*release) (texts []text, err error) {
	byName := map[string]jvmflag.Special{}
	for _, s := range table {
		byName[s.Name] = s
	}
	var wrong []error
	for _, r := range all {
		for name, a := range r.answers {
			if _, ok := byName[name]; !ok && a.said != "" {
				wrong = append(wrong, fmt.Errorf("JDK %d says of %s, which is not in special.tsv: %s", r.jdk, name, a.said))
			}
		}
		for _, s := range table {
			a := r.answers[s.Name]
			_, listed := r.byName[s.Name]
			state, known := s.State(r.jdk), a.refused == ""
			switch {
			case state == jvmflag.Expired && known, state == jvmflag.Deprecated && !known, state == jvmflag.Obsolete && !strings.Contains(a.said, "gnoring "):
				wrong = append(wrong, fmt.Errorf("%s should be %s in JDK %d, which says: %s%s", s.Name, state, r.jdk, a.refused, a.said))
			case s.Alias != "" && state == jvmflag.Current && !known:
				wrong = append(wrong, fmt.Errorf("JDK %d does not know the alias %s", r.jdk, s.Name))
			case s.Alias == "" && state == jvmflag.Current && known && !listed:
				wrong = append(wrong, fmt.Errorf("JDK %d takes %s without a word, and does not list it", r.jdk, s.Name))
			case a.said != s.StandardWarning(r.jdk, word(a.said, s.Name)):
				texts = append(texts, text{s.Name, strings.Replace(a.said, word(a.said, s.Name), s.Name, 1), r.jdk})
			}
		}
	}
	return texts, errors.Join(wrong...)
}

// word is the flag as a message names it: JDK 8 may repeat the value.
func word(said, name string) string {
	if strings.Contains(said, name+"=1") {
		return name + "=1"
	}
	return name
}
