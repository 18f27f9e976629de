package kube

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStrategicMerge(t *testing.T) {
	for _, c := range []struct {
		name, base, patch, want string
		noLists, unknown        bool
	}{
		{name: "keys", base: "{a: 1, b: {c: 2, d: 3}}", patch: "{b: {c: 4}, e: 5}", want: "{a: 1, b: {c: 4, d: 3}, e: 5}"},
		{name: "null takes away", base: "{a: 1, b: 2}", patch: "{a: null, c: null}", want: "{b: 2}"},
		{name: "containers by name, new ones first", base: "{containers: [{name: a, image: x}, {name: b}]}", patch: "{containers: [{name: c}, {name: a, tty: true}]}",
			want: "{containers: [{name: c}, {name: a, image: x, tty: true}, {name: b}]}"},
		{name: "variables", base: "{env: [{name: A, value: 1}, {name: B, value: 2}]}", patch: "{env: [{name: B, value: 3}]}", want: "{env: [{name: A, value: 1}, {name: B, value: 3}]}"},
		{name: "lists without a key", base: "{args: [a, b]}", patch: "{args: [c]}", want: "{args: [c]}"},
		{name: "lists of an operator's resource", base: "{containers: [{name: a}]}", patch: "{containers: [{name: b}]}", want: "{containers: [{name: b}]}", noLists: true},
		{name: "an item goes", base: "{env: [{name: A}, {name: B}]}", patch: "{env: [{name: A, $patch: delete}]}", want: "{env: [{name: B}]}"},
		{name: "an item anew", base: "{env: [{name: A, value: 1}]}", patch: "{env: [{name: A, $patch: replace, valueFrom: x}]}", want: "{env: [{name: A, valueFrom: x}]}"},
		{name: "a list anew", base: "{env: [{name: A}, {name: B}]}", patch: "{env: [{$patch: replace}, {name: C}]}", want: "{env: [{name: C}]}"},
		{name: "a mapping anew", base: "{a: {b: 1}}", patch: "{a: {$patch: replace, c: 2}}", want: "{a: {c: 2}}"},
		{name: "all goes", base: "{a: 1}", patch: "{$patch: delete}", want: "nothing"},
		{name: "another directive", base: "{a: 1}", patch: "{$retainKeys: [b], b: 1}", want: "{a: 1, b: 1}", unknown: true},
		{name: "another kind", base: "{a: {b: 1}}", patch: "{a: [1]}", want: "{a: [1]}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &merger{lists: !c.noLists}
			assert.Equal(t, c.want, flow(m.mapping(parsed(t, c.base), parsed(t, c.patch))))
			assert.Equal(t, c.unknown, m.unknown)
		})
	}
}

func TestJSONPatch(t *testing.T) {
	const base = "{a: {b: 1, c: [x, y], d/e: 2}}"
	for _, c := range []struct{ op, path, value, want string }{
		{"replace", "/a/b", "3", "{a: {b: 3, c: [x, y], d/e: 2}}"},
		{"replace", "/a/z", "3", "not known"},
		{"add", "/a/z", "3", "{a: {b: 1, c: [x, y], d/e: 2, z: 3}}"},
		{"add", "/a/d~1e", "3", "{a: {b: 1, c: [x, y], d/e: 3}}"},
		{"add", "/z/z", "3", "not known"},
		{"add", "/a/c/-", "z", "{a: {b: 1, c: [x, y, z], d/e: 2}}"},
		{"add", "/a/c/0", "z", "{a: {b: 1, c: [z, x, y], d/e: 2}}"},
		{"add", "/a/c/3", "z", "not known"},
		{"replace", "/a/c/1", "z", "{a: {b: 1, c: [x, z], d/e: 2}}"},
		{"replace", "/a/c/2", "z", "not known"},
		{"remove", "/a/c/0", "", "{a: {b: 1, c: [y], d/e: 2}}"},
		{"remove", "/a/c", "", "{a: {b: 1, d/e: 2}}"},
		{"remove", "/a/z", "", "not known"},
		{"remove", "/a/b/z", "", "not known"},
		{"test", "/a/b", "7", base},
		{"move", "/a/b", "", "not known"},
		{"add", "", "1", "not known"},
	} {
		op := fmt.Sprintf("{op: %s, path: '%s', value: %s}", c.op, c.path, c.value)
		if c.value == "" {
			op = fmt.Sprintf("{op: %s, path: '%s'}", c.op, c.path)
		}
		o := &deployed{root: parsed(t, base)}
		got := "not known"
		if o.operate(parsed(t, op)) {
			got = flow(o.root)
		}
		assert.Equal(t, c.want, got, op)
	}
}
