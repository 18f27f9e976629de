package findings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
)

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
      "workloads": [
        "hazelcast"
      ],
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
      "workloads": [
        "hazelcast"
      ],
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
  },
  "summary": {
    "files": 0,
    "charts": 0,
    "jvms": 0,
    "hazelcast_configurations": 0,
    "errors": 1,
    "warnings": 1,
    "infos": 0,
    "not_judged": 0,
    "named": 0
  },
  "workloads": []
}
`
	var b strings.Builder
	require.NoError(t, writeJSON(&b, report.Of(madeUp())))
	assert.Equal(t, want, b.String())
}

// Lists are empty, never null: readers need not tell the two apart.
func TestJSONOfNothing(t *testing.T) {
	var b strings.Builder
	require.NoError(t, writeJSON(&b, report.Of(report.Check{Version: "dev", Result: &lint.Result{}})))
	assert.JSONEq(t, `{"schema": 1, "version": "dev", "findings": [], "not_judged": [], "problems": [], "notes": [],
		"suppressed": [], "left_out": {"suppressed": 0, "baseline": 0, "unchanged": 0},
		"summary": {"files": 0, "charts": 0, "jvms": 0, "hazelcast_configurations": 0, "errors": 0, "warnings": 0, "infos": 0, "not_judged": 0, "named": 0},
		"workloads": []}`, b.String())
}
