package verdict

import "slices"

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
