package main

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// specialTable holds how HotSpot parts with flags: in which release it began
// to call one deprecated, to ignore it, and to know it no more. Releases
// between the five that can be asked are in it too.
//
//go:embed special.tsv
var specialTable string

// special is a row of it; 0 is never.
type special struct {
	name, alias, log              string
	deprecated, obsolete, expired int
}

func readSpecial() ([]special, error) {
	var table []special
	for i, line := range strings.Split(strings.TrimSpace(specialTable), "\n")[1:] {
		cells := append(strings.Split(line, "\t"), make([]string, 6)...)
		s := special{name: cells[0], alias: cells[1], log: cells[2]}
		for j, n := range []*int{&s.deprecated, &s.obsolete, &s.expired} {
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

// state is what a release makes of the flag by the numbers of the row. It must
// agree with package jvmflag.
func (s special) state(jdk int) string {
	switch {
	case s.expired != 0 && jdk >= s.expired:
		return "expired"
	case s.obsolete != 0 && jdk >= s.obsolete:
		return "obsolete"
	case s.deprecated != 0 && jdk >= s.deprecated:
		return "deprecated"
	}
	return "current"
}

// says is what HotSpot 11 and later say in such a state; texts hold the rest.
func (s special) says(jdk int) string {
	switch state := s.state(jdk); {
	case state == "obsolete":
		return fmt.Sprintf("Ignoring option %s; support was removed in %d.0", s.name, s.obsolete)
	case state == "deprecated" && s.log != "":
		return fmt.Sprintf("-XX:+%s is deprecated. Will use %s instead.", s.name, s.log)
	case state == "deprecated" && s.alias != "":
		return fmt.Sprintf("Option %s was deprecated in version %d.0 and will likely be removed in a future release. Use option %s instead.", s.name, s.deprecated, s.alias)
	case state == "deprecated":
		return fmt.Sprintf("Option %s was deprecated in version %d.0 and will likely be removed in a future release.", s.name, s.deprecated)
	}
	return ""
}

// text is what a release says of a flag in other words than those.
type text struct {
	name, said string
	jdk        int
}

// verify holds the table against the answers of the JVMs. All states must be
// right; words that differ are returned.
func verify(table []special, all []*release) (texts []text, err error) {
	byName := map[string]special{}
	for _, s := range table {
		byName[s.name] = s
	}
	var wrong []error
	for _, r := range all {
		for name, a := range r.answers {
			if _, ok := byName[name]; !ok && a.said != "" {
				wrong = append(wrong, fmt.Errorf("JDK %d says of %s, which is not in special.tsv: %s", r.jdk, name, a.said))
			}
		}
		for _, s := range table {
			a := r.answers[s.name]
			_, listed := r.byName[s.name]
			state, known := s.state(r.jdk), a.refused == ""
			switch {
			case state == "expired" && known, state == "deprecated" && !known, state == "obsolete" && a.said == "":
				wrong = append(wrong, fmt.Errorf("%s should be %s in JDK %d, which says: %s%s", s.name, state, r.jdk, a.refused, a.said))
			case s.alias == "" && s.log == "" && state == "current" && known && !listed:
				wrong = append(wrong, fmt.Errorf("JDK %d takes %s without a word, and does not list it", r.jdk, s.name))
			case a.said != s.says(r.jdk):
				texts = append(texts, text{s.name, a.said, r.jdk})
			}
		}
	}
	return texts, errors.Join(wrong...)
}
