package lint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/lint"
)

func TestNamed(t *testing.T) {
	rules := []*lint.Rule{
		{ID: "g1-region-count", Groups: []lint.Group{lint.GroupGC}},
		{ID: "hazelcast-jdk", Groups: []lint.Group{lint.GroupStart, lint.GroupHazelcast}},
		{ID: "house-rule"},
	}
	for _, c := range []struct {
		word, fault string
		want        []string
	}{
		{word: "g1-region-count", want: []string{"g1-region-count"}},
		{word: "house-rule", want: []string{"house-rule"}},
		{word: "gc", want: []string{"g1-region-count"}},
		{word: "start", want: []string{"hazelcast-jdk"}},
		{word: "h*", want: []string{"hazelcast-jdk", "house-rule"}},
		{word: "*", want: []string{"g1-region-count", "hazelcast-jdk", "house-rule"}},
		{word: "hazelcst-*", fault: `no rule matches "hazelcst-*"`},
		{word: "{*", fault: `no rule matches "{*"`},
		{word: "hazelcast-jdx", fault: `unknown rule "hazelcast-jdx", did you mean "hazelcast-jdk"?`},
		{word: "startt", fault: `unknown rule "startt", did you mean "start"?`},
	} {
		t.Run(c.word, func(t *testing.T) {
			got, err := lint.Named(c.word, rules)
			assert.Equal(t, c.want, got)
			if c.fault != "" {
				assert.EqualError(t, err, c.fault)
			} else {
				assert.NoError(t, err)
			}
		})
	}
}
