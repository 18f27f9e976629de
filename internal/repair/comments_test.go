package repair

import (
	"strings"
	"testing"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/stretchr/testify/assert"
)

func TestCommentsThatExplainAValue(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"behind":               {"- JAVA_OPTS=-Xmx!4g # 4 GB of the node's 32\n", "4 GB of the node's 32"},
		"behind, of another":   {"- JAVA_OPTS=-Xmx!4g # the node has 32 GB\n", ""},
		"above":                {"# half of it: 512 MB\nJAVA_OPTS=-Xmx!512m\n", "half of it: 512 MB"},
		"above another":        {"a:\n  # only 512m\n  b: 1\n  c: !512m\n", ""},
		"above a key around":   {"# 512Mi will do\nresources:\n  requests:\n    cpu: 1\n    memory: !512Mi\n", "512Mi will do"},
		"names the key":        {"# low requests\nresources:\n  requests:\n    cpu: 1\n    memory: !512Mi\n", "low requests"},
		"of the requests":      {"# requests are low in tests\nresources:\n  limits:\n    memory: !512Mi\n", ""},
		"sizes of resources":   {"# broker 2Gi\nresources:\n  requests: {cpu: 1, memory: !768Mi}\n", "broker 2Gi"},
		"sizes of another key": {"# broker 2Gi, controller 1Gi\nkafka:\n  requests: {cpu: 1, memory: !768Mi}\n", ""},
		"resources, no size":   {"# as much as it needs\nresources:\n  requests: {cpu: 1, memory: !768Mi}\n", ""},
		"too far":              {"# 512m in all\na:\n  b:\n    c:\n      d: !512m\n", ""},
		"a key commented out":  {"# e.g.\n# memory: 512Mi\nresources:\n  limits:\n    memory: !512Mi\n", ""},
		"a list commented out": {"# sizes: [512Mi, 1Gi]\nresources:\n  limits:\n    memory: !512Mi\n", ""},
		"a colon in it":        {"# Optimised: 8GB heap for fast indexing\nsearch:\n  environment:\n    - JAVA_OPTS=-Xmx!8g\n", "Optimised: 8GB heap for fast indexing"},
		"a reason behind":      {"memory: !512Mi # could probably be lower\n", "could probably be lower"},
		"documentation":        {"## @param requests The requested resources\nrequests:\n  memory: !512Mi\n", ""},
		"head of its document": {"a: 1\n---\n# sized for two nodes\nb: !512m\n", "sized for two nodes"},
		"head of another":      {"# because of tests\na: 1\n---\nb: !512m\n", ""},
		"signed":               {"# @bob: small on purpose\nmemory: !512Mi\n", "@bob: small on purpose"},
		"an option that is no": {"# -Xmx512m\n-Xmx!512m\n", ""},
	} {
		at := strings.Index(c.text, "!")
		file := source.NewFile("a.yaml", []byte(strings.Replace(c.text, "!", "", 1)))
		assert.Equal(t, c.want, Explains(file, file.Span(at, at+1+strings.IndexAny(c.text[at+1:], "gMm"))), name)
	}
}
