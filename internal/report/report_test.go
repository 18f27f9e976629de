package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// madeUp is a report with one of everything.
func madeUp() Report {
	values := source.NewFile("values.yaml", []byte("limit: 10Gi\r\nżółw: -Xmx9g -Dpassword=hunter2\r\n"))
	other := source.NewFile("other.yaml", []byte("hazelcast: {}\n"))
	limit, size := values.Span(7, 11), values.Span(26, 28)
	rule := &lint.Rule{ID: "heap-size", Title: "it is large"}
	w := &workload.Workload{Name: "hazelcast", File: values, JDK: workload.JDK{Candidates: []int{11, 17}},
		Memory: source.Value{N: 10 << 30, Origin: source.Configured, Text: source.Verbatim(limit)}}
	heap := &lint.Finding{
		Rule: rule, Severity: lint.Warning, Confidence: lint.Likely, Message: "9g, and password=hunter2", Span: size,
		Related: []lint.Related{{Message: "memory limit", Span: limit}}, Notes: []string{"first line\nsecond line"},
		Budget: &hotspot.Budget{Pools: []hotspot.Pool{
			{Name: "heap", Committed: 1 << 20, Planned: 9 << 30, Ceiling: 9 << 30, Why: "-Xmx"},
			{Name: "direct", Committed: 0, Planned: 1 << 20, Ceiling: hotspot.Unbounded, Why: "assumed"},
		}},
		Workload: w, JDKs: []int{11}, Context: "JDK 11, G1",
	}
	heap.Suggest(lint.Unsafe, "lower it", source.Edit{Span: size, New: "8g"}).Suggest(lint.Manual, "think")
	plain := &lint.Finding{Rule: &lint.Rule{ID: "plain", Title: "it is plain"}, Severity: lint.Error, Message: "it is plain", Span: other.Span(0, 9), Workload: w, JDKs: []int{11, 17}}
	return Report{
		Version: "1.2.3",
		Result: &lint.Result{Findings: []*lint.Finding{plain, heap}, NotJudged: []lint.NotJudged{
			{Rule: rule, Workload: w, Needs: []lint.Fact{lint.FactMemory, lint.FactCPUs}},
			{Rule: rule, Workload: &workload.Workload{Name: "other", File: other}, Needs: []lint.Fact{lint.FactMemory, lint.FactCPUs}},
		}},
		Problems: []*source.Problem{{File: other, Message: "unreadable: token=abc"}, {File: values, Span: limit, Message: "<bad> & worse"}},
		Notes:    []*source.Problem{{File: other, Message: "left out"}},
	}
}

func TestText(t *testing.T) {
	const want = `other.yaml:1:1: error: it is plain [plain]
   |
 1 | hazelcast: {}
   | ^^^^^^^^^

values.yaml:2:11: warning: 9g, and password=******* [heap-size]
   |
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
   = holds on JDK 11 of 11, 17

not judged: heap-size: needs the memory limit (--memory) and the number of CPUs (--cpus): hazelcast of values.yaml, other of other.yaml

1 error, 1 warning; can be fixed: 1 with --unsafe-fixes
`
	var b, coloured strings.Builder
	require.NoError(t, Text(&b, madeUp(), false))
	assert.Equal(t, want, b.String())
	require.NoError(t, Text(&coloured, madeUp(), true))
	assert.Equal(t, want, plain(coloured.String()))
	assert.NotEqual(t, want, coloured.String())
}

func TestTextOfNothing(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Text(&b, Report{Result: &lint.Result{}}, true))
	assert.Empty(t, b.String())
}

func TestNotJudgedInManyFiles(t *testing.T) {
	var list []lint.NotJudged
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		list = append(list, lint.NotJudged{Rule: &lint.Rule{ID: "r"}, Workload: &workload.Workload{Name: "w", File: source.NewFile(name, nil)}, Needs: []lint.Fact{lint.FactPause}})
	}
	var b strings.Builder
	require.NoError(t, Text(&b, Report{Result: &lint.Result{NotJudged: list}}, false))
	assert.Equal(t, "not judged: r: needs the full-GC pause (--full-gc-pause): w of a, w of b, w of c and 2 more\n\n", b.String())
}

// Rules that lack the same, and of the same workloads, share a line.
func TestNotJudgedByManyRules(t *testing.T) {
	var list []lint.NotJudged
	add := func(rule, file string, needs ...lint.Fact) {
		list = append(list, lint.NotJudged{Rule: &lint.Rule{ID: rule}, Workload: &workload.Workload{Name: "w", File: source.NewFile(file, nil)}, Needs: needs})
	}
	r := &lint.Rule{ID: "r"}
	for _, file := range []string{"a", "b"} {
		list = append(list, lint.NotJudged{Rule: r, Workload: &workload.Workload{Name: "w", File: source.NewFile(file, nil)}, Needs: []lint.Fact{lint.FactMemory}})
	}
	add("s", "a", lint.FactMemory)
	add("t", "a", lint.FactMemory)
	add("u", "a", lint.FactCPUs)
	var b strings.Builder
	require.NoError(t, Text(&b, Report{Result: &lint.Result{NotJudged: list}}, false))
	assert.Equal(t, "not judged: r: needs the memory limit (--memory): w of a, w of b\n"+
		"not judged: s, t: need the memory limit (--memory): w of a\n"+
		"not judged: u: needs the number of CPUs (--cpus): w of a\n\n", b.String())
}

func TestSummary(t *testing.T) {
	finding := func(severity lint.Severity, fixes ...lint.Safety) *lint.Finding {
		f := &lint.Finding{Severity: severity}
		for _, s := range fixes {
			f.Fixes = append(f.Fixes, lint.Fix{Safety: s})
		}
		return f
	}
	for want, findings := range map[string][]*lint.Finding{
		"1 error":          {finding(lint.Error)},
		"2 errors, 1 info": {finding(lint.Error), finding(lint.Info), finding(lint.Error)},
		"2 info":           {finding(lint.Info), finding(lint.Info)},
		"1 warning":        {finding(lint.Warning, lint.Manual)},
		"2 warnings; can be fixed: 1 with --fix, 1 with --unsafe-fixes": {finding(lint.Warning, lint.Unsafe, lint.Safe), finding(lint.Warning, lint.Manual, lint.Unsafe)},
	} {
		assert.Equal(t, want, summary(findings))
	}
}

func TestJSON(t *testing.T) {
	const want = `{
  "schema": 1,
  "version": "1.2.3",
  "findings": [
    {
      "rule": "plain",
      "severity": "error",
      "confidence": "certain",
      "message": "it is plain",
      "workload": "hazelcast",
      "jdk": [
        11,
        17
      ],
      "location": {
        "file": "other.yaml",
        "start": {
          "offset": 0,
          "line": 1,
          "column": 1
        },
        "end": {
          "offset": 9,
          "line": 1,
          "column": 10
        }
      },
      "related": [],
      "notes": [],
      "fixes": []
    },
    {
      "rule": "heap-size",
      "severity": "warning",
      "confidence": "likely",
      "message": "9g, and password=*******",
      "workload": "hazelcast",
      "jdk": [
        11
      ],
      "location": {
        "file": "values.yaml",
        "start": {
          "offset": 26,
          "line": 2,
          "column": 11
        },
        "end": {
          "offset": 28,
          "line": 2,
          "column": 13
        }
      },
      "related": [
        {
          "message": "memory limit",
          "location": {
            "file": "values.yaml",
            "start": {
              "offset": 7,
              "line": 1,
              "column": 8
            },
            "end": {
              "offset": 11,
              "line": 1,
              "column": 12
            }
          }
        }
      ],
      "notes": [
        "first line\nsecond line"
      ],
      "memory": {
        "limit": 10737418240,
        "committed": 1048576,
        "planned": 9664724992,
        "ceiling": null,
        "pools": [
          {
            "name": "heap",
            "committed": 1048576,
            "planned": 9663676416,
            "ceiling": 9663676416,
            "kind": "exact",
            "why": "-Xmx"
          },
          {
            "name": "direct",
            "committed": 0,
            "planned": 1048576,
            "ceiling": null,
            "kind": "exact",
            "why": "assumed"
          }
        ]
      },
      "fixes": [
        {
          "title": "lower it",
          "safety": "unsafe",
          "edits": [
            {
              "file": "values.yaml",
              "start": 26,
              "end": 28,
              "new": "8g"
            }
          ]
        },
        {
          "title": "think",
          "safety": "manual",
          "edits": []
        }
      ]
    }
  ],
  "not_judged": [
    {
      "rule": "heap-size",
      "workload": "hazelcast",
      "needs": [
        "memory",
        "cpus"
      ]
    },
    {
      "rule": "heap-size",
      "workload": "other",
      "needs": [
        "memory",
        "cpus"
      ]
    }
  ],
  "problems": [
    {
      "file": "other.yaml",
      "message": "unreadable: token=***"
    },
    {
      "file": "values.yaml",
      "message": "<bad> & worse",
      "location": {
        "file": "values.yaml",
        "start": {
          "offset": 7,
          "line": 1,
          "column": 8
        },
        "end": {
          "offset": 11,
          "line": 1,
          "column": 12
        }
      }
    }
  ],
  "notes": [
    {
      "file": "other.yaml",
      "message": "left out"
    }
  ],
  "suppressed": [],
  "left_out": {
    "suppressed": 0,
    "baseline": 0,
    "unchanged": 0
  }
}
`
	var b strings.Builder
	require.NoError(t, JSON(&b, madeUp()))
	assert.Equal(t, want, b.String())
}

// Lists are empty, never null: readers need not tell the two apart.
func TestJSONOfNothing(t *testing.T) {
	var b strings.Builder
	require.NoError(t, JSON(&b, Report{Version: "dev", Result: &lint.Result{}}))
	assert.JSONEq(t, `{"schema": 1, "version": "dev", "findings": [], "not_judged": [], "problems": [], "notes": [],
		"suppressed": [], "left_out": {"suppressed": 0, "baseline": 0, "unchanged": 0}}`, b.String())
}
