package compose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/reading"
)

// https://docs.docker.com/reference/compose-file/services/#extends
func TestServiceOf(t *testing.T) {
	beside := files{
		"base/y.yml": "services: {b: {extends: c, image: b}, c: {extends: {file: ../up.yml, service: d}}}", "up.yml": "services: {d: {image: d}}",
		"first.yml": "e: {image: e}", "broken.yml": "services: [", "two.yml": "a: 1\n---\nb: 2\n", "var.yml": "services: {f: {image: '${X:-of-default}'}}",
	}
	for _, c := range []struct {
		name, service string
		images        []string // of each layer
		unknown, why  string
	}{
		{"nothing", "{image: a}", []string{"a"}, "", ""},
		{"a null", "{image: a, extends: }", []string{"a"}, "", ""},
		{"taken away", "{image: a, extends: !reset null}", []string{"a"}, "", ""},
		{"a service of its file", "{extends: other}", []string{"", "other"}, "", ""},
		{"by a mapping", "{extends: {service: other}}", []string{"", "other"}, "", ""},
		{"of a file, which extends on", "{extends: {file: base/y.yml, service: b}}", []string{"", "b", "", "d"}, "", ""},
		{"of its own file, by its name", "{extends: {file: compose.yaml, service: other}}", []string{"", "other"}, "", ""},
		{"of the first version", "{extends: {file: first.yml, service: e}}", []string{"", "e"}, "", ""},
		{"where variables are put in", "{extends: {file: ./var.yml, service: f}}", []string{"", "of-default"}, "", ""},
		{"of no file", "{extends: {file: gone.yml, service: b}}", []string{""}, "gone.yml", "there is no such Compose file here"},
		{"of what is no YAML", "{extends: {file: broken.yml, service: b}}", []string{""}, "broken.yml", "there is no such Compose file here"},
		{"of two documents", "{extends: {file: two.yml, service: b}}", []string{""}, "two.yml", "there is no such Compose file here"},
		{"of a file that a variable names", "{extends: {file: '${X}.yml', service: b}}", []string{""}, "${X}.yml", "a variable names its file"},
		{"of none", "{extends: gone}", []string{""}, "gone", "that service does not exist"},
		{"of none in another file", "{extends: {file: up.yml, service: gone}}", []string{""}, "up.yml", "that service does not exist"},
		{"itself", "{extends: a}", []string{""}, "a", "it extends itself, which Compose refuses"},
		{"one that extends it", "{extends: back}", []string{"", ""}, "a", "it extends itself, which Compose refuses"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := opened(t, "services:\n  a: "+c.service+"\n  other: {image: other}\n  back: {extends: a}\n", beside)
			s := in.named("a")
			var images []string
			for _, l := range s.layers {
				images = append(images, l.node.Get("image").Value())
			}
			assert.Equal(t, c.images, images)
			assert.Equal(t, c.unknown, s.unknown.Value())
			assert.Equal(t, c.why, s.why)
		})
	}
}

func TestServiceOfIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("services:\n")
	for i := range mostExtended + 1 {
		fmt.Fprintf(&b, "  s%d: {extends: s%d}\n", i, i+1)
	}
	fmt.Fprintf(&b, "  s%d: {image: x}\n", mostExtended+1)
	in := opened(t, b.String(), nil)
	assert.Equal(t, "it extends too many services", in.named("s0").why)
	assert.Len(t, in.named("s0").layers, 1)
	assert.Empty(t, in.named("s2").why)
	in.taken = mostExtendedBytes
	assert.Equal(t, "the services that it extends are too large", in.named("s2").why)
}

// https://docs.docker.com/reference/compose-file/merge/
func TestMerged(t *testing.T) {
	for _, c := range []struct {
		name, service string
		all           []string // values of x, the one that counts first
		words         string   // x as words
	}{
		{"its own alone", "{x: 1}", []string{"1"}, "1"},
		{"over the other", "{extends: b, x: 1}", []string{"1", "of-b"}, "1"},
		{"of the other", "{extends: b}", []string{"of-b"}, "of-b"},
		{"a null is none, and for words that of the image", "{extends: b, x: }", []string{"of-b"}, "nothing"},
		{"taken away", "{extends: b, x: !reset null}", nil, "nothing"},
		{"taken away, with a value", "{extends: b, x: !reset 7}", nil, "nothing"},
		{"in its place", "{extends: b, x: !override 1}", []string{"1"}, "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := opened(t, "services:\n  a: "+c.service+"\n  b: {x: of-b}\n", nil).named("a")
			var all []string
			for _, l := range s.all("x") {
				all = append(all, l.node.Value())
			}
			assert.Equal(t, c.all, all)
			words := "nothing"
			if n := s.words("x"); n != nil {
				words = n.Value()
			}
			assert.Equal(t, c.words, words)
		})
	}
	s := opened(t, "services: {a: {extends: b, deploy: !override {x: 1}}, b: {deploy: {y: 2}}, c: {extends: b, deploy: {y: !reset null}}}", nil)
	assert.Nil(t, s.named("a").get("deploy", "y"), "the whole of what is above is its own")
	assert.Nil(t, s.named("c").get("deploy", "y"), "a key within is taken away")
	assert.Equal(t, "2", s.named("b").get("deploy", "y").Value())
}

func TestBeside(t *testing.T) {
	for _, c := range []struct{ folder, name, want string }{
		{"", "./a", "a"}, {".", "./a", "a"}, {".", "../a", "../a"}, {"base", "./a", "base/a"}, {"base", "../a", "a"}, {"base", "/etc/a", "/etc/a"}, {"..", "a", "../a"},
	} {
		assert.Equal(t, c.want, layer{folder: c.folder}.beside(c.name), c)
	}
}

// https://docs.docker.com/reference/compose-file/interpolation/
func TestInterpolate(t *testing.T) {
	beside := files{".env": "HEAP=2g\nEMPTY=\nQUOTED=\"3g\"\nDB_PASSWORD=geheim\n# NOTED=1g\nTWICE=1\nTWICE=2\nOF_OTHER=${HEAP}\n"}
	for _, c := range []struct{ name, written, want string }{
		{"nothing", "-Xmx1g", "-Xmx1g"},
		{"brackets", "-Xmx${HEAP}", "-Xmx2g"},
		{"no brackets", "-Xmx$HEAP -Xms$HEAP", "-Xmx2g -Xms2g"},
		{"a longer name", "$HEAPS", "$HEAPS"},
		{"the value in quotes", "${QUOTED}", "3g"},
		{"the last of a name", "${TWICE}", "2"},
		{"a comment sets none", "${NOTED}", "${NOTED}"},
		{"two dollars", "$${HEAP} $$HEAP", "$${HEAP} $$HEAP"},
		{"three dollars", "$$$HEAP", "$$2g"},
		{"a default that is not needed", "${HEAP:-1g} ${HEAP-1g}", "2g 2g"},
		{"a default", "${NOBODY:-1g} ${NOBODY-4g}", "1g 4g"},
		{"a default for what is empty", "${EMPTY:-1g}", "1g"},
		{"what is empty is set", "a${EMPTY-1g}b", "ab"},
		{"an empty default", "a${NOBODY:-}b", "ab"},
		{"an empty default alone", "${NOBODY:-}", ""},
		{"what is empty alone", "${EMPTY}", ""},
		{"needed, and set", "${HEAP:?say it} ${HEAP?}", "2g 2g"},
		{"needed, and empty", "${EMPTY:?say it}", "${EMPTY:?say it}"},
		{"needed, and not set", "${NOBODY:?say it}", "${NOBODY:?say it}"},
		{"in place of what is set", "${HEAP:+1g}", "${HEAP:+1g}"},
		{"not set", "${NOBODY}", "${NOBODY}"},
		{"a secret", "${DB_PASSWORD} $DB_PASSWORD ${API_TOKEN:-geheim}", "${DB_PASSWORD} $DB_PASSWORD ${API_TOKEN:-geheim}"},
		{"a dollar alone", "5$ and $1", "5$ and $1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := opened(t, "services:\n  a:\n    x: \""+c.written+"\"\n    list: [\""+c.written+"\"]\n", beside)
			assert.Equal(t, c.want, in.named("a").get("x").Value())
			assert.Equal(t, c.want, in.named("a").get("list").Items()[0].Value())
		})
	}
	in := opened(t, "services: {a: {x: &x '${HEAP}', y: *x}}", beside)
	assert.Equal(t, "2g", in.named("a").get("y").Value(), "an alias of what was put in once")
	assert.Equal(t, ".env", in.named("a").get("x").Text().Span().File.Name)
	assert.Len(t, in.Linked(reading.Shares), 1)
	assert.Empty(t, opened(t, "services: {a: {x: y}}", beside).Linked(reading.Shares))
}
