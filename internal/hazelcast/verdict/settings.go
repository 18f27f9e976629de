package verdict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// setting is what the code asks of a setting beyond the schema. It says why a
// value is refused, and nothing where it is not.
type setting struct {
	refuses func(place) string
	parts   []string // of the pattern
}

// settings are kept by the last key of their pattern.
var settings = sync.OnceValue(func() map[string][]setting {
	m := map[string][]setting{}
	for _, s := range slices.Concat(texts, numbers) {
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
		settings[i] = setting{refuses, strings.Split(pattern, "/")}
	}
	return settings
}

// filled asks for some text. What is no scalar has an empty one.
func filled(message string, patterns ...string) []setting {
	return each(message, func(p place) bool { return p.text() == "" }, patterns...)
}

// javaInt asks for what Integer.parseInt takes, and at least for a number.
func javaInt(least int64, message string, patterns ...string) []setting {
	refuses := func(p place) string {
		text := p.text()
		if p.scalar() && slices.Contains(p.path, "durable-executor-service") {
			text = p.value.Text // which is not trimmed
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

// never refuses one word.
func never(pattern, message, word string) []setting {
	return each(message, func(p place) bool { return p.text() == word }, pattern)
}

var numbers = slices.Concat(
	javaInt(1, "poolSize is %d but must be > 0", "hazelcast/durable-executor-service/*/pool-size", "hazelcast/scheduled-executor-service/*/pool-size"),
	javaInt(0, "durability can't be smaller than 0",
		"hazelcast/durable-executor-service/*/durability", "hazelcast/scheduled-executor-service/*/durability"),
	javaInt(1, "capacity can't be smaller than 1", "hazelcast/durable-executor-service/*/capacity"),
	javaInt(0, "capacity can't be smaller than 0", "hazelcast/scheduled-executor-service/*/capacity"),
	javaInt(1, "batchSize is %d but must be > 0", "**/merge-policy/batch-size"),
	javaInt(2, "Minimum cluster size configured for split-brain protection cannot be less than 2", "hazelcast/split-brain-protection/*/minimum-cluster-size"),
	never("hazelcast/cp-subsystem/cp-member-count", "CP Subsystem must have at least 3 CP members", "1"),
	never("hazelcast/cp-subsystem/cp-member-count", "CP Subsystem must have at least 3 CP members", "2"),
	javaInt(0, "Port out of range: %d. Allowed range [0,65535]", "**/port/port"),
	never("**/port/port", "Port out of range: %s. Allowed range [0,65535]", "65536"),
	javaInt(1, "port count can't be smaller than 0", "**/port/port-count"),
	javaInt(0, "multicastPort can't be smaller than 0", "**/multicast/multicast-port"),
	javaInt(1, "capacity is %d but must be > 0", "**/event-journal/capacity"),
	javaInt(0, "backup-count can't be smaller than 0", "hazelcast/jet/instance/backup-count", "hazelcast/jet/backup-count"),
	javaInt(1, "cooperativeThreadCount should be a positive number",
		"hazelcast/jet/instance/cooperative-thread-count", "hazelcast/jet/cooperative-thread-count"),
	javaInt(1, "flowControlPeriodMs should be a positive number", "hazelcast/jet/instance/flow-control-period", "hazelcast/jet/flow-control-period"),
	each("timeToLiveSeconds can't be smaller than 0", func(p place) bool { return strings.HasPrefix(p.text(), "-") }, "hazelcast/ringbuffer/*/time-to-live-seconds"),
)

// mapPolicies are those that a map takes.
const mapPolicies = "[PER_NODE, PER_PARTITION, USED_HEAP_PERCENTAGE, USED_HEAP_SIZE, FREE_HEAP_PERCENTAGE, FREE_HEAP_SIZE, USED_NATIVE_MEMORY_PERCENTAGE, USED_NATIVE_MEMORY_SIZE, FREE_NATIVE_MEMORY_PERCENTAGE, FREE_NATIVE_MEMORY_SIZE]."

var texts = slices.Concat(
	filled("XML configuration is empty: Clustername", "hazelcast/cluster-name"),
	filled("XML configuration is empty: Instance name", "hazelcast/instance-name"),
	filled("Merge policy must contain text!", "**/merge-policy/class-name", "hazelcast/scheduled-executor-service/*/merge-policy/class-name"),
	filled("Event listener class name must contain text",
		"**/entry-listeners/*/class-name", "**/item-listeners/*/class-name", "hazelcast/listeners/*", "hazelcast-client/listeners/*",
		"hazelcast/split-brain-protection/*/listeners/*", "hazelcast/*/*/message-listeners/*", "hazelcast/*/*/partition-lost-listeners/*"),
	filled("multicastGroup must contain text", "**/multicast/multicast-group"),
	filled("member must contain text", "**/tcp-ip/member", "**/tcp-ip/members", "**/tcp-ip/interface", "**/tcp-ip/member-list/*",
		"hazelcast-client/network/cluster-members/*"),
	filled("Data connection type must contain text", "hazelcast/data-connection/*/type"),
	filled("Map store class name must contain text", "hazelcast/map/*/map-store/class-name"),
	filled("Queue store class name must contain text", "hazelcast/queue/*/queue-store/class-name"),
	filled("Attribute name cannot be empty.", "**/indexes/*/attributes/*"),
	filled("Serializer class name must contain text", "**/serializers/*/class-name"),
	filled("Serializer type class name must contain text", "**/serializers/*/type-class"),
	each("a property must have a plain value", func(p place) bool {
		return !p.scalar() && !slices.ContainsFunc(anyProperty, func(key string) bool { return slices.Contains(p.path, key) })
	}, "**/properties/*"),
	each("Method for %k has unsupported argument type String", func(p place) bool { return !p.scalar() },
		"hazelcast/executor-service/*/*", "hazelcast/durable-executor-service/*/*"),
	never("hazelcast/map/*/eviction/max-size-policy",
		"IMap eviction config doesn't support max size policy `%s`. Please select a valid one: "+mapPolicies, "ENTRY_COUNT"),
)

// anyProperty are blocks whose properties are only read by a class of their own.
var anyProperty = []string{"discovery-strategies", "custom-publisher", "config-replacers"}
