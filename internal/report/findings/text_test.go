package findings

import (
	"strings"
	"testing"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// madeUp is a report with one of everything.
func madeUp() report.Check {
	values := source.NewFile("values.yaml", []byte("limit: 10Gi\r\nżółw: -Xmx9g -Dpassword=hunter2\r\n"))
	other := source.NewFile("other.yaml", []byte("hazelcast: {}\n"))
	limit, size := values.Span(7, 11), values.Span(26, 28)
	rule := &lint.Rule{ID: "heap-size", Title: "it is large"}
	w := &workload.Workload{Identity: workload.Identity{Name: "hazelcast", File: values, JDK: workload.JDK{Candidates: []int{11, 17}}}, Limits: workload.Limits{Memory: source.Value{N: 10 << 30, Origin: source.Configured, Text: source.Verbatim(limit)}}}
	heap := &lint.Finding{
		Rule: rule, Severity: lint.Warning, Confidence: lint.Likely, Message: "9g, and password=hunter2", Span: size,
		Related: []lint.Related{{Message: "memory limit", Span: limit}}, Notes: []string{"first line\nsecond line"},
		Budget: &memory.Budget{Pools: []memory.Pool{
			{Name: "heap", Committed: 1 << 20, Planned: 9 << 30, Ceiling: 9 << 30, Why: "-Xmx"},
			{Name: "direct", Committed: 0, Planned: 1 << 20, Ceiling: hotspot.Unbounded, Why: "assumed"},
		}},
		Workload: w, JDKs: []int{11}, Context: "JDK 11, G1",
	}
	heap.Suggest(lint.Unsafe, "lower it", source.Edit{Span: size, New: "8g"}).Suggest(lint.Manual, "think")
	plain := &lint.Finding{Rule: &lint.Rule{ID: "plain", Title: "it is plain"}, Severity: lint.Error, Message: "it is plain", Span: other.Span(0, 9), Workload: w, JDKs: []int{11, 17}}
	return report.Check{
		Version: "1.2.3",
		Result: &lint.Result{Findings: []*lint.Finding{plain, heap}, NotJudged: []lint.NotJudged{
			{Rule: rule, Workload: w, Needs: []lint.Fact{lint.FactMemory, lint.FactCPUs}},
			{Rule: rule, Workload: &workload.Workload{Identity: workload.Identity{Name: "other", File: other}}, Needs: []lint.Fact{lint.FactMemory, lint.FactCPUs}},
		}},
		Problems: []*source.Problem{{File: other, Message: "unreadable: token=abc"}, {File: values, Span: limit, Message: "<bad> & worse"}},
		Notes:    func() []*source.Problem { return []*source.Problem{{File: other, Message: "left out"}} },
	}
}

func TestText(t *testing.T) {
	const want = `other.yaml:1:1: error: it is plain [plain]
 1 | hazelcast: {}
   | ^^^^^^^^^

values.yaml:2:11: warning: 9g, and password=******* [heap-size]
 1 | limit: 10Gi
   |        ---- memory limit
 2 | żółw: -Xmx9g -Dpassword=*******
   |           ^^
   = pool    at start   planned   at most   kind  why
     heap       1 MiB  9216 MiB  9216 MiB  exact  -Xmx
     direct     0 MiB     1 MiB  no bound  exact  assumed
     sum        1 MiB  9217 MiB  no bound
   = first line
     second line
   = fix (unsafe): lower it
   = fix (manual): think
   = JDK 11, G1
   = applies to JDK 11 of 11, 17

not judged: heap-size: needs the memory limit (--memory) and the number of CPUs (--cpus): hazelcast of values.yaml, other of other.yaml

1 error, 1 warning; can be fixed: 1 with --unsafe-fixes
`
	var b, inColour strings.Builder
	require.NoError(t, Write(&b, "text", report.Of(madeUp()), verbatim))
	assert.Equal(t, want, b.String())
	require.NoError(t, Write(&inColour, "text", report.Of(madeUp()), coloured))
	assert.Equal(t, want, uncoloured(inColour.String()))
	assert.NotEqual(t, want, inColour.String())
}

var coloured = Text{Style: true, Infos: true, Verbose: true}

func TestTextOfNothing(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Write(&b, "text", report.Of(report.Check{Result: &lint.Result{}}), coloured))
	assert.Empty(t, b.String())
}

func TestNotJudgedInManyFiles(t *testing.T) {
	var list []lint.NotJudged
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		list = append(list, lint.NotJudged{Rule: &lint.Rule{ID: "r"}, Workload: &workload.Workload{Identity: workload.Identity{Name: "w", File: source.NewFile(name, nil)}}, Needs: []lint.Fact{lint.FactPause}})
	}
	var b strings.Builder
	require.NoError(t, Write(&b, "text", report.Of(report.Check{Result: &lint.Result{NotJudged: list}}), verbatim))
	assert.Equal(t, "not judged: r: needs the full-GC pause (--full-gc-pause): w of a, w of b, w of c and 2 more\n\n", b.String())
}

// Rules that lack the same, and of the same workloads, share a line.
func TestNotJudgedByManyRules(t *testing.T) {
	var list []lint.NotJudged
	add := func(rule, file string, needs ...lint.Fact) {
		list = append(list, lint.NotJudged{Rule: &lint.Rule{ID: rule}, Workload: &workload.Workload{Identity: workload.Identity{Name: "w", File: source.NewFile(file, nil)}}, Needs: needs})
	}
	r := &lint.Rule{ID: "r"}
	for _, file := range []string{"a", "b"} {
		list = append(list, lint.NotJudged{Rule: r, Workload: &workload.Workload{Identity: workload.Identity{Name: "w", File: source.NewFile(file, nil)}}, Needs: []lint.Fact{lint.FactMemory}})
	}
	add("s", "a", lint.FactMemory)
	add("t", "a", lint.FactMemory)
	add("u", "a", lint.FactCPUs)
	var b strings.Builder
	require.NoError(t, Write(&b, "text", report.Of(report.Check{Result: &lint.Result{NotJudged: list}}), verbatim))
	assert.Equal(t, "not judged: r: needs the memory limit (--memory): w of a, w of b\n"+
		"not judged: s, t: need the memory limit (--memory): w of a\n"+
		"not judged: u: needs the number of CPUs (--cpus): w of a\n\n", b.String())
}

// What says the same is told once, with the first of its places; what is common to a JVM
// is told with its first finding, and infos are counted.
func TestBriefText(t *testing.T) {
	rule, other := &lint.Rule{ID: "r"}, &lint.Rule{ID: "s"}
	var all []*lint.Finding
	add := func(w *workload.Workload, r *lint.Rule, severity lint.Severity, message string) {
		all = append(all, &lint.Finding{Rule: r, Severity: severity, Message: message, Span: w.File.Span(0, 2), Workload: w, Context: "JDK 21",
			Notes: []string{"one", "two", "three", "four"}, Details: []string{"five"}})
	}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		w := &workload.Workload{Identity: workload.Identity{Name: name, File: source.NewFile(name, []byte("-Xmx9g"))}}
		add(w, rule, lint.Warning, "warned")
		if name == "a" {
			add(w, rule, lint.Info, "told")
			add(w, other, lint.Error, "wrong")
		}
	}
	var b strings.Builder
	require.NoError(t, Write(&b, "text", report.Of(report.Check{Result: &lint.Result{Findings: all}}), Text{Width: 50}))
	assert.Equal(t, `
a:1:1: error: wrong [s]
 1 | -Xmx9g
   | ^^
   = one
   = two
   = three
   = JDK 21

a:1:1: warning: warned [r]
   = one
   = two
   = three
   = the same in 7 more places: b:1:1, c:1:1,
     d:1:1, e:1:1, f:1:1 and 2 more (--verbose
     lists them)

1 error, 8 warnings, 1 info (--verbose lists it)
`, "\n"+b.String())
}
