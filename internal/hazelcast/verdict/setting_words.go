package verdict

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// among asks for one of some words.
func among(pattern, message string, words ...string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if slices.Contains(words, p.text()) {
			return ""
		}
		return strings.ReplaceAll(message, "%s", p.text())
	}}
}

// never refuses some words.
func never(pattern, message string, words ...string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if slices.Contains(words, p.text()) {
			return strings.ReplaceAll(message, "%s", p.text())
		}
		return ""
	}}
}

var (
	portRange = lazyregexp.New(`^\d{1,5}-\d{1,5}$`)
	indexName = lazyregexp.New(`^[A-Za-z0-9_-]+$`)
)

// mapPolicies are those that a map takes.
const mapPolicies = "[PER_NODE, PER_PARTITION, USED_HEAP_PERCENTAGE, USED_HEAP_SIZE, FREE_HEAP_PERCENTAGE, FREE_HEAP_SIZE, USED_NATIVE_MEMORY_PERCENTAGE, USED_NATIVE_MEMORY_SIZE, FREE_NATIVE_MEMORY_PERCENTAGE, FREE_NATIVE_MEMORY_SIZE]."

var words = []setting{
	among("hazelcast/scheduled-executor-service/*/capacity-policy", "No enum constant com.hazelcast.config.ScheduledExecutorConfig.CapacityPolicy.%s", "PER_NODE", "PER_PARTITION"),
	{pattern: "**/persistent-memory/mode", refuses: func(p place) string {
		if p.text() == "" || p.text() == "MOUNTED" || p.text() == "SYSTEM_MEMORY" {
			return ""
		}
		return "Invalid 'mode' for 'persistent-memory': " + p.text()
	}},
	never("hazelcast/map/*/eviction/max-size-policy", "IMap eviction config doesn't support max size policy `%s`. Please select a valid one: "+mapPolicies, "ENTRY_COUNT"),
	among("hazelcast/cardinality-estimator/*/merge-policy/class-name", "Policy %s is not allowed as a merge-policy for CardinalityEstimator.",
		"DiscardMergePolicy", "HyperLogLogMergePolicy", "PassThroughMergePolicy", "PutIfAbsentMergePolicy", "com.hazelcast.spi.merge.DiscardMergePolicy",
		"com.hazelcast.spi.merge.HyperLogLogMergePolicy", "com.hazelcast.spi.merge.PassThroughMergePolicy", "com.hazelcast.spi.merge.PutIfAbsentMergePolicy"),
	never("**/query-caches/*/in-memory-format", "InMemoryFormat.NATIVE is not supported.", "NATIVE"),
	{pattern: "**/tpc-socket/port-range", refuses: func(p place) string {
		if portRange.MatchString(p.text()) {
			return ""
		}
		return "Invalid port range"
	}},
	{pattern: "hazelcast/vector-collection/*/indexes/*/name", refuses: func(p place) string {
		if indexName.MatchString(p.text()) {
			return ""
		}
		return `The name of the vector index should only consist of letters, numbers, and the symbols "-" or "_".`
	}},
	{pattern: "**/identity/token/value", refuses: func(p place) string {
		if p.up.value.Member("encoding") == nil || !strings.EqualFold(textOf(p.up.value.Member("encoding")), "base64") {
			return ""
		}
		if _, err := base64.StdEncoding.DecodeString(p.text()); err != nil {
			if _, err := base64.RawStdEncoding.DecodeString(p.text()); err != nil {
				return "Illegal base64"
			}
		}
		return ""
	}},
	{pattern: "**/config-replacers/replacers/*/class-name", refuses: func(p place) string {
		if p.text() == "" {
			return "java.lang.ClassNotFoundException: "
		}
		return ""
	}},
	among("hazelcast/rest/ssl/client-auth", "No enum constant com.hazelcast.config.rest.RestConfig.Ssl.ClientAuth.%s", "NONE", "WANT", "NEED"),
	{pattern: "**/trusted-interfaces/*", refuses: stringOnly},
	{pattern: "hazelcast/import", refuses: func(p place) string {
		if p.value.Type == "JSONArray" && len(p.value.Items) == 0 {
			return "Non-expanded <import> element found"
		}
		return ""
	}},
	{pattern: "hazelcast/import/*", refuses: stringOnly},
	{pattern: "hazelcast-client/import/*", refuses: stringOnly},
}

// stringOnly refuses what YAML reads as something else than text.
func stringOnly(p place) string {
	switch p.value.Type {
	case "String":
		return ""
	case "JSONObject", "JSONArray":
		return "Child <unnamed> is not a scalar"
	}
	return "class java.lang." + string(p.value.Type) + " cannot be cast to class java.lang.String"
}
