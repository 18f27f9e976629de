package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
)

// merge makes one value of those that releases have at a place, by index of
// the release: what all have stands there as it is, objects are merged key by
// key, and what differs becomes a list of variants with the releases of each.
func merge(values map[int]any, releases []release) any {
	present := indexes(values)
	first := values[present[0]]
	objects := true
	same := true
	for _, i := range present {
		_, object := values[i].(map[string]any)
		objects = objects && object
		same = same && reflect.DeepEqual(values[i], first)
	}
	switch {
	case same:
		return first
	case objects:
		return mergeObjects(values, present, releases)
	}
	var variants []any
	for start := 0; start < len(present); {
		end := start
		for end+1 < len(present) && reflect.DeepEqual(values[present[end+1]], values[present[start]]) {
			end++
		}
		variants = append(variants, variant(values[present[start]], present[start], present[end], releases))
		start = end + 1
	}
	return map[string]any{schema.Variants: variants}
}

func mergeObjects(values map[int]any, present []int, releases []release) any {
	merged := map[string]any{}
	byKey := map[string]map[int]any{}
	for _, i := range present {
		for key, value := range values[i].(map[string]any) {
			if byKey[key] == nil {
				byKey[key] = map[int]any{}
			}
			byKey[key][i] = value
		}
	}
	for key, having := range byKey {
		at := indexes(having)
		value := merge(having, releases)
		if !slices.Equal(at, present) {
			var variants []any
			for start := 0; start < len(at); {
				end := start // as far as no release of the object lacks the key
				for end+1 < len(at) && slices.Index(present, at[end+1]) == slices.Index(present, at[end])+1 {
					end++
				}
				variants = append(variants, variant(value, at[start], at[end], releases))
				start = end + 1
			}
			value = map[string]any{schema.Variants: variants}
		}
		merged[key] = value
	}
	return merged
}

// variant is a value with the first release that has it and the first that
// does not; the latter is empty where the newest has it.
func variant(value any, first, last int, releases []release) any {
	until := ""
	if last+1 < len(releases) {
		until = releases[last+1].version.String()
	}
	return []any{releases[first].version.String(), until, value}
}

func indexes(values map[int]any) []int {
	var at []int
	for i := range values {
		at = append(at, i)
	}
	slices.Sort(at)
	return at
}

// write makes the table: a line for each definition, so that what a new
// release changes can be read in a diff.
func write(releases []release) ([]byte, error) {
	values := map[int]any{}
	for i, r := range releases {
		values[i] = r.schema
	}
	table, ok := merge(values, releases).(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the schemas are no objects")
	}
	definitions, ok := table["definitions"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the schemas have no definitions")
	}
	delete(table, "definitions")
	var b bytes.Buffer
	b.WriteString("{\"releases\": ")
	var names []string
	for _, r := range releases {
		names = append(names, r.version.String())
	}
	line(&b, names)
	b.WriteString(",\n\"root\": ")
	line(&b, table)
	b.WriteString(",\n\"definitions\": {")
	for i, name := range sortedKeys(definitions) {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n")
		line(&b, name)
		b.WriteString(": ")
		line(&b, definitions[name])
	}
	b.WriteString("\n}}\n")
	if !json.Valid(b.Bytes()) {
		return nil, fmt.Errorf("the table is no JSON")
	}
	return b.Bytes(), nil
}

// line writes a value on one line; keys are sorted.
func line(b *bytes.Buffer, value any) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // it came out of JSON
	}
	b.Truncate(b.Len() - 1)
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
