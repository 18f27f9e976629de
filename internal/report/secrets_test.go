package report_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/secret"
	"github.com/jvmlint/jvmlint/internal/source"
)

// What is a secret in a file is one in all that is said of it, and in what is
// put together from it.
func TestSecretsOf(t *testing.T) {
	values := source.NewFile("values.yaml", []byte("pw: hunter2\nname: app\n"))
	at := func(start, end int) source.Text { return source.Verbatim(values.Span(start, end)) }
	rendered := source.Rendered("app rendered", source.Join(source.Unlocated("a: ", "template"), at(4, 11), source.Unlocated("\nb: ", "template"), at(18, 21)))
	for _, c := range []struct{ name, in, want string }{
		{"in a message", "it is hunter2, not hunter23", "it is *******, not hunter23"},
		{"an option", "-Ddb.pass=abc", "-Ddb.pass=***"},
		{"what cannot be seen", "a\u009b31m\u202eb", "a·31m·b"},
		{"nothing", "app: it is", "app: it is"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, report.SecretsOf(rendered, nil).Show(c.in))
		})
	}
	assert.Equal(t, "a: *******\nb: app", secret.Text(rendered.Span(0, len(rendered.Data))))
	assert.Equal(t, "**ter", secret.Text(source.NewFile("f", []byte("pwd: hu ter")).Span(5, 7))+"ter")
	assert.True(t, report.HoldsSecret(values.Line(1)))
	assert.False(t, report.HoldsSecret(values.Line(2)))

	assert.Equal(t, "\x1b[1mx ·[2J \t*******\x1b[0m\n", report.SecretsOf(values).Text("\x1b[1mx \x1b[2J \thunter2\x1b[0m\n"), "colours stay")

	template := source.NewFile("a.yaml", []byte("fail"))
	problem := &source.Problem{File: template, Message: "bad hunter2", Cites: []*source.File{values}}
	assert.Equal(t, "a.yaml: bad *******", report.Error(errors.Join(problem)))
	assert.Equal(t, "bad *******", report.ProblemMessage(problem))
}

func TestSecretsInJSON(t *testing.T) {
	hidden := report.SecretsOf(source.NewFile("f", []byte(`pw: hun"ter2`)))
	type inner struct {
		A string   `json:"a"`
		B []string `json:"b"`
		C int      `json:"c"`
	}
	got, err := hidden.JSON(map[string]any{"x": inner{`-Da="hun"ter2"`, []string{"<é\n>", "-Dpwd=x", `\`}, 5}, "y": nil})
	require.NoError(t, err)
	var want map[string]any
	require.NoError(t, json.Unmarshal(got, &want))
	assert.Equal(t, map[string]any{"x": map[string]any{"a": `-Da="********"`, "b": []any{"<é\n>", "-Dpwd=*", `\`}, "c": 5.}, "y": nil}, want)
}
