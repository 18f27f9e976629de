package membertest

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// name draws a name of few letters, so that patterns often match it.
func name(r *rand.Rand, letters []string, most int) string {
	var b strings.Builder
	for range 1 + r.Intn(most) {
		b.WriteString(letters[r.Intn(len(letters))])
	}
	return b.String()
}

// patternOf draws a pattern that a name matches: parts of it before and behind
// a star, which may overlap.
func patternOf(r *rand.Rand, name string) string {
	letters := []rune(name)
	before, behind := r.Intn(len(letters)+1), r.Intn(len(letters)+1)
	return string(letters[:before]) + "*" + string(letters[behind:])
}

// Names and patterns by the thousand: the entry that a member takes, none, or
// its refusal to choose.
func TestMatchingAgainstMembers(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		r := rand.New(rand.NewSource(seed(t)))
		m := launch(t, jar, classes(t, jar))
		const cases = 4000
		outcomes := map[string]int{}
		for range cases {
			mapName := name(r, []string{"a", "a", "a", "b", "b", "*", "@", "é", "😀"}, 5)
			var patterns []string
			for range 1 + r.Intn(5) {
				p := name(r, []string{"a", "a", "b", "*", "*", "*", "é", "😀"}, 3)
				if r.Intn(2) == 0 {
					p = patternOf(r, mapName)
				}
				if !slices.Contains(patterns, p) {
					patterns = append(patterns, p)
				}
			}
			words := []any{"match", mapName}
			yaml := "hazelcast:\n  map:\n"
			for _, p := range patterns {
				words = append(words, p)
				yaml += fmt.Sprintf("    %q: {}\n", p)
			}
			want := strings.Join(m.ask(words...), " ")
			if strings.Contains(want, "ambiguous") {
				want = "ambiguous"
			}
			got := "none"
			found, err := read(t, yaml).MapNamed(mapName)
			var ambiguous *hazelcast.AmbiguousError
			switch {
			case errors.As(err, &ambiguous):
				got = "ambiguous"
			case found.Node != nil:
				got = "found " + found.WrittenName()
			}
			outcomes[strings.Fields(want)[0]]++
			if !assert.Equal(t, want, got, "%v", words) {
				return
			}
		}
		t.Logf("%d names: %v", cases, outcomes)
		for _, outcome := range []string{"none", "found", "ambiguous"} {
			assert.Greater(t, outcomes[outcome], cases/50, outcome)
		}
	})
}

// settings draws the entry of a map. What is drawn, the schema accepts.
func settings(r *rand.Rand) string {
	var lines []string
	pick := func(key string, values ...string) {
		if r.Intn(2) == 0 {
			lines = append(lines, key+": "+values[r.Intn(len(values))])
		}
	}
	pick("backup-count", "0", "1", "3", "'2'")
	pick("async-backup-count", "0", "2", "\"3\"")
	pick("time-to-live-seconds", "0", "1", "3600", "2147483647")
	pick("max-idle-seconds", "0", "7", "8")
	pick("in-memory-format", "BINARY", "OBJECT", "NATIVE")
	pick("per-entry-stats-enabled", "true", "false", "'true'", "\"True\"")
	pick("cache-deserialized-values", "NEVER", "INDEX-ONLY", "INDEX_ONLY", "ALWAYS")
	pick("merge-policy", "{class-name: DiscardMergePolicy}", "{class-name: HigherHitsMergePolicy}", "{class-name: com.hazelcast.spi.merge.LatestUpdateMergePolicy, batch-size: 10}")
	pick("split-brain-protection-ref", "rule", "'other rule'")
	if r.Intn(3) > 0 {
		entry := strings.Join(lines, ", ")
		lines = nil
		pick("eviction-policy", "LRU", "LFU", "RANDOM", "NONE")
		pick("max-size-policy", "PER_NODE", "PER_PARTITION", "USED_HEAP_SIZE", "FREE_HEAP_PERCENTAGE", "USED_NATIVE_MEMORY_SIZE")
		pick("size", "0", "1", "5000", "'70'", "2147483647")
		if !strings.Contains(strings.Join(lines, " "), "eviction-policy: ") {
			pick("comparator-class-name", "a.B", "''")
		}
		if len(lines) > 0 {
			block := "eviction: {" + strings.Join(lines, ", ") + "}"
			lines = []string{block}
		}
		if entry != "" {
			lines = append(lines, entry)
		}
	}
	return "{" + strings.Join(lines, ", ") + "}"
}

// effective writes what a map gets as the oracle does.
func effective(m hazelcast.MapConfig) []string {
	return []string{
		fmt.Sprint("backup-count=", m.BackupCount.N),
		fmt.Sprint("async-backup-count=", m.AsyncBackupCount.N),
		fmt.Sprint("time-to-live-seconds=", m.TimeToLive.N/1000),
		fmt.Sprint("max-idle-seconds=", m.MaxIdle.N/1000),
		"in-memory-format=" + m.InMemoryFormat.Name,
		"per-entry-stats-enabled=" + m.PerEntryStats.Name,
		"cache-deserialized-values=" + strings.ReplaceAll(m.CacheValues.Name, "-", "_"),
		"eviction-policy=" + m.Eviction.Policy.Name,
		"max-size-policy=" + m.Eviction.MaxSizePolicy.Name,
		fmt.Sprint("size=", m.Eviction.Size.N),
		"comparator-class-name=" + m.Eviction.Comparator.Name,
		"merge-policy=" + m.MergePolicy.Name,
		"split-brain-protection-ref=" + m.ProtectedBy.Name,
	}
}

// Maps get the settings of their entry and the defaults, never those of the
// entry default.
func TestEffectiveAgainstMembers(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		r := rand.New(rand.NewSource(seed(t)))
		m := launch(t, jar, classes(t, jar))
		for range 500 {
			yaml := "hazelcast:\n  map:\n"
			for _, entry := range []string{"default", "orders", "'ord*'", "other"} {
				if r.Intn(3) > 0 {
					yaml += "    " + entry + ": " + settings(r) + "\n"
				}
			}
			if strings.HasSuffix(yaml, "map:\n") {
				continue
			}
			for _, name := range []string{"orders", "ord", "other", "any", "default"} {
				want := m.must("effective", name, encoded(yaml))
				if !assert.Equal(t, want, effective(named(t, read(t, yaml), name)), "map %q of\n%s", name, yaml) {
					return
				}
			}
		}
	})
}
