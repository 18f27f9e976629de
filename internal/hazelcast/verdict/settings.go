package verdict

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// setting is what the code asks of a setting beyond the schema. It says why a
// value is refused, and nothing where it is not.
type setting struct {
	pattern string
	refuses func(place) string
	parts   []string // of the pattern
}

// settings are kept by the last key of their pattern.
var settings = byLastKey(slices.Concat(texts, numbers, words))

func byLastKey(all []setting) map[string][]setting {
	m := map[string][]setting{}
	for _, s := range all {
		s.parts = strings.Split(s.pattern, "/")
		key := s.parts[len(s.parts)-1]
		m[key] = append(m[key], s)
	}
	return m
}

// filled asks for some text.
func filled(pattern, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if p.text() == "" {
			return message
		}
		return ""
	}}
}

// scalar asks for no list and no mapping.
func scalar(pattern, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if p.scalar() {
			return ""
		}
		return strings.ReplaceAll(message, "%s", p.key())
	}}
}

// texts may not be empty. What is no scalar has an empty text.
var texts = []setting{
	filled("hazelcast/cluster-name", "XML configuration is empty: Clustername"),
	filled("hazelcast/instance-name", "XML configuration is empty: Instance name"),
	filled("**/merge-policy/class-name", "Merge policy must contain text!"),
	filled("**/entry-listeners/*/class-name", "Event listener class name must contain text"),
	filled("**/item-listeners/*/class-name", "Event listener class name must contain text"),
	filled("**/network/join/discovery-strategies/node-filter/class", "Node filter class name must contain text"),
	filled("**/advanced-network/join/discovery-strategies/node-filter/class", "Node filter class name must contain text"),
	filled("hazelcast-client/network/discovery-strategies/node-filter/class", "Node filter class name must contain text"),
	filled("**/socket-interceptor/class-name", "Socket interceptor class name must contain text"),
	filled("**/ssl/factory-class-name", "The factoryClassName cannot be null!"),
	filled("hazelcast/auditlog/factory-class-name", "The factoryClassName cannot be null!"),
	filled("**/access-control-service/factory-class-name", "The factoryClassName cannot be null!"),
	filled("**/member-address-provider/class-name", "Member address provider class name must contain text"),
	filled("**/multicast/multicast-group", "multicastGroup must contain text"),
	filled("**/tcp-ip/member", "member must contain text"),
	filled("**/tcp-ip/members", "member must contain text"),
	filled("**/tcp-ip/interface", "member must contain text"),
	filled("**/tcp-ip/member-list/*", "member must contain text"),
	filled("hazelcast/data-connection/*/type", "Data connection type must contain text"),
	filled("hazelcast/map/*/attributes/*/extractor-class-name", "Map attribute extractor must contain text"),
	filled("hazelcast/map/*/map-store/class-name", "Map store class name must contain text"),
	filled("hazelcast/map/*/partition-attributes/*/name", "AttributeName must not be empty"),
	filled("hazelcast/queue/*/queue-store/class-name", "Queue store class name must contain text"),
	filled("hazelcast/ringbuffer/*/ringbuffer-store/class-name", "Ringbuffer store class name must contain text"),
	filled("**/predicate/class-name", "className must contain text"),
	filled("**/indexes/*/attributes/*", "Attribute name cannot be empty."),
	filled("hazelcast-client/*/*/eviction/comparator-class-name", "Eviction policy comparator class name cannot be null!"),
	filled("**/serializers/*/class-name", "Serializer class name must contain text"),
	filled("**/serializers/*/type-class", "Serializer type class name must contain text"),
	filled("hazelcast/security/realms/*/authentication/simple/users/*/password", "Password can't be empty"),
	{pattern: "hazelcast/security/realms/*/authentication/simple/users/*", refuses: func(p place) string {
		if p.value.Type != "JSONObject" {
			return "Password can't be empty"
		}
		return ""
	}},
	filled("hazelcast/security/realms/*/authentication/simple/role-separator", "Empty role separator is not allowed"),
	filled("**/map-store/factory-class-name", "Map store factory class name must contain text"),
	filled("**/queue-store/factory-class-name", "Queue store factory class name must contain text"),
	filled("**/ringbuffer-store/factory-class-name", "Ringbuffer store factory class name must contain text"),
	filled("hazelcast/listeners/*", "Event listener class name must contain text"),
	filled("hazelcast-client/listeners/*", "Event listener class name must contain text"),
	filled("hazelcast/split-brain-protection/*/listeners/*", "Event listener class name must contain text"),
	filled("hazelcast/*/*/message-listeners/*", "Event listener class name must contain text"),
	filled("hazelcast/*/*/partition-lost-listeners/*", "Event listener class name must contain text"),
	filled("hazelcast/partition-group/member-group/*/*", "ip must contain text"),
	filled("hazelcast/scheduled-executor-service/*/merge-policy/class-name", "Merge policy must contain text!"),
	scalar("**/config-replacers/replacers/*/properties/*", "Child %s is not a scalar"),
	{pattern: "**/properties/*", refuses: func(p place) string {
		if p.scalar() || slices.ContainsFunc(anyProperty, func(key string) bool { return slices.Contains(p.path, key) }) {
			return ""
		}
		return "a property must have a plain value"
	}},
	filled("hazelcast-client/network/cluster-members/*", "member must contain text"),
	filled("**/custom-publisher/*/class-name", "Wan publisher class name must contain text!"),
	scalar("hazelcast/executor-service/*/*", "Method for %s has unsupported argument type String"),
	scalar("hazelcast/durable-executor-service/*/*", "Method for %s has unsupported argument type String"),
	scalar("hazelcast/pn-counter/*/*", "Method for %s has unsupported argument type String"),
	scalar("**/encryption-at-rest/algorithm", "Method for %s has unsupported argument type String"),
	scalar("**/encryption-at-rest/salt", "Method for %s has unsupported argument type String"),
	scalar("**/symmetric-encryption/*", "Method for %s has unsupported argument type String"),
	scalar("**/batch-publisher/*/cluster-name", "Cluster name must not be null"),
}

// anyProperty are blocks whose properties are only read by a class of their own.
var anyProperty = []string{"discovery-strategies", "custom-publisher"}

// javaInt asks for what Integer.parseInt takes, and at least for a number.
func javaInt(pattern string, least int64, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		n, err := strconv.ParseInt(p.text(), 10, 32)
		switch {
		case err != nil:
			return fmt.Sprintf("For input string: %q", p.text())
		case n < least:
			return strings.ReplaceAll(message, "%d", strconv.FormatInt(n, 10))
		}
		return ""
	}}
}

func notNegative(pattern, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if strings.HasPrefix(p.text(), "-") {
			return message
		}
		return ""
	}}
}

func positiveLong(pattern, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if n, err := strconv.ParseInt(p.text(), 10, 64); err == nil && n < 1 {
			return message
		}
		return ""
	}}
}

// below asks for less than a limit.
func below(pattern string, limit int64, message string) setting {
	return setting{pattern: pattern, refuses: func(p place) string {
		if n, err := strconv.ParseInt(p.text(), 10, 32); err == nil && n >= limit {
			return strings.ReplaceAll(message, "%d", p.text())
		}
		return ""
	}}
}

const anyNumber = -1 << 31

var numbers = []setting{
	javaInt("hazelcast/durable-executor-service/*/pool-size", 1, "poolSize is %d but must be > 0"),
	javaInt("hazelcast/durable-executor-service/*/durability", 0, "durability can't be smaller than 0"),
	javaInt("hazelcast/durable-executor-service/*/capacity", 1, "capacity can't be smaller than 1"),
	javaInt("hazelcast/scheduled-executor-service/*/pool-size", 1, "poolSize is %d but must be > 0"),
	javaInt("hazelcast/scheduled-executor-service/*/durability", 0, "durability can't be smaller than 0"),
	javaInt("hazelcast/scheduled-executor-service/*/capacity", 0, "capacity can't be smaller than 0"),
	javaInt("**/merge-policy/batch-size", 1, "batchSize is %d but must be > 0"),
	never("**/port/port", "Port out of range: %s. Allowed range [0,65535]", "65536"),
	javaInt("hazelcast/cp-subsystem/map-limit", 1, "cpMapLimit is %d but must be > 0"),
	javaInt("**/preloader/store-interval-seconds", 1, "storeIntervalSeconds is %d but must be > 0"),
	javaInt("hazelcast/jet/instance/flow-control-period", 1, "flowControlPeriodMs should be a positive number"),
	javaInt("hazelcast/jet/flow-control-period", 1, "flowControlPeriodMs should be a positive number"),
	javaInt("**/port/port", 0, "Port out of range: %d. Allowed range [0,65535]"),
	javaInt("**/port/port-count", 1, "port count can't be smaller than 0"),
	javaInt("**/multicast/multicast-port", 0, "multicastPort can't be smaller than 0"),
	javaInt("**/tpc-socket/receive-buffer-size-kb", 1, "receiveBufferSizeKB is %d but must be > 0"),
	javaInt("**/tpc-socket/send-buffer-size-kb", 1, "sendBufferSizeKB is %d but must be > 0"),
	below("**/socket-options/keep-count", 127, "socketKeepCount value %d is outside valid range 1 - 127"),
	javaInt("**/socket-options/keep-count", 1, "socketKeepCount is %d but must be > 0"),
	below("**/socket-options/keep-idle-seconds", 32767, "socketKeepIdleSeconds value %d is outside valid range 1 - 32767"),
	javaInt("**/socket-options/keep-idle-seconds", 1, "socketKeepIdleSeconds is %d but must be > 0"),
	below("**/socket-options/keep-interval-seconds", 32767, "socketKeepIntervalSeconds value %d is outside valid range 1 - 32767"),
	javaInt("**/socket-options/keep-interval-seconds", 1, "socketKeepIntervalSeconds is %d but must be > 0"),
	javaInt("**/event-journal/capacity", 1, "capacity is %d but must be > 0"),
	javaInt("hazelcast/jet/instance/backup-count", 0, "backup-count can't be smaller than 0"),
	javaInt("hazelcast/jet/backup-count", 0, "backup-count can't be smaller than 0"),
	javaInt("hazelcast/jet/instance/cooperative-thread-count", 1, "cooperativeThreadCount should be a positive number"),
	javaInt("hazelcast/jet/cooperative-thread-count", 1, "cooperativeThreadCount should be a positive number"),
	javaInt("hazelcast/jet/edge-defaults/packet-size-limit", 1, "packetSizeLimit should be a positive number"),
	javaInt("hazelcast/jet/edge-defaults/queue-size", 1, "queueSize should be a positive number"),
	javaInt("hazelcast/jet/edge-defaults/receive-window-multiplier", 1, "receiveWindowMultiplier should be a positive number"),
	javaInt("hazelcast/tpc/eventloop-count", 1, "eventloopCount is %d but must be > 0"),
	javaInt("**/serialization/portable-version", 0, "Portable version cannot be negative!"),
	positiveLong("hazelcast/jet/max-processor-accumulated-records", "maxProcessorAccumulatedRecords must be a positive number"),
	positiveLong("hazelcast/jet/instance/max-processor-accumulated-records", "maxProcessorAccumulatedRecords must be a positive number"),
	notNegative("hazelcast/jet/scale-up-delay-millis", "The delay must be >=0"),
	notNegative("hazelcast/jet/instance/scale-up-delay-millis", "The delay must be >=0"),
	notNegative("hazelcast/rest/max-login-attempts", "maxLoginAttempts cannot be negative."),
	notNegative("hazelcast/sql/statement-timeout-millis", "Timeout cannot be negative"),
	{pattern: "**/persistent-memory/directories/*/numa-node", refuses: func(p place) string {
		if _, err := strconv.ParseInt(p.text(), 10, 32); err != nil && p.text() != "" {
			return "Invalid integer value for parameter numa-node: " + p.text()
		}
		return ""
	}},
	javaInt("**/config-replacers/replacers/*/properties/keyLengthBits", 1, "Key length has to be positive number"),
	javaInt("**/config-replacers/replacers/*/properties/iterations", anyNumber, ""),
	javaInt("**/config-replacers/replacers/*/properties/saltLengthBytes", anyNumber, ""),
}

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
	portRange = regexp.MustCompile(`^\d{1,5}-\d{1,5}$`)
	indexName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
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
