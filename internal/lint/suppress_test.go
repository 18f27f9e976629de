package lint

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
)

// A rule about comments, which reports names that leave nothing out.
var unused = &Rule{ID: "unused", CheckIgnore: func(p *CommentPass) {
	for _, i := range p.Unused {
		p.Report(p.Comment.Rules[i], "unused")
	}
}}

// suppress judges a text in which each - is a finding of rule a. A comment is
// about its own line. It gives the places of what is left, and of what is not.
func suppress(text string, judged bool) (left, out []string) {
	rules := []*Rule{{ID: "a", Check: func(*Pass) {}}, {ID: "b", Check: func(*Pass) {}}, unused}
	f := source.NewFile("f", []byte(text))
	result := &Result{}
	for i, c := range text {
		if c == '-' && strings.HasPrefix(text[i:], "-X") {
			result.Findings = append(result.Findings, &Finding{Rule: rules[0], Span: f.Span(i, i+1)})
		}
	}
	comments := Comments{Rules: []string{"a", "b", "unused"}, Judged: func(*suppression.Comment, *Rule) bool { return judged },
		Settings: func(*source.File) Settings { return nil }}
	for n := range f.Lines() {
		line := f.Line(n + 1)
		if i := strings.IndexByte(line.String(), '#'); i >= 0 {
			for _, s := range suppression.Of(f.Span(line.Start+i, line.End)) {
				if !s.File {
					s.Covers = []source.Span{line}
				}
				comments.All = append(comments.All, s)
			}
		}
	}
	result.Suppress(comments, rules)
	for _, f := range result.Findings {
		left = append(left, f.Rule.ID+" at "+f.Span.String())
	}
	for _, s := range result.Suppressed {
		out = append(out, s.Finding.Rule.ID+": "+s.By.Reason)
	}
	return left, out
}

func TestSuppress(t *testing.T) {
	for _, c := range []struct {
		name, text string
		left, out  []string
	}{
		{"nothing to do", "-X", []string{"a at -"}, nil},
		{"its line", "-X # jvmlint:ignore a -- why\n-X", []string{"a at -"}, []string{"a: why"}},
		{"all of a line", "-X -X # jvmlint:ignore a -- why", nil, []string{"a: why", "a: why"}},
		{"another rule", "-X # jvmlint:ignore b -- why", []string{"a at -", "unused at b"}, nil},
		{"its file", "# jvmlint:ignore-file a -- why\n-X\n-X", nil, []string{"a: why", "a: why"}},
		{"the narrower one counts", "# jvmlint:ignore-file a -- all\n-X # jvmlint:ignore a -- this", []string{"unused at a"}, []string{"a: this"}},
		{"named twice", "-X # jvmlint:ignore a,a -- why", []string{"unused at a"}, []string{"a: why"}},
		{"a fault", "-X # jvmlint:ignore a", []string{"a at -"}, nil},
		{"no such rule", "-X # jvmlint:ignore c -- why", []string{"a at -"}, nil},
		{"unused ones are left out, too", "# jvmlint:ignore-file unused -- they are needed elsewhere\n# jvmlint:ignore a -- why", nil, []string{"unused: they are needed elsewhere"}},
	} {
		left, out := suppress(c.text, true)
		assert.Equal(t, c.left, left, c.name)
		assert.Equal(t, c.out, out, c.name)
	}
	left, _ := suppress("# jvmlint:ignore a -- why", false)
	assert.Empty(t, left, "not judged")
}

// A chart's finding is left out where it was written, and where a template
// renders it.
func TestSuppressRendered(t *testing.T) {
	values := source.NewFile("values.yaml", []byte("o: -Xmx1g"))
	template := source.NewFile("t.yaml", []byte("# jvmlint:ignore a -- why\nopts: {{ .o }}"))
	rendered := source.Rendered("out", source.Join(source.Verbatim(template.Span(0, 32)), source.Verbatim(values.Span(3, 9))))
	rule := &Rule{ID: "a", Check: func(*Pass) {}}
	at := rendered.Span(32, 38)
	for _, c := range []struct {
		name string
		by   suppression.Comment
		want bool
	}{
		{"its line of the values", suppression.Comment{Covers: []source.Span{values.Line(1)}}, true},
		{"another place of the values", suppression.Comment{Covers: []source.Span{values.Span(0, 2)}}, false},
		{"its line of what is rendered", suppression.Comment{Covers: []source.Span{rendered.Line(2)}}, true},
		{"another line of it", suppression.Comment{Covers: []source.Span{rendered.Line(1)}}, false},
		{"the values", suppression.Comment{File: true, Span: values.Span(0, 1)}, true},
		{"the template", suppression.Comment{File: true, Span: template.Span(0, 1)}, true},
		{"another file", suppression.Comment{File: true, Span: file.Span(0, 1)}, false},
	} {
		c.by.Rules = []source.Span{template.Span(17, 18)}
		result := &Result{Findings: []*Finding{{Rule: rule, Span: values.Span(3, 9), Related: []Related{{"rendered here", at}}}}}
		result.Suppress(Comments{All: []*suppression.Comment{&c.by}, Judged: func(*suppression.Comment, *Rule) bool { return true },
			Settings: func(*source.File) Settings { return nil }}, []*Rule{rule})
		assert.Equal(t, c.want, len(result.Suppressed) == 1, c.name)
	}
}

// What a project says of rules holds for those about comments, too.
func TestSuppressWithSettings(t *testing.T) {
	f := source.NewFile("f", []byte("# jvmlint:ignore a -- why"))
	rules := []*Rule{{ID: "a", Check: func(*Pass) {}}, unused}
	severe := Error
	for name, c := range map[string]struct {
		setting Setting
		want    []Severity
	}{"not set": {Setting{}, []Severity{Info}}, "an error": {Setting{Severity: &severe}, []Severity{Error}}, "off": {Setting{Off: true}, nil}} {
		result := &Result{}
		result.Suppress(Comments{All: suppression.Of(f.Line(1)), Judged: func(*suppression.Comment, *Rule) bool { return true },
			Settings: func(*source.File) Settings { return Settings{"unused": c.setting} }}, rules)
		var got []Severity
		for _, f := range result.Findings {
			got = append(got, f.Severity)
		}
		assert.Equal(t, c.want, got, name)
	}
}
