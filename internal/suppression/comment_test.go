package suppression

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// said says what a comment asks for: its kind, its rules and its reason, or
// what is wrong and where.
func said(comment string) []string {
	f := source.NewFile("f", []byte("x "+comment))
	var all []string
	for _, s := range Of(f.Span(2, len(f.Data))) {
		if s.Fault != "" {
			all = append(all, s.At.String()+": "+s.Fault)
			continue
		}
		kind := "lines: "
		if s.File {
			kind = "file: "
		}
		var names []string
		for _, r := range s.Rules {
			names = append(names, r.String())
		}
		all = append(all, kind+strings.Join(names, "+")+": "+s.Reason)
	}
	return all
}

func TestSuppressions(t *testing.T) {
	for _, c := range []struct {
		comment string
		want    []string
	}{
		{"# jvmlint:ignore a -- why", []string{"lines: a: why"}},
		{"#jvmlint:ignore a -- why", []string{"lines: a: why"}},
		{"; jvmlint:ignore a -- why", []string{"lines: a: why"}},
		{"! jvmlint:ignore-file a -- why", []string{"file: a: why"}},
		{"##  jvmlint:ignore\ta ,b,  c \t--\twhy -- and more  ", []string{"lines: a+b+c: why -- and more"}},
		{"# keep # jvmlint:ignore a -- see #1 # jvmlint:ignore b -- two", []string{"lines: a: see #1", "lines: b: two"}},
		{"# jvmlint:ignore a -- 木", []string{"lines: a: 木"}},
		{"# jvmlint:ignore 木 -- why", []string{"lines: 木: why"}},

		{"jvmlint:ignore a -- why", []string{"lines: a: why"}},

		{"# a comment", nil},
		{"# see jvmlint:ignore", nil},
		{"# jvmlint is a linter", nil},
		{"# jvmlint: the heap is large", nil},
		{"# jvmlints:ignore", nil},
		{"#", nil},

		{"# jvmlint:ignore", []string{"jvmlint:ignore: no rule is named: jvmlint:ignore RULE -- reason"}},
		{"# jvmlint:ignore-file -- why", []string{"jvmlint:ignore-file: no rule is named: jvmlint:ignore-file RULE -- reason"}},
		{"# jvmlint:ignore a", []string{"jvmlint:ignore a: a reason is missing: jvmlint:ignore RULE -- reason"}},
		{"# jvmlint:ignore a, b --  ", []string{"jvmlint:ignore a, b: a reason is missing: jvmlint:ignore RULE -- reason"}},
		{"# jvmlint:ignore a --why", []string{"jvmlint:ignore a --why: a reason is missing: jvmlint:ignore RULE -- reason"}},
		{"# jvmlint:ignore a, -- why", []string{",: a comma without a rule"}},
		{"# jvmlint:ignore ,a -- why", []string{",: a comma without a rule"}},
		{"# jvmlint:ignore a b -- why", []string{"a b: rules are separated by commas"}},
		{"# jvmlint:ignore,a -- why", []string{"jvmlint:ignore: a blank is missing after jvmlint:ignore"}},
		{"# jvmlint:ignore_file a -- why", []string{`jvmlint:ignore_file: "jvmlint:ignore_file" is not a jvmlint comment: these are jvmlint:ignore and jvmlint:ignore-file`}},
		{"# JVMLINT: ignore a -- why", []string{`JVMLINT: ignore: "JVMLINT: ignore" is not a jvmlint comment: these are jvmlint:ignore and jvmlint:ignore-file`}},
	} {
		assert.Equal(t, c.want, said(c.comment), c.comment)
	}
}

// What is removed, and what is left of the line.
func TestRemoveSuppression(t *testing.T) {
	for _, c := range []struct{ file, comment, want string }{
		{"a\r\n  # jvmlint:ignore a -- why\r\nb", "# jvmlint:ignore a -- why", "a\r\nb"},
		{"# jvmlint:ignore a -- why", "# jvmlint:ignore a -- why", ""},
		{"a: b  # jvmlint:ignore a -- why\nc", "# jvmlint:ignore a -- why", "a: b\nc"},
		{"a: b # c # jvmlint:ignore a -- why\nc", "# c # jvmlint:ignore a -- why", "a: b # c\nc"},
		{"  # jvmlint:ignore a -- why # jvmlint:ignore b -- why\nc", "# jvmlint:ignore a -- why # jvmlint:ignore b -- why", " # jvmlint:ignore b -- why\nc"},
	} {
		f := source.NewFile("f", []byte(c.file))
		at := strings.Index(c.file, c.comment)
		s := Of(f.Span(at, at+len(c.comment)))[0]
		after, err := f.Apply([]source.Edit{s.Remove()})
		assert.NoError(t, err, c.file)
		assert.Equal(t, c.want, string(after), c.file)
	}
}

// Whatever a comment says, spans lie within it, and the names are words.
func FuzzSuppressions(f *testing.F) {
	for _, s := range []string{"# jvmlint:ignore a, b -- why", "# x # jvmlint:ignore", "; JVMLINT ignore", "#jvmlint:ignore-file \xff,, -- \r", "# jvmlint:ignore a -- b # jvmlint:ignore c --"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, comment string) {
		file := source.NewFile("f", []byte("a "+comment))
		all := Of(file.Span(2, len(file.Data)))
		last := 2
		for _, s := range all {
			assert.True(t, last <= s.Span.Start && s.Span.Start < s.Span.End && s.Span.End <= len(file.Data))
			last = s.Span.End
			assert.Equal(t, s.Fault == "", len(s.Rules) > 0 && s.Reason != "")
			assert.True(t, s.Fault == "" || s.Span.Covers(s.At) && s.At.Len() > 0)
			for i, name := range s.Rules {
				assert.True(t, s.Span.Covers(name) && name.Len() > 0)
				assert.NotContains(t, name.String(), ",")
				assert.True(t, s.RemoveRule(i).Span.Covers(name))
			}
			after, err := file.Apply([]source.Edit{s.Remove()})
			assert.NoError(t, err)
			left := source.NewFile("f", after)
			if strings.HasPrefix(string(after), "a ") {
				assert.Less(t, len(Of(left.Span(2, len(after)))), len(all))
			}
		}
	})
}

func TestMayAsk(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "jvmlin": false, "j v m l i n t": false, "a: 1 # jvmlint:ignore x": true, "# JVMLint ignore": true, "jjVMLINT": true, "jar: 1\njvmlint": true,
	} {
		assert.Equal(t, want, MayAsk([]byte(text)), text)
	}
}
