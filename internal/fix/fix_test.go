package fix

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// swap is a made-up rule: whatever says old should say new.
type swap struct {
	old, new string
	safety   lint.Safety
}

func (s swap) findings(f *source.File) []*lint.Finding {
	var all []*lint.Finding
	for at := 0; ; {
		i := strings.Index(string(f.Data[at:]), s.old)
		if i < 0 {
			return all
		}
		at += i
		edit := source.Edit{Span: f.Span(at, at+len(s.old)), New: s.new}
		finding := &lint.Finding{Rule: &lint.Rule{ID: s.old + "-to-" + s.new}, Span: edit.Span}
		all = append(all, finding.Suggest(s.safety, "swap", edit))
		at += len(s.old)
	}
}

// checking is a check of made-up rules, in this order.
func checking(swaps ...swap) func([]*source.File) (*lint.Result, error) {
	return func(files []*source.File) (*lint.Result, error) {
		result := &lint.Result{}
		for _, f := range files {
			for _, s := range swaps {
				result.Findings = append(result.Findings, s.findings(f)...)
			}
		}
		return result, nil
	}
}

// outcome is what fixing came to.
type outcome struct {
	changed  map[string]string // content by name
	fixed    int
	problems []string
}

func settle(t *testing.T, limit lint.Safety, check func([]*source.File) (*lint.Result, error), contents ...string) outcome {
	var files []*source.File
	for i, c := range contents {
		files = append(files, source.NewFile(fmt.Sprintf("f%d", i), []byte(c)))
	}
	result, err := Settle(files, limit, check, EachFile(Splice))
	require.NoError(t, err)
	out := outcome{changed: map[string]string{}}
	for _, c := range result.Changes {
		assert.Contains(t, files, c.Before)
		out.changed[c.After.Name] = string(c.After.Data)
		out.fixed += c.Fixed
	}
	for _, p := range result.Problems {
		out.problems = append(out.problems, p.Error())
	}
	for i, c := range contents {
		assert.Equal(t, c, string(files[i].Data), "what was read never changes")
	}
	return out
}

func TestSettle(t *testing.T) {
	heap := swap{"-Xmx1g", "-Xmx2g", lint.Safe}
	for _, c := range []struct {
		name     string
		limit    lint.Safety
		swaps    []swap
		contents []string
		want     outcome
	}{
		{"nothing to do", lint.Unsafe, []swap{heap}, []string{"-Xmx3g"}, outcome{changed: map[string]string{}}},
		{"options", lint.Safe, []swap{heap}, []string{"-Xmx1g -Xms1g\r\n"}, outcome{map[string]string{"f0": "-Xmx2g -Xms1g\r\n"}, 1, nil}},
		{"YAML", lint.Safe, []swap{heap}, []string{"hazelcast:\n  javaOpts: -Xmx1g # heap\n"}, outcome{map[string]string{"f0": "hazelcast:\n  javaOpts: -Xmx2g # heap\n"}, 1, nil}},
		{"several in one file", lint.Safe, []swap{heap, {"-Xss1m", "-Xss2m", lint.Safe}}, []string{"-Xss1m -Xmx1g"}, outcome{map[string]string{"f0": "-Xss2m -Xmx2g"}, 2, nil}},
		{"only the files that need it", lint.Safe, []swap{heap}, []string{"-Xmx1g", "-Xmx2g", "-ea -Xmx1g"}, outcome{map[string]string{"f0": "-Xmx2g", "f2": "-ea -Xmx2g"}, 2, nil}},
		{"up to the limit", lint.Safe, []swap{heap, {"-Xss1m", "-Xss2m", lint.Unsafe}}, []string{"-Xss1m -Xmx1g"}, outcome{map[string]string{"f0": "-Xss1m -Xmx2g"}, 1, nil}},
		{"unsafe ones too", lint.Unsafe, []swap{heap, {"-Xss1m", "-Xss2m", lint.Unsafe}}, []string{"-Xss1m -Xmx1g"}, outcome{map[string]string{"f0": "-Xss2m -Xmx2g"}, 2, nil}},
		{"never those for a person", lint.Unsafe, []swap{{"-Xmx1g", "-Xmx2g", lint.Manual}}, []string{"-Xmx1g"}, outcome{changed: map[string]string{}}},
		{"a fix that brings up another", lint.Safe, []swap{heap, {"-Xmx2g", "-Xmx3g", lint.Safe}}, []string{"-Xmx1g"}, outcome{map[string]string{"f0": "-Xmx3g"}, 2, nil}},
		// Both want the x: the second comes up again on what the first made.
		{"a conflict waits a round", lint.Safe, []swap{{"x1", "x2", lint.Safe}, {"-Xmx", "-Xms", lint.Safe}}, []string{"-Xmx1g"}, outcome{map[string]string{"f0": "-Xms2g"}, 2, nil}},
		{"a fix that never settles", lint.Safe, []swap{heap, {"-Xmx2g", "-Xmx1g", lint.Safe}, {"-Xss1m", "-Xss2m", lint.Safe}}, []string{"-Xmx1g -Xss1m", "-Xss1m"},
			outcome{map[string]string{"f1": "-Xss2m"}, 1, []string{"f0: fixes did not settle after 10 rounds, nothing was changed: -Xmx1g-to--Xmx2g"}}},
		{"a fix whose proof fails", lint.Safe, []swap{{"-Xmx1g", "\"-Xmx1g", lint.Safe}, {"-Xss1m", "-Xss2m", lint.Safe}}, []string{"-Xmx1g", "-Xss1m"},
			outcome{map[string]string{"f1": "-Xss2m"}, 1, []string{`f0: fixes of -Xmx1g-to-"-Xmx1g were not applied: the change would give 0 options where 1 are meant`}}},
		{"a failed proof takes back what went before", lint.Safe, []swap{{"-Xmx1g", "-Xmx2g", lint.Safe}, {"-Xmx2g", "'", lint.Safe}}, []string{"-Xmx1g -ea"},
			outcome{map[string]string{}, 0, []string{`f0: fixes of -Xmx2g-to-' were not applied: the change would give 0 options where 2 are meant`}}},
		{"a fix that would break the YAML", lint.Safe, []swap{{"-Xmx1g", "\t: [", lint.Safe}}, []string{"hazelcast:\n  javaOpts: -Xmx1g\n"},
			outcome{map[string]string{}, 0, []string{"yaml"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := settle(t, c.limit, checking(c.swaps...), c.contents...)
			if len(c.want.problems) == 1 && c.want.problems[0] == "yaml" { // the parser's words are its own
				require.Len(t, got.problems, 1)
				assert.Contains(t, got.problems[0], "f0: fixes of -Xmx1g-to-\t: [ were not applied: ")
				got.problems = c.want.problems
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// What goes together is applied, one after the other where all at once does not hold; what
// conflicts is named, with the one that won.
func TestFixesThatDoNotGoTogether(t *testing.T) {
	heap, stack, initial := swap{"-Xmx1g", "-Xmx2g", lint.Safe}, swap{"-Xss1m", "-Xss2m", lint.Safe}, swap{"-Xms1g", "-Xms2g", lint.Safe}
	try := func(before *source.File, edits []source.Edit) (*source.File, error) {
		after, err := Splice(before, edits)
		if err == nil && strings.Contains(string(after.Data), "-Xmx2g") && strings.Contains(string(after.Data), "-Xss2m") {
			return nil, errors.New("the JVM would not start")
		}
		return after, err
	}
	file := source.NewFile("f", []byte("-Xmx1g -Xss1m -Xms1g"))
	result, err := Settle([]*source.File{file}, lint.Safe, checking(heap, stack, initial), EachFile(try))
	require.NoError(t, err)
	require.Len(t, result.Changes, 1)
	assert.Equal(t, "-Xmx2g -Xss1m -Xms2g", string(result.Changes[0].After.Data))
	var applied []string
	for _, a := range result.Changes[0].Applied {
		applied = append(applied, a.Rule)
	}
	assert.Equal(t, []string{"-Xmx1g-to--Xmx2g", "-Xms1g-to--Xms2g"}, applied)
	assert.Empty(t, result.Problems)
	require.Len(t, result.Notes, 1)
	assert.Equal(t, "f:1:8: not fixed: swap [-Xss1m-to--Xss2m], which conflicts with: swap [-Xmx1g-to--Xmx2g]", result.Notes[0].Error())
}

// Of several fixes of a finding the first that may be applied counts.
func TestSettleTakesOneFix(t *testing.T) {
	check := func(files []*source.File) (*lint.Result, error) {
		f := files[0]
		if string(f.Data) != "-Xmx1g" {
			return &lint.Result{}, nil
		}
		finding := &lint.Finding{Rule: &lint.Rule{ID: "heap"}}
		finding.Suggest(lint.Manual, "think")
		finding.Suggest(lint.Unsafe, "double it", source.Edit{Span: f.Span(4, 6), New: "2g"})
		finding.Suggest(lint.Unsafe, "treble it", source.Edit{Span: f.Span(4, 6), New: "3g"})
		return &lint.Result{Findings: []*lint.Finding{finding}}, nil
	}
	assert.Equal(t, outcome{map[string]string{"f0": "-Xmx2g"}, 1, nil}, settle(t, lint.Unsafe, check, "-Xmx1g"))
	assert.Equal(t, outcome{changed: map[string]string{}}, settle(t, lint.Safe, check, "-Xmx1g"))
}

// All edits of a fix are made, or none.
func TestSettleMakesWholeFixes(t *testing.T) {
	check := func(files []*source.File) (*lint.Result, error) {
		f := files[0]
		if string(f.Data) != "-Xmx1g -Xms1g" {
			return &lint.Result{}, nil
		}
		both := (&lint.Finding{Rule: &lint.Rule{ID: "both"}}).Suggest(lint.Safe, "both",
			source.Edit{Span: f.Span(4, 6), New: "2g"}, source.Edit{Span: f.Span(11, 13), New: "2g"})
		late := (&lint.Finding{Rule: &lint.Rule{ID: "late"}}).Suggest(lint.Safe, "late",
			source.Edit{Span: f.Span(0, 0), New: "-ea "}, source.Edit{Span: f.Span(11, 13), New: "3g"})
		return &lint.Result{Findings: []*lint.Finding{both, late}}, nil
	}
	assert.Equal(t, outcome{map[string]string{"f0": "-Xmx2g -Xms2g"}, 1, nil}, settle(t, lint.Safe, check, "-Xmx1g -Xms1g"))
}

// What is not among the files is nobody's to change: a configuration that was
// named as a fact.
func TestSettleLeavesOtherFiles(t *testing.T) {
	rounds := 0
	other, twin := source.NewFile("other", []byte("-Xmx1g")), source.NewFile("f0", []byte("-Xmx1g -ea"))
	check := func(files []*source.File) (*lint.Result, error) {
		rounds++
		return checking(swap{"-Xmx1g", "-Xmx2g", lint.Safe})(append([]*source.File{other, twin}, files...))
	}
	assert.Equal(t, outcome{map[string]string{"f0": "-Xmx2g"}, 1, nil}, settle(t, lint.Safe, check, "-Xmx1g"))
	assert.Equal(t, 2, rounds)
}

func TestSettleOverFiles(t *testing.T) {
	check := func(files []*source.File) (*lint.Result, error) {
		f := &lint.Finding{Rule: &lint.Rule{ID: "both"}}
		f.Suggest(lint.Safe, "a fix over two files", source.Edit{Span: files[0].Span(0, 1), New: "x"}, source.Edit{Span: files[1].Span(0, 1), New: "x"})
		return &lint.Result{Findings: []*lint.Finding{f}}, nil
	}
	assert.Equal(t, outcome{changed: map[string]string{}}, settle(t, lint.Safe, check, "-Xmx1g", "-Xms1g"))
}

func TestSettleFailingCheck(t *testing.T) {
	fault := errors.New("internal error")
	result, err := Settle(nil, lint.Safe, func([]*source.File) (*lint.Result, error) { return nil, fault }, EachFile(Splice))
	assert.Same(t, fault, err)
	assert.Nil(t, result)
}

func TestFits(t *testing.T) {
	f := source.NewFile("f", []byte("0123456789"))
	for _, c := range []struct {
		a, b [2]int
		want bool
	}{
		{[2]int{2, 4}, [2]int{4, 6}, true},
		{[2]int{2, 4}, [2]int{3, 6}, false},
		{[2]int{2, 6}, [2]int{3, 4}, false},
		{[2]int{2, 4}, [2]int{2, 4}, false},
		{[2]int{2, 2}, [2]int{2, 2}, false}, // which comes first?
		{[2]int{2, 2}, [2]int{2, 4}, false},
		{[2]int{2, 4}, [2]int{3, 3}, false},
		{[2]int{2, 4}, [2]int{4, 4}, true},
		{[2]int{2, 2}, [2]int{3, 3}, true},
	} {
		a, b := []source.Edit{{Span: f.Span(c.a[0], c.a[1])}}, []source.Edit{{Span: f.Span(c.b[0], c.b[1])}}
		assert.Equal(t, []bool{c.want, c.want}, []bool{Fits(a, b), Fits(b, a)}, "%v and %v", c.a, c.b)
	}
}

func TestDiff(t *testing.T) {
	before := source.NewFile("a/values.yaml", []byte("x: 1\ny: 2\nz: 3"))
	after := source.NewFile("a/values.yaml", []byte("x: 1\ny: 5\nz: 3"))
	patch, err := Diff(Change{Before: before, After: after})
	require.NoError(t, err)
	assert.Equal(t, `--- a/a/values.yaml
+++ b/a/values.yaml
@@ -1,3 +1,3 @@
 x: 1
-y: 2
+y: 5
 z: 3
\ No newline at end of file
`, patch)
}
