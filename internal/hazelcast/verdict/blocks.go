package verdict

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// block is what the code asks of several settings together.
type block struct {
	look  func(*processor, place)
	any   bool     // what is no mapping is looked at too
	parts []string // of the pattern
}

var blocks = slices.Concat(
	on(backups, "hazelcast/map/*", "hazelcast/cache/*", "hazelcast/multimap/*", "hazelcast/queue/*", "hazelcast/list/*", "hazelcast/set/*",
		"hazelcast/ringbuffer/*", "hazelcast/cardinality-estimator/*"),
	on(join, "hazelcast/network/join", "hazelcast/advanced-network/join"),
	on(network, "hazelcast"),
	on(setters("pool-size", "queue-capacity", "statistics-enabled", "split-brain-protection-ref", "user-code-namespace", "name",
		"split-brain-protection-name"), "hazelcast/executor-service/*"),
	onAny(setters("pool-size", "durability", "capacity", "statistics-enabled", "split-brain-protection-ref", "user-code-namespace", "name",
		"split-brain-protection-name"), "hazelcast/durable-executor-service/*"),
	on(setters("enabled", "algorithm", "salt", "key-size", "secure-store"), "**/encryption-at-rest"),
	on(cpPriority, "hazelcast/cp-subsystem"),
	onAny(needs("class-name", "Merge policy must contain text!"), "**/merge-policy"),
	on(capacity, "**/capacity", "**/native-memory/size", "**/btree-index/page-size"),
	on(persistentMemory, "**/persistent-memory"),
	on(namespaces, "hazelcast/user-code-namespaces"),
	on(btreeIndex, "**/btree-index"),
	on(needs("class", "Class name cannot be null"), "**/compact-serialization/classes/*"),
	on(needs("serializer", "Explicit serializer class name cannot be null"), "**/compact-serialization/serializers/*"),
	on(timedExpiry, "**/timed-expiry-policy-factory"),
	on(needs("name", "Name must not be null"), "hazelcast/cache/*/wan-replication-ref"),
	onAny(attributeName, "hazelcast/map/*/attributes/*"),
	on(onePolicy, "hazelcast/map/*/eviction", "**/near-cache/eviction", "**/near-cache/*/eviction", "hazelcast/cache/*/eviction",
		"**/query-caches/*/eviction"),
	on(somePolicy, "**/query-caches/*/eviction", "hazelcast/cache/*/eviction"),
	on(cacheMemory, "hazelcast/cache/*"),
	on(needs("mode", "Name is null: cluster-routing has no mode"), "hazelcast-client/network/cluster-routing"),
	on(routing, "hazelcast-client/network"),
	on(password, "**/config-replacers/replacers/*", "**/config-replacers/replacer"),
)

// on looks at the mappings of some patterns, and onAny at what is no mapping, too.
func on(look func(*processor, place), patterns ...string) []block {
	return lists.Of(patterns, func(pattern string) block { return block{look: look, parts: strings.Split(pattern, "/")} })
}

func onAny(look func(*processor, place), pattern string) []block {
	return []block{{look: look, any: true, parts: strings.Split(pattern, "/")}}
}

// countedOnce is the first release that does not take the asynchronous backups
// of a list or a set twice instead of both kinds once
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/CollectionConfig.java, setAsyncBackupCount).
var countedOnce = hazelcast.Version{Major: 5, Minor: 7}

// backups may sum up to 6 at any time while they are taken over, one after the other: with 6 asynchronous ones the
// one that there is by itself must be gone before.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/util/Preconditions.java, checkAsyncBackupCount
func backups(p *processor, at place) {
	counts := map[string]int64{"backup-count": 1}
	for _, m := range at.value.Members {
		if m.Name != "backup-count" && m.Name != "async-backup-count" || m.Value.Open {
			continue
		}
		counts[m.Name], _ = strconv.ParseInt(textOf(m.Value), 10, 32)
		sum := counts["backup-count"] + counts["async-backup-count"]
		if m.Name == "async-backup-count" && p.release.Before(countedOnce) && (at.path[1] == "list" || at.path[1] == "set") {
			sum = 2 * counts["async-backup-count"]
		}
		if sum > hazelcast.MostBackups {
			p.refuse(place{m.Value, append(slices.Clone(at.path), m.Name), &at}, "the sum of backup-count and async-backup-count can't be larger than than 6")
			return
		}
	}
}

// join lets one way of discovery be enabled.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/JoinConfig.java, verify
func join(p *processor, at place) {
	var enabled []schema.Member
	var names []string
	for _, m := range at.value.Members {
		name := map[string]string{
			"tcp-ip": "TCP/IP", "multicast": "Multicast", "aws": "AWS discovery", "gcp": "GCP discovery", "azure": "Azure discovery",
			"kubernetes": "Kubernetes discovery", "eureka": "Eureka discovery", "discovery-strategies": "Discovery SPI",
		}[m.Name]
		switch {
		case name == "" || m.Open:
			continue
		case m.Name == "discovery-strategies":
			if v := m.Value.Member("discovery-strategies"); v == nil || !slices.ContainsFunc(v.Items, func(s *schema.Value) bool { return isTrue(s.Member("enabled")) }) {
				continue
			}
		case !isTrue(m.Value.Member("enabled")):
			continue
		}
		enabled, names = append(enabled, m), append(names, name)
	}
	if len(enabled) > 1 {
		second := enabled[1]
		p.refuseKey(at, second.Key, "Only one discovery method can be enabled at a time. Keep only one of the following method enabled by removing the others from the configuration, or setting enabled to 'false': "+strings.Join(names, ", "))
	}
}

// routing is said in the old way or in the new one.
func routing(p *processor, at place) {
	if old := at.value.Member("smart-routing"); old != nil && at.value.Member("cluster-routing") != nil {
		p.refuse(place{old, append(slices.Clone(at.path), "smart-routing"), &at}, `"smart-routing" should not be present in configuration when "cluster-routing" is present - only "cluster-routing" should be used.`)
	}
}

// encryptionReplacer fills in $ENC{name}, and nothing else.
const encryptionReplacer = "com.hazelcast.config.replacer.EncryptionReplacer"

// password is what the replacer that decrypts makes out of at least one property.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/replacer/EncryptionReplacer.java, init (5.0 to 5.7)
func password(p *processor, at place) {
	properties := at.value.Member("properties")
	user := properties.Member("passwordUserProperties")
	if textOf(at.value.Member("class-name")) == encryptionReplacer && user != nil && !user.Open && !isTrue(user) &&
		properties.Member("passwordFile") == nil && properties.Member("passwordNetworkInterface") == nil {
		p.refuse(place{user, append(slices.Clone(at.path), "properties", "passwordUserProperties"), &at}, "At least one of the properties used to generate encryption password has to be configured")
	}
}

// isTrue reads a boolean as the code does; false where there is none.
func isTrue(v *schema.Value) bool { return v != nil && !v.Open && strings.EqualFold(textOf(v), "true") }

// network is either plain or advanced.
func network(p *processor, at place) {
	advanced := at.value.Member("advanced-network")
	if at.value.Member("network") == nil || advanced == nil || !isTrue(advanced.Member("enabled")) {
		return
	}
	for _, m := range at.value.Members {
		if m.Name == "advanced-network" {
			p.refuseKey(at, m.Key, "Ambiguous configuration: cannot include both <network> and an enabled <advanced-network> element. Configure network using one of <network> or <advanced-network enabled=\"true\">.")
		}
	}
}

// setters let keys stand for which there is one; the schema of these blocks is open.
func setters(known ...string) func(*processor, place) {
	return func(p *processor, at place) {
		if len(at.value.Items) > 0 {
			p.refuse(at, "Invalid element/attribute name in the configuration: <unnamed>")
		}
		for _, m := range at.value.Members {
			if !m.Open && !slices.ContainsFunc(known, func(k string) bool { return spelling.Joined(k) == spelling.Joined(m.Name) }) {
				p.refuseKey(at, m.Key, "Invalid element/attribute name in the configuration: "+strings.ToLower(m.Name))
				p.refusals[len(p.refusals)-1].Expected, p.refusals[len(p.refusals)-1].Keyword = known, "additionalProperties"
			}
		}
	}
}

// cpPriority has an end where a member steps down by itself.
func cpPriority(p *processor, at place) {
	v := at.value.Member("cp-member-priority")
	n, err := strconv.Atoi(textOf(v))
	if err == nil && n > 0 && isTrue(at.value.Member("auto-step-down-when-leader")) {
		p.refuse(place{v, append(slices.Clone(at.path), "cp-member-priority"), &at}, "CP member priority must be 0 or less if autoStepDownWhenLeader is enabled")
	}
}

var validAttribute = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9_]*$`)

// attributeName is that of an attribute of a map's values.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/AttributeConfig.java, checkName
func attributeName(p *processor, at place) {
	name := at.key()
	switch {
	case name == "this" || name == "__key":
		p.refuse(at, "Map attribute name must not contain query constant '"+name+"'")
	case !validAttribute.MatchString(name):
		p.refuse(at, "Map attribute name is invalid. It may contain upper-case and lower-case letters, digits and underscores but an underscore may not be located at the first position).")
	}
}

// needs asks for a key.
func needs(key, message string) func(*processor, place) {
	return func(p *processor, at place) {
		if at.value.Member(key) == nil {
			p.refuse(at, message)
		}
	}
}

// timedExpiry has a type, and a duration unless it never ends.
func timedExpiry(p *processor, at place) {
	kind, amount := at.value.Member("expiry-policy-type"), at.value.Member("duration-amount")
	switch {
	case kind == nil:
		p.refuse(at, "Name is null: there is no expiry-policy-type")
	case textOf(kind) == "ETERNAL":
	case amount == nil || at.value.Member("time-unit") == nil:
		p.refuse(at, `Both of the "duration-amount" or "time-unit" attributes are required for expiry policy factory configuration (except "ETERNAL" expiry policy type)`)
	case textOf(amount) == "0" || strings.HasPrefix(textOf(amount), "-"):
		p.refuse(at, "Duration amount must be positive: "+textOf(amount))
	}
}

// capacity is a value and a unit.
func capacity(p *processor, at place) {
	member := func(name string) string { // that of page-size, whose schema is open, may be VALUE
		m, _ := lists.First(at.value.Members, func(m schema.Member) bool {
			return m.Name == name || at.key() == "page-size" && strings.EqualFold(m.Name, name)
		})
		return textOf(m.Value)
	}
	unit, value := member("unit"), member("value")
	if !slices.Contains(hazelcast.MemoryUnits, unit) {
		p.refuse(at, "No enum constant com.hazelcast.memory.MemoryUnit."+unit)
		return
	}
	if _, err := strconv.ParseInt(value, 10, 64); err != nil {
		p.refuse(at, "For input string: "+strconv.Quote(value))
	}
}

// persistentMemory has directories that differ, and of their NUMA nodes all or none are set.
func persistentMemory(p *processor, at place) {
	directories := at.value.Member("directories")
	if directories == nil {
		return
	}
	var paths, nodes []string
	for _, item := range directories.Items {
		path, node := textOf(item.Member("directory")), textOf(item.Member("numa-node"))
		if node == "-1" {
			node = ""
		}
		switch {
		case slices.Contains(paths, path):
			p.refuse(at, "Persistent directories must be unique. '"+path+"' is already set.")
			return
		case len(nodes) > 0 && (nodes[0] == "") != (node == ""):
			p.refuse(at, "NUMA node on all persistent memory directories should either be set or left unset.")
			return
		case node != "" && slices.Contains(nodes, node):
			p.refuse(at, "NUMA node must be set uniquely on the persistent memory directories.")
			return
		}
		paths, nodes = append(paths, path), append(nodes, node)
	}
}

// onePolicy lets a class decide what is evicted, or a policy other than the one that there is by itself.
func onePolicy(p *processor, at place) {
	standard := either.Of(len(at.path) == 4 && at.path[1] == "map", "NONE", "LRU")
	policy := textOf(at.value.Member("eviction-policy"))
	if (policy == "NONE" || policy == "RANDOM") && (at.path[1] == "cache" || slices.Contains(at.path, "query-caches")) {
		return // which then do not evict by themselves: somePolicy
	}
	if textOf(at.value.Member("comparator-class-name")) != "" && policy != "" && policy != standard {
		p.refuse(at, "Only one of the `eviction policy` and `comparator class name` can be configured!")
	}
}

// somePolicy must evict.
func somePolicy(p *processor, at place) {
	policy := textOf(at.value.Member("eviction-policy"))
	if (policy == "NONE" || policy == "RANDOM") && textOf(at.value.Member("comparator-class-name")) == "" {
		p.refuse(at, "Eviction policy `"+policy+"` is not supported. Either you can provide a custom one or you can use a supported one: [LRU, LFU].")
	}
}

// cacheMemory is on the heap in the open source edition, and evicts by count.
func cacheMemory(p *processor, at place) {
	if strings.EqualFold(textOf(at.value.Member("in-memory-format")), "NATIVE") {
		p.refuse(at, "NATIVE storage format is supported in Hazelcast Enterprise only. Make sure you have Hazelcast Enterprise JARs on your classpath!")
		p.refusals[len(p.refusals)-1].OpenSource = true
		return
	}
	if policy := textOf(at.value.Member("eviction").Member("max-size-policy")); policy != "" && policy != "ENTRY_COUNT" {
		p.refuse(at, "Cache eviction config doesn't support max size policy `"+policy+"`. Please select a valid one: [ENTRY_COUNT].")
	}
	factory := at.value.Member("expiry-policy-factory")
	if v := factory.Member("class-name"); v != nil && textOf(v) == "" && factory.Member("timed-expiry-policy-factory") == nil {
		p.refuse(at, `One of the "class-name" or "timed-expire-policy-factory" configuration is needed for expiry policy factory configuration`)
	}
}

// btreeIndex has both a size of pages and a memory tier.
func btreeIndex(p *processor, at place) {
	for _, key := range []string{"memory-tier", "page-size"} {
		if at.value.Member(key) == nil {
			p.refuse(at, "the B-tree index has no "+key)
			return
		}
	}
}
