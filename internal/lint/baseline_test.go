package lint

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var asIs = Naming{File: func(name string) string { return "x/" + name }, Text: func(at source.Span) string { return strings.ReplaceAll(at.String(), "secret", "******") }}

// sized are findings of a rule at each place in a text that has a size.
func sized(rule, text, at string) []*Finding {
	f := source.NewFile("f", []byte(text))
	var all []*Finding
	for i := range text {
		if strings.HasPrefix(text[i:], at) {
			all = append(all, &Finding{Rule: &Rule{ID: rule}, Span: f.Span(i, i+len(at)), Workload: &workload.Workload{Identity: workload.Identity{Name: "w"}}})
		}
	}
	return all
}

// A finding is known by its words, however they are written.
func TestBaselineText(t *testing.T) {
	for _, c := range []struct{ text, at, want string }{
		{"-Xmx9g", "9g", "-Xmx9g"},
		{`a: "-Xmx9g -Xms9g"`, "x9g", "-Xmx9g"},
		{"a: [-Xmx9g,-Xms9g]", "9g,", "-Xmx9g"},
		{"a: {b: 9g}", "9g", "9g"},
		{"a: b\r\n", "b", "b"},
		{"-Xmx9g \\\n    -Xms9g", "9g \\\n    -X", "-Xmx9g -Xms9g"},
		{"-Xmx9g\t'-Xms9g'", "9g\t'-X", "-Xmx9g -Xms9g"},
		{"-Dp=secret", "p", "-Dp=******"},
		{"ü: 木", "木", "木"},
	} {
		assert.Equal(t, c.want, asIs.of(sized("r", c.text, c.at)[0]).Text, c.text)
	}
	assert.Empty(t, asIs.words(file.Span(0, 0)), "what has no text")

	f := source.NewFile("f", []byte("-Xmx9g \\\n '-Dp=secret'"))
	assert.Equal(t, "-Xmx9g -Dp=******", asIs.Words(f))
}

func TestBaseline(t *testing.T) {
	before := sized("r", "-Xmx9g -Xmx9g -Xmx8g", "mx")
	baseline := Baseline(nil).With(append(before, sized("a", "-Xmx9g", "mx")...), asIs)
	assert.Equal(t, Baseline{
		{Rule: "a", File: "x/f", Workload: "w", Text: "-Xmx9g", Count: 1},
		{Rule: "r", File: "x/f", Workload: "w", Text: "-Xmx8g", Count: 1},
		{Rule: "r", File: "x/f", Workload: "w", Text: "-Xmx9g", Count: 2},
	}, baseline)
	assert.Equal(t, Baseline{{Rule: "r", File: "x/f", Workload: "w", Text: "-Xmx9g", Count: 3}},
		baseline[2:].With(sized("r", "-Xmx9g", "mx"), asIs), "what there is already is counted up")

	for _, c := range []struct {
		name, text, left string
		rest             Baseline
	}{
		{"moved and quoted", "# new\n'-Xmx8g' \"-Xmx9g\"\n\n  [-Xmx9g]", "", baseline[:1]},
		{"one more", "-Xmx9g -Xmx9g -Xmx9g -Xmx8g", "-Xmx9g", baseline[:1]},
		{"another", "-Xmx9g -Xmx9g -Xmx7g -Xmx8g", "-Xmx7g", baseline[:1]},
		{"one less", "-Xmx9g -Xmx8g", "", Baseline{baseline[0], {Rule: "r", File: "x/f", Workload: "w", Text: "-Xmx9g", Count: 1}}},
	} {
		now := sized("r", c.text, "mx")
		result := &Result{Findings: now}
		rest := baseline.Adopt(result, asIs, func(*Finding) bool { return true })
		var left []string
		for _, f := range result.Findings {
			left = append(left, asIs.of(f).Text)
		}
		assert.Equal(t, c.left, strings.Join(left, " "), c.name)
		assert.Equal(t, len(now)-len(left), result.Adopted, c.name)
		assert.Equal(t, c.rest, rest, c.name)
	}
}
