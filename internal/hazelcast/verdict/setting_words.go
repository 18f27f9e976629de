package verdict

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// among asks for one of some words.
func among(pattern, message string, words ...string) []setting {
	return each(message, func(p place) bool { return !slices.Contains(words, p.text()) }, pattern)
}

// never refuses some words.
func never(pattern, message string, words ...string) []setting {
	return each(message, func(p place) bool { return slices.Contains(words, p.text()) }, pattern)
}

// formed asks for a text of a form.
func formed(pattern, message string, form *lazyregexp.Regexp) []setting {
	return each(message, func(p place) bool { return !form.MatchString(p.text()) }, pattern)
}

// mapPolicies are those that a map takes.
const mapPolicies = "[PER_NODE, PER_PARTITION, USED_HEAP_PERCENTAGE, USED_HEAP_SIZE, FREE_HEAP_PERCENTAGE, FREE_HEAP_SIZE, USED_NATIVE_MEMORY_PERCENTAGE, USED_NATIVE_MEMORY_SIZE, FREE_NATIVE_MEMORY_PERCENTAGE, FREE_NATIVE_MEMORY_SIZE]."

var words = slices.Concat(
	among("hazelcast/scheduled-executor-service/*/capacity-policy", "No enum constant com.hazelcast.config.ScheduledExecutorConfig.CapacityPolicy.%s", "PER_NODE", "PER_PARTITION"),
	among("**/persistent-memory/mode", "Invalid 'mode' for 'persistent-memory': %s", "", "MOUNTED", "SYSTEM_MEMORY"),
	never("hazelcast/map/*/eviction/max-size-policy", "IMap eviction config doesn't support max size policy `%s`. Please select a valid one: "+mapPolicies, "ENTRY_COUNT"),
	among("hazelcast/cardinality-estimator/*/merge-policy/class-name", "Policy %s is not allowed as a merge-policy for CardinalityEstimator.",
		"DiscardMergePolicy", "HyperLogLogMergePolicy", "PassThroughMergePolicy", "PutIfAbsentMergePolicy", "com.hazelcast.spi.merge.DiscardMergePolicy",
		"com.hazelcast.spi.merge.HyperLogLogMergePolicy", "com.hazelcast.spi.merge.PassThroughMergePolicy", "com.hazelcast.spi.merge.PutIfAbsentMergePolicy"),
	never("**/query-caches/*/in-memory-format", "InMemoryFormat.NATIVE is not supported.", "NATIVE"),
	formed("**/tpc-socket/port-range", "Invalid port range", lazyregexp.New(`^\d{1,5}-\d{1,5}$`)),
	formed("hazelcast/vector-collection/*/indexes/*/name", `The name of the vector index should only consist of letters, numbers, and the symbols "-" or "_".`,
		lazyregexp.New(`^[A-Za-z0-9_-]+$`)),
	each("Illegal base64", notBase64, "**/identity/token/value"),
	never("**/config-replacers/replacers/*/class-name", "java.lang.ClassNotFoundException: ", ""),
	among("hazelcast/rest/ssl/client-auth", "No enum constant com.hazelcast.config.rest.RestConfig.Ssl.ClientAuth.%s", "NONE", "WANT", "NEED"),
	each("Non-expanded <import> element found", func(p place) bool { return p.value.Type == "JSONArray" && len(p.value.Items) == 0 }, "hazelcast/import"),
	all(stringOnly, []string{"**/trusted-interfaces/*", "hazelcast/import/*", "hazelcast-client/import/*"}),
)

// notBase64 reports whether a token says that it is Base64 and is not.
func notBase64(p place) bool {
	if !strings.EqualFold(textOf(p.up.value.Member("encoding")), "base64") {
		return false
	}
	_, err := base64.StdEncoding.DecodeString(p.text())
	_, unpadded := base64.RawStdEncoding.DecodeString(p.text())
	return err != nil && unpadded != nil
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
