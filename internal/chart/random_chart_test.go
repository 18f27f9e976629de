package chart_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// draw draws charts for tests: dependencies with aliases, conditions and tags, globals,
// nulls, and values that do not fit together.
type draw struct{ *rand.Rand }

// drawn draws the charts of a seed.
func drawn(seed uint64) draw { return draw{rand.New(rand.NewPCG(seed, seed))} }

// drawnFiles are the files of a chart, by their names below its folder.
type drawnFiles map[string]string

type object = map[string]any

// often tells, with a chance in percent.
func (d draw) often(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d draw, all ...T) T { return all[d.IntN(len(all))] }

// Chart draws a chart with its dependencies. more adds to the files of each.
func (d draw) Chart(more func(below string, into drawnFiles)) drawnFiles {
	files := drawnFiles{}
	d.chart(files, "", "app", 0, more)
	return files
}

func (d draw) chart(files drawnFiles, below, name string, depth int, more func(string, drawnFiles)) {
	metadata := object{
		"apiVersion": pick(d, "v2", "v2", "v2", "v1"), "name": name,
		"version": pick(d, "1.2.3", "1.2.3", "1.4.0-rc.1", "v2.0.0"), "description": "of  " + name + "\n",
	}
	if d.often(30) {
		metadata["appVersion"] = pick(d, "5.3.1", "latest", "1.0")
		metadata["keywords"] = []string{"a", "b"}
		metadata["maintainers"] = []object{{"name": "somebody", "email": "s@example.org"}}
		metadata["annotations"] = map[string]string{"x": "y"}
	}
	if depth > 0 && d.often(15) {
		metadata["type"] = pick(d, "library", "application")
	}
	var dependencies []object
	if depth < 3 {
		for _, child := range []string{"worker", "db", "lib"}[:d.IntN(4-depth)] {
			d.chart(files, below+"charts/"+child+"/", child, depth+1, more)
			dependencies = append(dependencies, d.dependencies(child)...)
		}
	}
	if dependencies != nil {
		declared := object{"dependencies": dependencies}
		if metadata["apiVersion"] == "v1" {
			files[below+"requirements.yaml"] = write(declared)
		} else {
			metadata["dependencies"] = dependencies
		}
	}
	files[below+"Chart.yaml"] = write(metadata)
	if d.often(90) {
		files[below+"values.yaml"] = write(d.Values())
	}
	more(below, files)
}

// dependencies are how a chart may name one that it has: not at all, as it is,
// by aliases.
func (d draw) dependencies(name string) []object {
	one := func(alias string) object {
		o := object{"name": name, "version": pick(d, "1.x.x", ">=1.0.0-0", "*", "^2"), "repository": ""}
		called := name
		if alias != "" {
			o["alias"], called = alias, alias
		}
		if d.often(30) {
			o["condition"] = pick(d, called+".enabled", called+".enabled,global.enabled", "enabled", "missing.enabled,"+called+".a", " "+called+".enabled ")
		}
		if d.often(20) {
			o["tags"] = pick(d, []string{"front"}, []string{"back"}, []string{"front", "back"})
		}
		return o
	}
	switch {
	case d.often(10):
		return nil
	case d.often(20):
		return []object{one(""), one(name + "-two")}
	case d.often(20):
		return []object{one("other-" + name)}
	}
	return []object{one("")}
}

// Values draws values, of a chart or to install it with.
func (d draw) Values() map[string]any {
	values := d.mapping(0)
	if d.often(40) {
		values["tags"] = object{"front": d.often(50), "back": d.often(50)}
	}
	if d.often(40) {
		values["global"] = d.either(90, d.mapping(1))
	}
	if d.often(40) {
		values["exports"] = object{"data": d.mapping(1), "more": d.either(70, d.mapping(1))}
	}
	for _, name := range []string{"worker", "db", "lib", "worker-two", "other-db"} {
		if !d.often(25) {
			continue
		}
		of := d.mapping(1)
		if d.often(40) {
			of["global"] = d.either(80, d.mapping(1))
		}
		for _, further := range []string{"db", "lib"} {
			if d.often(20) {
				of[further] = d.mapping(1)
			}
		}
		values[name] = d.either(97, of)
	}
	return values
}

// either is a mapping with a chance in percent, and anything else.
func (d draw) either(percent int, m object) any {
	if d.often(percent) {
		return m
	}
	return d.scalar()
}

func (d draw) mapping(depth int) object {
	m := object{}
	for range d.IntN(6 - depth) {
		m[pick(d, "a", "b", "c", "d", "enabled", "e f")] = d.value(depth)
	}
	return m
}

func (d draw) value(depth int) any {
	switch n := d.IntN(10); {
	case n < 4 && depth < 3:
		return d.mapping(depth + 1)
	case n == 4:
		list := []any{}
		for range d.IntN(4) {
			list = append(list, d.value(depth+2))
		}
		return list
	}
	return d.scalar()
}

func (d draw) scalar() any {
	return pick[any](d,
		nil, nil, true, false, 0, 1, 42, 1000000, 12345678901, 2.5, -1e21, "", "text", "true", "12", "0x1f", "1e3", "-Xmx1g -Xms1g", "a\nb\n", " spaced ",
		"{{ .Values.a }}", `{{ include "name" . }}`, "quo\"te", "it's", "Grüße", "a: b", "#", "null", "2001-01-01", "<no value>", "{{", "1.2.3", "90s",
	)
}

func write(v any) string {
	data, err := yaml.Marshal(v)
	if err != nil {
		panic(fmt.Sprint("it was made here: ", err))
	}
	return string(data)
}

// number is a seed, or how many are to be drawn: what an environment variable
// says, else another.
func number(t *testing.T, variable string, other uint64) uint64 {
	t.Helper()
	s := os.Getenv(variable)
	if s == "" {
		return other
	}
	n, err := strconv.ParseUint(s, 10, 64)
	require.NoError(t, err, "%s", variable)
	return n
}
