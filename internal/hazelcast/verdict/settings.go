package verdict

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// setting is what the code asks of a setting beyond the schema. It says why a
// value is refused, and nothing where it is not.
type setting struct {
	pattern string
	refuses func(place) string
	parts   []string // of the pattern
}

// settings are kept by the last key of their pattern.
var settings = sync.OnceValue(func() map[string][]setting {
	m := map[string][]setting{}
	for _, s := range slices.Concat(texts, numbers, words) {
		s.parts = strings.Split(s.pattern, "/")
		key := s.parts[len(s.parts)-1]
		m[key] = append(m[key], s)
	}
	return m
})

// each is a setting for each of some patterns. Where a value is wrong, the message
// says so, with the value for %s and the key for %k.
func each(message string, wrong func(place) bool, patterns ...string) []setting {
	refuses := func(p place) string {
		if !wrong(p) {
			return ""
		}
		return strings.NewReplacer("%s", p.text(), "%k", p.key()).Replace(message)
	}
	return all(refuses, patterns)
}

func all(refuses func(place) string, patterns []string) []setting {
	settings := make([]setting, len(patterns))
	for i, pattern := range patterns {
		settings[i] = setting{pattern: pattern, refuses: refuses}
	}
	return settings
}

// filled asks for some text. What is no scalar has an empty one.
func filled(message string, patterns ...string) []setting {
	return each(message, func(p place) bool { return p.text() == "" }, patterns...)
}

// scalar asks for no list and no mapping.
func scalar(message string, patterns ...string) []setting {
	return each(message, func(p place) bool { return !p.scalar() }, patterns...)
}

var texts = slices.Concat(
	filled("XML configuration is empty: Clustername", "hazelcast/cluster-name"),
	filled("XML configuration is empty: Instance name", "hazelcast/instance-name"),
	filled("Merge policy must contain text!", "**/merge-policy/class-name", "hazelcast/scheduled-executor-service/*/merge-policy/class-name"),
	filled("Event listener class name must contain text",
		"**/entry-listeners/*/class-name", "**/item-listeners/*/class-name", "hazelcast/listeners/*", "hazelcast-client/listeners/*",
		"hazelcast/split-brain-protection/*/listeners/*", "hazelcast/*/*/message-listeners/*", "hazelcast/*/*/partition-lost-listeners/*"),
	filled("Node filter class name must contain text", "**/network/join/discovery-strategies/node-filter/class",
		"**/advanced-network/join/discovery-strategies/node-filter/class", "hazelcast-client/network/discovery-strategies/node-filter/class"),
	filled("Socket interceptor class name must contain text", "**/socket-interceptor/class-name"),
	filled("The factoryClassName cannot be null!",
		"**/ssl/factory-class-name", "hazelcast/auditlog/factory-class-name", "hazelcast/security/realms/*/access-control-service/factory-class-name"),
	filled("Member address provider class name must contain text", "**/member-address-provider/class-name"),
	filled("multicastGroup must contain text", "**/multicast/multicast-group"),
	filled("member must contain text", "**/tcp-ip/member", "**/tcp-ip/members", "**/tcp-ip/interface", "**/tcp-ip/member-list/*",
		"hazelcast-client/network/cluster-members/*"),
	filled("Data connection type must contain text", "hazelcast/data-connection/*/type"),
	filled("Map attribute extractor must contain text", "hazelcast/map/*/attributes/*/extractor-class-name"),
	filled("Map store class name must contain text", "hazelcast/map/*/map-store/class-name"),
	filled("AttributeName must not be empty", "hazelcast/map/*/partition-attributes/*/name"),
	filled("Queue store class name must contain text", "hazelcast/queue/*/queue-store/class-name"),
	filled("Ringbuffer store class name must contain text", "hazelcast/ringbuffer/*/ringbuffer-store/class-name"),
	filled("className must contain text", "**/predicate/class-name"),
	filled("Attribute name cannot be empty.", "**/indexes/*/attributes/*"),
	filled("Eviction policy comparator class name cannot be null!", "hazelcast-client/*/*/eviction/comparator-class-name"),
	filled("Serializer class name must contain text", "**/serializers/*/class-name"),
	filled("Serializer type class name must contain text", "**/serializers/*/type-class"),
	filled("Password can't be empty", "hazelcast/security/realms/*/authentication/simple/users/*/password"),
	each("Password can't be empty", func(p place) bool { return p.value.Type != "JSONObject" }, "hazelcast/security/realms/*/authentication/simple/users/*"),
	filled("Empty role separator is not allowed", "hazelcast/security/realms/*/authentication/simple/role-separator"),
	filled("Map store factory class name must contain text", "**/map-store/factory-class-name"),
	filled("Queue store factory class name must contain text", "**/queue-store/factory-class-name"),
	filled("Ringbuffer store factory class name must contain text", "**/ringbuffer-store/factory-class-name"),
	filled("ip must contain text", "hazelcast/partition-group/member-group/*/*"),
	scalar("Child %k is not a scalar", "**/config-replacers/replacers/*/properties/*"),
	each("a property must have a plain value", func(p place) bool {
		return !p.scalar() && !slices.ContainsFunc(anyProperty, func(key string) bool { return slices.Contains(p.path, key) })
	}, "**/properties/*"),
	filled("Wan publisher class name must contain text!", "**/custom-publisher/*/class-name"),
	scalar("Method for %k has unsupported argument type String", "hazelcast/executor-service/*/*", "hazelcast/durable-executor-service/*/*",
		"hazelcast/pn-counter/*/*", "**/encryption-at-rest/algorithm", "**/encryption-at-rest/salt", "**/symmetric-encryption/*"),
	scalar("Cluster name must not be null", "**/batch-publisher/*/cluster-name"),
)

// anyProperty are blocks whose properties are only read by a class of their own.
var anyProperty = []string{"discovery-strategies", "custom-publisher"}

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

// javaInt asks for what Integer.parseInt takes, and at least for a number.
func javaInt(least int64, message string, patterns ...string) []setting {
	refuses := func(p place) string {
		text := p.text()
		if p.scalar() && (slices.Contains(p.path, "durable-executor-service") || slices.Contains(p.path, "config-replacers")) {
			text = p.value.Text // which are not trimmed
		}
		n, err := strconv.ParseInt(text, 10, 32)
		switch {
		case err != nil:
			return fmt.Sprintf("For input string: %q", text)
		case n < least:
			return strings.ReplaceAll(message, "%d", strconv.FormatInt(n, 10))
		}
		return ""
	}
	return all(refuses, patterns)
}

func notNegative(message string, patterns ...string) []setting {
	return each(message, func(p place) bool { return strings.HasPrefix(p.text(), "-") }, patterns...)
}

// number asks something of whole numbers, and nothing of what is none.
func number(message string, wrong func(int64) bool, patterns ...string) []setting {
	return each(message, func(p place) bool {
		n, err := strconv.ParseInt(p.text(), 10, 64)
		return err == nil && wrong(n)
	}, patterns...)
}

// below asks for less than a limit.
func below(pattern string, limit int64, message string) []setting {
	return number(message, func(n int64) bool { return n >= limit && n <= 1<<31-1 }, pattern)
}

const anyNumber = -1 << 31

var numbers = slices.Concat(
	javaInt(1, "poolSize is %d but must be > 0", "hazelcast/durable-executor-service/*/pool-size", "hazelcast/scheduled-executor-service/*/pool-size"),
	javaInt(0, "durability can't be smaller than 0",
		"hazelcast/durable-executor-service/*/durability", "hazelcast/scheduled-executor-service/*/durability"),
	javaInt(1, "capacity can't be smaller than 1", "hazelcast/durable-executor-service/*/capacity"),
	javaInt(0, "capacity can't be smaller than 0", "hazelcast/scheduled-executor-service/*/capacity"),
	javaInt(1, "batchSize is %d but must be > 0", "**/merge-policy/batch-size"),
	never("**/port/port", "Port out of range: %s. Allowed range [0,65535]", "65536"),
	number("CP Subsystem must have at least 3 CP members", func(n int64) bool { return n == 1 || n == 2 }, "hazelcast/cp-subsystem/cp-member-count"),
	javaInt(2, "Minimum cluster size configured for split-brain protection cannot be less than 2", "hazelcast/split-brain-protection/*/minimum-cluster-size"),
	javaInt(1, "cpMapLimit is %d but must be > 0", "hazelcast/cp-subsystem/map-limit"),
	javaInt(1, "storeInitialDelaySeconds is %d but must be > 0", "**/preloader/store-initial-delay-seconds"),
	javaInt(1, "storeIntervalSeconds is %d but must be > 0", "**/preloader/store-interval-seconds"),
	javaInt(1, "flowControlPeriodMs should be a positive number", "hazelcast/jet/instance/flow-control-period", "hazelcast/jet/flow-control-period"),
	javaInt(0, "Port out of range: %d. Allowed range [0,65535]", "**/port/port"),
	javaInt(1, "port count can't be smaller than 0", "**/port/port-count"),
	javaInt(0, "multicastPort can't be smaller than 0", "**/multicast/multicast-port"),
	javaInt(1, "receiveBufferSizeKB is %d but must be > 0", "**/tpc-socket/receive-buffer-size-kb"),
	javaInt(1, "sendBufferSizeKB is %d but must be > 0", "**/tpc-socket/send-buffer-size-kb"),
	below("**/socket-options/keep-count", 127, "socketKeepCount value %s is outside valid range 1 - 127"),
	javaInt(1, "socketKeepCount is %d but must be > 0", "**/socket-options/keep-count"),
	below("**/socket-options/keep-idle-seconds", 32767, "socketKeepIdleSeconds value %s is outside valid range 1 - 32767"),
	javaInt(1, "socketKeepIdleSeconds is %d but must be > 0", "**/socket-options/keep-idle-seconds"),
	below("**/socket-options/keep-interval-seconds", 32767, "socketKeepIntervalSeconds value %s is outside valid range 1 - 32767"),
	javaInt(1, "socketKeepIntervalSeconds is %d but must be > 0", "**/socket-options/keep-interval-seconds"),
	javaInt(1, "capacity is %d but must be > 0", "**/event-journal/capacity"),
	javaInt(0, "backup-count can't be smaller than 0", "hazelcast/jet/instance/backup-count", "hazelcast/jet/backup-count"),
	javaInt(1, "cooperativeThreadCount should be a positive number",
		"hazelcast/jet/instance/cooperative-thread-count", "hazelcast/jet/cooperative-thread-count"),
	javaInt(1, "packetSizeLimit should be a positive number", "hazelcast/jet/edge-defaults/packet-size-limit"),
	javaInt(1, "queueSize should be a positive number", "hazelcast/jet/edge-defaults/queue-size"),
	javaInt(1, "receiveWindowMultiplier should be a positive number", "hazelcast/jet/edge-defaults/receive-window-multiplier"),
	javaInt(1, "eventloopCount is %d but must be > 0", "hazelcast/tpc/eventloop-count"),
	javaInt(0, "Portable version cannot be negative!", "**/serialization/portable-version"),
	number("maxProcessorAccumulatedRecords must be a positive number", func(n int64) bool { return n < 1 },
		"hazelcast/jet/max-processor-accumulated-records", "hazelcast/jet/instance/max-processor-accumulated-records"),
	notNegative("The delay must be >=0", "hazelcast/jet/scale-up-delay-millis", "hazelcast/jet/instance/scale-up-delay-millis"),
	notNegative("tokenValidityDuration cannot be negative.", "hazelcast/rest/token-validity-seconds"),
	notNegative("Polling interval cannot be negative!", "**/secure-store/vault/polling-interval", "**/secure-store/keystore/polling-interval"),
	notNegative("maxLoginAttempts cannot be negative.", "hazelcast/rest/max-login-attempts"),
	notNegative("timeToLiveSeconds can't be smaller than 0", "hazelcast/ringbuffer/*/time-to-live-seconds"),
	notNegative("Timeout cannot be negative", "hazelcast/sql/statement-timeout-millis"),
	each("Invalid integer value for parameter numa-node: %s", func(p place) bool {
		_, err := strconv.ParseInt(p.text(), 10, 32)
		return err != nil && p.text() != ""
	}, "**/persistent-memory/directories/*/numa-node"),
	javaInt(1, "Key length has to be positive number", "**/config-replacers/replacers/*/properties/keyLengthBits"),
	javaInt(anyNumber, "", "**/config-replacers/replacers/*/properties/iterations", "**/config-replacers/replacers/*/properties/saltLengthBytes"),
)
