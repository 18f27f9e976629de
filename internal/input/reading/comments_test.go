package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Comments as a shell has them, and the lines that belong together.
func TestOptionsSyntax(t *testing.T) {
	for _, c := range []struct {
		name, text      string
		comments, units []string
	}{
		{"on a line of its own", "# a\n-Xmx1g\n", []string{"# a"}, []string{"-Xmx1g"}},
		{"behind blanks", "\t # a\r\n-Xmx1g\r\n", []string{"# a"}, []string{"-Xmx1g"}},
		{"behind something", "-Xmx1g # a\n", []string{"# a"}, []string{"-Xmx1g # a"}},
		{"behind a tab", "-Xmx1g\t# a", []string{"# a"}, []string{"-Xmx1g\t# a"}},
		{"a sign within a word", "-Da=b#c\n", nil, []string{"-Da=b#c"}},
		{"within quotes", "A=\"b # c\" # d\n", []string{"# d"}, []string{"A=\"b # c\" # d"}},
		{"quotes over lines", "A=\"b\n# c\nd\"\n", nil, []string{"A=\"b\n# c\nd\""}},
		{"an escaped quote", `A=b\" # c` + "\n", []string{"# c"}, []string{`A=b\" # c`}},
		{"a line that goes on", "A=b \\\n c\nB=d\n", nil, []string{"A=b \\\n c", "B=d"}},
		{"nothing", "\n \n", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := OptionsSyntax.Of(source.NewFile("f", []byte(c.text)))
			var comments, units []string
			for _, of := range r.Comments {
				comments = append(comments, of.Span.String())
			}
			for _, u := range r.Units {
				units = append(units, u.String())
			}
			assert.Equal(t, c.comments, comments)
			assert.Equal(t, c.units, units)
		})
	}
	lines := OptionLinesSyntax.Of(source.NewFile("f", []byte("# a\n-Xmx1g # b\n-Da=\"b\n")))
	assert.Len(t, lines.Comments, 1, "a file of options has comments on lines of their own")
	assert.Len(t, lines.Units, 2)
}

func TestOnTop(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"the first line", "# c\n-Xmx1g\n", true},
		{"behind another", "#!/bin/sh\n\n# c\n-Xmx1g\n", true},
		{"behind the marks of YAML", "%YAML 1.1\n---\n# c\na: b\n", true},
		{"behind an action", "{{ if a }}\n# c\nb: c\n", true},
		{"behind content", "-Xmx1g\n# c\n", false},
		{"behind content on its line", "-Xmx1g # c\n", false},
	} {
		f := source.NewFile("f", []byte(c.text))
		comments := OptionsSyntax.Of(f).Comments
		assert.Equal(t, c.want, OnTop(comments[len(comments)-1]), c.name)
	}
}

// What comments that ask to leave findings out are about.
func TestSuppressions(t *testing.T) {
	const ask = "# jvmlint:ignore heap-grows -- why"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"the next line", ask + "\n-Xmx1g\n-Xms1g\n", []string{"-Xmx1g"}},
		{"its own line", "-Xmx1g " + ask + "\n-Xms1g\n", []string{"-Xmx1g " + ask}},
		{"behind another comment", ask + "\n# a\n-Xmx1g\n", []string{"-Xmx1g"}},
		{"all of a value", ask + "\nA=\"-Xmx1g\n -Xms1g\"\nB=c\n", []string{"A=\"-Xmx1g\n -Xms1g\""}},
		{"nothing behind it", "-Xmx1g\n" + ask, []string{""}},
		{"the file", "# jvmlint:ignore-file heap-grows -- why\n-Xmx1g\n", []string{"the file"}},
		{"the file, too late", "-Xmx1g\n# jvmlint:ignore-file heap-grows -- why\n", []string{NotOnTop}},
		{"nothing", "# a\n-Xmx1g\n", nil},
	} {
		var got []string
		for _, s := range Suppressions(source.NewFile("f", []byte(c.text)), OptionsSyntax.Of) {
			switch {
			case s.Fault != "":
				got = append(got, s.Fault)
			case s.File:
				got = append(got, "the file")
			default:
				got = append(got, s.Covers[0].String())
			}
		}
		assert.Equal(t, c.want, got, c.name)
	}
	assert.Nil(t, Suppressions(source.NewFile("f", []byte(ask)), nil), "a file that has no comments")
}
