package start

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

var (
	numbers   = lazyregexp.New(`\d+`)
	oneNumber = lazyregexp.New(`^["']?(?:1\.)?\d+(?:\.0[._\d]*)?["']?$`)
	value     = lazyregexp.New(`(?m)(?:^|[\s=:"'-])(?:1\.)?(\d+)(?:\.0[._\d]*)?["']?\s*$`)
)

// comparing are commands of which each word may be compared with a release.
var comparing = strings.Fields("[ test expr grep egrep fgrep sed awk gawk mawk")

// handingOn are commands of the shell by which values reach others.
var handingOn = strings.Fields("echo printf set return")

// compares notes the numbers of a part of the script that is compared with something.
func (i *instrument) compares(n syntax.Node) {
	for _, number := range numbersIn(i.slice(n)) {
		i.run.numbers[number] = true
	}
}

// holds notes a value that is but a number: another command may compare it.
func (i *instrument) holds(n syntax.Node) {
	if oneNumber.MatchString(i.slice(n).String()) {
		i.compares(n)
	}
}

func numbersIn(t source.Text) (all []int) {
	for _, digits := range numbers.FindAllString(t.String(), -1) {
		if n, err := strconv.Atoi(digits); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// compares notes the numbers that stand in a file of values.
func (r *run) compares(t source.Text) {
	for _, m := range value.FindAllStringSubmatch(t.String(), -1) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			r.numbers[n] = true
		}
	}
}

// commandCompares notes what a command compares: programs that nobody here knows tell nothing of it.
func (i *instrument) commandCompares(words []*syntax.Word) {
	first := words[0].Lit()
	for _, w := range words[1:] {
		switch _, known := programs[first]; {
		case first == "" || slices.Contains(comparing, path.Base(first)):
			i.compares(w)
		case !known && !interp.IsBuiltin(first) || slices.Contains(handingOn, first):
			i.holds(w)
		}
	}
}
