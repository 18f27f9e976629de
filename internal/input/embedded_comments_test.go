package input

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// mounted is a ConfigMap with a file of these lines, and another entry behind.
func mounted(header string, lines []string) *source.File {
	var b strings.Builder
	b.WriteString("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: store}\ndata:\n  jvm.options: " + header + "\n")
	for _, line := range lines {
		b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	}
	b.WriteString("  other: text\n")
	return source.NewFile("f.yaml", []byte(b.String()))
}

// sequences are all of n words, with repetition.
func sequences(n int, words ...string) [][]string {
	if n == 0 {
		return [][]string{nil}
	}
	var all [][]string
	for _, s := range sequences(n-1, words...) {
		for _, w := range words {
			all = append(all, append(s[:len(s):len(s)], w))
		}
	}
	return all
}

// Whatever lines stand around a comment, without it the YAML holds the text
// without its line.
func TestRemoveEmbeddedComment(t *testing.T) {
	const comment = "# " + because
	removed := 0
	for _, header := range []string{"|", "|-", "|+"} {
		for _, lines := range sequences(5, "-Xmx1g", comment, "") {
			f := mounted(header, lines)
			suppressions := Read(f).Suppressions
			comments := 0
			for i, line := range lines {
				if line != comment {
					continue
				}
				comments++
				if len(suppressions) < comments {
					break // it is no file of options
				}
				s := suppressions[comments-1]
				assert.Equal(t, comment, s.Span.String(), header)
				data, err := f.Apply([]source.Edit{s.Remove()})
				require.NoError(t, err, header)
				after := source.NewFile("f.yaml", data)
				without := append(append([]string{}, lines[:i]...), lines[i+1:]...)
				if strings.TrimSpace(strings.Join(lines[i+1:], "")) == "" { // blank lines before the last one go with it
					without = append(strings.Split(strings.TrimRight(strings.Join(lines[:i], "\n"), "\n"), "\n"), lines[i+1:]...)
				}
				assert.Equal(t, trees(t, mounted(header, without)), trees(t, after), "%s of %q without line %d", header, lines, i+1)
				assert.NoError(t, yamldoc.Verify(f, nil, []source.Edit{s.Remove()}, after, nil), "%s of %q without line %d", header, lines, i+1)
				removed++
			}
		}
	}
	assert.Greater(t, removed, 700)
}

// trees are the values of a ConfigMap.
func trees(t *testing.T, f *source.File) []string {
	documents, err := yamldoc.Parse(f)
	require.NoError(t, err)
	var all []string
	for _, e := range documents[0].Root.Get("data").Entries() {
		all = append(all, e.Key.Value(), e.Value.Value())
	}
	return all
}

// Comments in a text are about lines of that text and no others; what is about
// its file is about the text and its key.
func TestEmbeddedSuppressionsCover(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"above", []string{"# @", "-Xmx1g", "-Xms1g"}, []string{"    -Xmx1g"}},
		{"behind", []string{"-Xmx1g # @", "-Xms1g"}, []string{"    -Xmx1g # " + because}},
		{"the last line", []string{"-Xmx1g", "-Xms1g", "# @"}, []string{""}},
		{"quotes of a shell", []string{"# @", "JAVA_OPTS=\"-Xmx1g # @", "-Xms1g\""}, []string{"    JAVA_OPTS=\"-Xmx1g # " + because + "\n    -Xms1g\""}},
		{"its file", []string{"#!/bin/sh", "# jvmlint:ignore-file heap-grows -- why", "JAVA_OPTS=-Xmx1g"},
			[]string{"jvm.options: |\n    #!/bin/sh\n    # jvmlint:ignore-file heap-grows -- why\n    JAVA_OPTS=-Xmx1g\n"}},
		{"not on top", []string{"JAVA_OPTS=-Xmx1g", "# jvmlint:ignore-file heap-grows -- why"}, []string{reading.NotOnTop}},
		{"no file of options", []string{"# @", "text", "more"}, nil},
	} {
		for i := range c.lines {
			c.lines[i] = strings.ReplaceAll(c.lines[i], "@", because)
		}
		var got []string
		for _, s := range Read(mounted("|", c.lines)).Suppressions {
			if s.Fault != "" {
				got = append(got, s.Fault)
				continue
			}
			got = append(got, s.Covers[0].String())
		}
		assert.Equal(t, c.want, got, c.name)
	}
}
