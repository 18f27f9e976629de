package verdict

import (
	"slices"
	"strings"
)

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
	filled("hazelcast/security/realms/*/access-control-service/factory-class-name", "The factoryClassName cannot be null!"),
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
