package rules_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// oddities are values that stand where others are meant.
var oddities = []string{"", "~", "5", "-1", "0", "2147483648", "yes", "true", "'true'", "${x}", "'${x}'", "[a]", "{}", "{a: b}", "\"\"", "*anchor", "LRU", "NATIVE", "|\n        text", "1_0"}

// oddConfig draws a configuration in which anything may stand anywhere.
func oddConfig(r *rand.Rand) string {
	var b strings.Builder
	odd := func(usual ...string) string {
		if r.Intn(6) == 0 {
			return oddities[r.Intn(len(oddities))]
		}
		return usual[r.Intn(len(usual))]
	}
	b.WriteString("hazelcast:\n  cluster-name: &anchor dev\n")
	for _, block := range []string{"native-memory", "split-brain-protection", "map", "properties"} {
		if r.Intn(5) == 0 {
			fmt.Fprintf(&b, "  # %s\n", block)
			continue
		}
		switch block {
		case "native-memory":
			fmt.Fprintf(&b, "  native-memory: {enabled: %s}\n", odd("true", "false"))
		case "properties":
			fmt.Fprintf(&b, "  properties:\n    hazelcast.partition.count: %s\n", odd("271", "7"))
		case "split-brain-protection":
			b.WriteString("  split-brain-protection:\n")
			for _, rule := range []string{"one", "two"} {
				fmt.Fprintf(&b, "    %s:\n      enabled: %s\n      minimum-cluster-size: %s\n", rule, odd("true", "false"), odd("1", "2", "3", "9"))
			}
		case "map":
			b.WriteString("  map:\n")
			for _, name := range []string{"default", "orders", "'o*'", "\"ж\""} {
				fmt.Fprintf(&b, "    %s:\n      backup-count: %s\n", name, odd("0", "1", "3"))
				for _, key := range []string{"time-to-live-seconds", "max-idle-seconds"} {
					fmt.Fprintf(&b, "      %s: %s\n", key, odd("0", "60", "600"))
				}
				fmt.Fprintf(&b, "      in-memory-format: %s\n      split-brain-protection-ref: %s\n", odd("BINARY", "OBJECT", "NATIVE"), odd("one", "two", "three"))
				fmt.Fprintf(&b, "      merge-policy:\n        class-name: %s\n", odd("HigherHitsMergePolicy", "PassThroughMergePolicy"))
				if r.Intn(3) == 0 {
					fmt.Fprintf(&b, "      eviction: %s\n", odd("{size: 5}", "{eviction-policy: LRU, size: 99999}"))
					continue
				}
				fmt.Fprintf(&b, "      eviction:\n        eviction-policy: %s\n        max-size-policy: %s\n        size: %s\n", odd("LRU", "NONE"),
					odd("PER_NODE", "USED_HEAP_SIZE", "FREE_HEAP_SIZE", "USED_HEAP_PERCENTAGE", "FREE_HEAP_PERCENTAGE", "USED_NATIVE_MEMORY_SIZE"), odd("5", "0", "99", "9000"))
			}
		}
	}
	return b.String()
}

// Whatever stands in a configuration, rules neither fail nor propose what
// cannot be proved, and no fix leads to another for ever.
func TestHazelcastRulesOnOddities(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	facts := workload.Facts{
		Members:       source.Value{N: 4, Origin: source.Argument, Why: "--members"},
		LargestObject: source.Value{N: 5 << 20, Origin: source.Argument, Why: "--largest-object"},
	}
	read := 0
	for range 200 {
		file := source.NewFile("values.yaml", []byte(indented(oddConfig(r))))
		if in := input.Read(file); len(in.Problems) > 0 || len(in.Workloads) == 0 {
			continue // no YAML
		}
		read++
		check := func(files []*source.File) (*lint.Result, error) {
			return lint.Check(workloadsOf(files[0], facts), rules.All())
		}
		result, err := check([]*source.File{file})
		require.NoError(t, err, "%s", file.Data)
		for _, f := range result.Findings {
			assert.NotContains(t, f.Message, "%!", "%s", file.Data)
		}
		settled, err := fix.Settle([]*source.File{file}, lint.Unsafe, check, fix.EachFile(fix.Splice))
		require.NoError(t, err, "%s", file.Data)
		require.Empty(t, settled.Problems, "%s", file.Data)
	}
	assert.Greater(t, read, 100)
}

// indented puts a configuration into the values of the chart.
func indented(config string) string {
	return "image: {tag: 5.3.1}\nresources: {limits: {memory: 10Gi, cpu: 8}}\nhazelcast:\n  javaOpts: -Xmx9g\n  yaml:\n    " +
		strings.ReplaceAll(strings.TrimSuffix(config, "\n"), "\n", "\n    ") + "\n"
}
