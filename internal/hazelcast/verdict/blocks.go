package verdict

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
)

// block is what the code asks of several settings together.
type block struct {
	look  func(*processor, place)
	parts []string // of the pattern
}

var blocks = slices.Concat(
	on(backups, "hazelcast/map/*", "hazelcast/cache/*", "hazelcast/multimap/*", "hazelcast/queue/*", "hazelcast/list/*", "hazelcast/set/*",
		"hazelcast/ringbuffer/*", "hazelcast/cardinality-estimator/*"),
	on(join, "hazelcast/network/join", "hazelcast/advanced-network/join"),
	on(network, "hazelcast"),
	on(setters("pool-size", "queue-capacity", "statistics-enabled", "split-brain-protection-ref", "user-code-namespace", "name",
		"split-brain-protection-name"), "hazelcast/executor-service/*"),
	on(setters("pool-size", "durability", "capacity", "statistics-enabled", "split-brain-protection-ref", "user-code-namespace", "name",
		"split-brain-protection-name"), "hazelcast/durable-executor-service/*"),
	on(mergePolicy, "**/merge-policy"),
	on(capacity, "**/capacity", "**/native-memory/size"),
)

// on looks at the mappings of some patterns.
func on(look func(*processor, place), patterns ...string) []block {
	all := make([]block, len(patterns))
	for i, pattern := range patterns {
		all[i] = block{look, strings.Split(pattern, "/")}
	}
	return all
}

// mostBackups is how many copies of a partition there may be beside the owner.
const mostBackups = 6

// countedOnce is the first release that does not take the asynchronous backups
// of a list or a set twice instead of both kinds once
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/CollectionConfig.java, setAsyncBackupCount).
var countedOnce = hazelcast.Version{Major: 5, Minor: 7}

// backups may sum up to 6 at any time while they are taken over, one after the
// other: with 6 asynchronous ones the one that there is by itself must be gone
// before.
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
		if sum > mostBackups {
			p.refuse(place{m.Value, append(slices.Clone(at.path), m.Name)}, "the sum of backup-count and async-backup-count can't be larger than than 6")
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
			if v := m.Value.Member("discovery-strategies"); v == nil || !slices.ContainsFunc(v.Items, strategyEnabled) {
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

func strategyEnabled(v *schema.Value) bool { return isTrue(v.Member("enabled")) }

// isTrue reads a boolean as the code does; false where there is none.
func isTrue(v *schema.Value) bool {
	return v != nil && !v.Open && strings.EqualFold(textOf(v), "true")
}

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

// plain is a key without what only joins its parts.
func plain(key string) string {
	return strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(key))
}

// setters let keys stand for which there is one; the schema of these blocks is
// open.
func setters(known ...string) func(*processor, place) {
	return func(p *processor, at place) {
		for _, m := range at.value.Members {
			if !m.Open && !slices.ContainsFunc(known, func(k string) bool { return plain(k) == plain(m.Name) }) {
				p.refuseKey(at, m.Key, "Invalid element/attribute name in the configuration: "+strings.ToLower(m.Name))
				p.refusals[len(p.refusals)-1].Expected, p.refusals[len(p.refusals)-1].Keyword = known, "additionalProperties"
			}
		}
	}
}

// mergePolicy has a class, whatever else it says.
func mergePolicy(p *processor, at place) {
	if at.value.Member("class-name") == nil {
		p.refuse(at, "Merge policy must contain text!")
	}
}

// capacity is a value and a unit.
func capacity(p *processor, at place) {
	unit, value := textOf(at.value.Member("unit")), textOf(at.value.Member("value"))
	if !slices.Contains([]string{"BYTES", "KILOBYTES", "MEGABYTES", "GIGABYTES"}, unit) {
		p.refuse(at, "No enum constant com.hazelcast.memory.MemoryUnit."+unit)
	} else if _, err := strconv.ParseInt(value, 10, 64); err != nil {
		p.refuse(at, "For input string: "+strconv.Quote(value))
	}
}
