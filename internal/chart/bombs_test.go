package chart_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/chart"
)

// bomb draws templates that make ever more of what they have: a text $s, a list
// $l, a mapping $d, loops, and templates that call each other.
type bomb struct{ *rand.Rand }

func (b bomb) of(all ...string) string { return all[b.IntN(len(all))] }

// times is how often something is done.
func (b bomb) times() string { return b.of("3", "60", "1000", "100000", "-1", "9223372036854775807") }

func (b bomb) text() string {
	return b.of(`$s`, `(print $s $s)`, `(repeat `+b.times()+` $s)`, `(toYaml $d)`, `(toJson $l)`, `(join $s $l)`, `(indent `+b.times()+` $s)`,
		`(replace "a" $s $s)`, `(include "t" $)`, `(quote $s)`, `(tpl $s $)`, `(wrapWith 1 $s $s)`, `(seq `+b.times()+`)`, `(regexReplaceAll "a|(x*)*" $s $s)`,
		`(printf "%`+b.times()+`d%[1]s" $s)`, `(trimAll $s $s)`, `(snakecase $s)`, `($.Files.Get "f")`)
}

func (b bomb) list() string {
	return b.of(`$l`, `(concat $l $l)`, `(append $l $l)`, `(until `+b.times()+`)`, `(splitList "a" $s)`, `(uniq $l)`, `(list $s $l $d)`, `(chunk 1 $l)`,
		`(untilStep 0 `+b.times()+` `+b.times()+`)`, `(without $l $s)`, `(regexFindAll "a*" $s -1)`, `(values $d)`, `(fromYamlArray $s)`, `(sortAlpha $l)`, `($.Files.Lines "f")`)
}

func (b bomb) mapping() string {
	return b.of(`$d`, `(dict "a" $d "b" $d)`, `(dict $s $l)`, `(merge $d $d)`, `(deepCopy $d)`, `(set $d "x" $d)`, `(split "a" $s)`, `(fromYaml $s)`, `(fromToml $s)`,
		`(mergeOverwrite $d (dict $s $d))`, `(omit $d "a")`, `$.Values`)
}

func (b bomb) action(depth int) string {
	n := b.IntN(10)
	if depth > 3 {
		n = b.IntN(6)
	}
	switch n {
	case 0, 1:
		return `{{ $s = ` + b.text() + ` }}`
	case 2, 3:
		return `{{ $l = ` + b.list() + ` }}`
	case 4:
		return `{{ $d = ` + b.mapping() + ` }}`
	case 5:
		return b.of(`{{ $s }}`, `{{ $l }}`, `{{ $d }}`, `{{ template "t" $ }}`, `{{ if eq $s (print $s) }}x{{ end }}`)
	case 6:
		return `{{ with ` + b.list() + ` }}` + b.actions(depth+1) + `{{ end }}`
	}
	return `{{ range ` + b.of(b.times(), b.list(), b.mapping()) + ` }}` + b.actions(depth+1) + `{{ end }}`
}

func (b bomb) actions(depth int) string {
	var all strings.Builder
	for range 1 + b.IntN(5) {
		all.WriteString(b.action(depth))
	}
	return all.String()
}

// FuzzBombs renders templates that want to take all there is. Each ends, and has
// not made more than a chart may make of memory.
func FuzzBombs(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	const begin = `{{ $s := "a, b\n" }}{{ $l := list 1 "x" }}{{ $d := dict "k" "v" }}`
	f.Fuzz(func(t *testing.T, seed uint64) {
		b := bomb{rand.New(rand.NewPCG(seed, 1))}
		template := fmt.Sprintf(`{{ define "t" }}%s%s{{ end }}%s%s`, begin, b.actions(2), begin, b.actions(0))
		loaded, err := chart.FromFiles(map[string]string{
			"Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.0.0\n", "templates/x.yaml": template, "values.yaml": "a: {b: c}\n", "f": strings.Repeat("a\n", 1000),
		})
		require.NoError(t, err)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		loaded.Render(chart.Release{})
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<30), template)
	})
}
