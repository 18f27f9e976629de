package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
	"github.com/jvmlint/jvmlint/rules"
)

// judgeText gives what rules find in a file, and how its comments are read.
func judgeText(t *testing.T, name, text string, by ...*lint.Rule) (*input.Input, *lint.Result) {
	in := input.Read(source.NewFile(name, []byte(text)))
	result, err := lint.Check(in.Workloads, by)
	require.NoError(t, err)
	return in, result
}

// said is what a rule says in a result, wherever it stands.
func said(result *lint.Result, rule *lint.Rule) []string {
	var all []string
	for _, f := range result.Findings {
		if f.Rule == rule {
			all = append(all, f.Span.String()+" "+f.Message)
		}
	}
	slices.Sort(all)
	return all
}

// Of everything that is found in the cases of all rules: a comment on the
// nearest line above, where one can stand and changes nothing else, leaves it
// out, and so does one about the file on top of it.
func TestEveryFindingCanBeLeftOut(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(cases, "*", "bad*.txtar"))
	require.NoError(t, err)
	findings, nowhere := 0, 0
	seen := map[string]bool{}
	for _, path := range files {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, member := range txtar.Parse(data).Files {
			text := string(member.Data)
			if seen[text] || strings.Contains(text, "jvmlint") {
				continue
			}
			seen[text] = true
			in, result := judgeText(t, member.Name, text, rules.All()...)
			for _, f := range result.Findings {
				if f.Span.File != in.File || f.Span.Start == 0 {
					continue // in text within a value, or about the file
				}
				findings++
				if !leftOutByLine(t, in, result, f) {
					nowhere++
					t.Logf("%s: no comment can stand above %s in %s: %s", path, f.Span, member.Name, f.Rule.ID)
				}
				assert.True(t, leftOutByFile(t, in, f), "%s: %s by its file", path, f.Rule.ID)
			}
		}
	}
	t.Logf("%d findings; no comment can stand above %d", findings, nowhere)
	assert.Greater(t, findings, 500)
	assert.Less(t, nowhere, findings/100)
}

// leftOutByLine puts a comment above the line of a finding, or further up until
// one can stand there.
func leftOutByLine(t *testing.T, in *input.Input, before *lint.Result, f *lint.Finding) bool {
	text := string(in.File.Data)
	for n := in.File.LineAt(f.Span.Start); n > 0; n-- {
		at := in.File.Line(n).Start
		comment := remark(in, "jvmlint:ignore "+f.Rule.ID+" -- why")
		commented, result := judgeText(t, in.File.Name, text[:at]+comment+text[at:], f.Rule)
		if len(commented.Suppressions) != 1 || !slices.Equal(said(before, f.Rule), said(result, f.Rule)) {
			continue
		}
		suppress(result, commented)
		out := slices.ContainsFunc(result.Suppressed, func(s lint.Suppressed) bool {
			return s.Finding.Rule == f.Rule && s.Finding.Span.Start == f.Span.Start+len(comment)
		})
		assert.True(t, out, "%s: a comment above line %d leaves %s at line %d in", in.File.Name, n, f.Rule.ID, in.File.LineAt(f.Span.Start))
		return out
	}
	return false
}

func leftOutByFile(t *testing.T, in *input.Input, f *lint.Finding) bool {
	top := in.File.Line(1).Start
	text := string(in.File.Data)
	if strings.HasPrefix(text, "<?xml") { // nothing may stand before that
		top = in.File.Line(2).Start
	}
	commented, result := judgeText(t, in.File.Name, text[:top]+remark(in, "jvmlint:ignore-file "+f.Rule.ID+" -- why")+text[top:], f.Rule)
	suppress(result, commented)
	return !slices.Contains(raised(result), f.Rule.ID)
}

// remark is a comment on a line of its own, as the file has them.
func remark(in *input.Input, words string) string {
	if in.Format == input.HazelcastXML || in.Format == input.HazelcastClientXML {
		return "<!-- " + strings.Replace(words, "--", "-", 1) + " -->" + in.File.LineEnd() // two dashes would end it
	}
	if input.IsBuild(in.File.Name) && !strings.HasSuffix(in.File.Name, ".xml") {
		return "// " + words + in.File.LineEnd()
	}
	return "# " + words + in.File.LineEnd()
}

func suppress(result *lint.Result, in *input.Input) {
	result.Suppress(lint.Comments{
		All: in.Suppressions, Judged: func(*suppression.Comment, *lint.Rule) bool { return false },
		Settings: func(*source.File) lint.Settings { return nil },
	}, rules.All())
}
