package verdict

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
)

// block is what the code asks of several settings together.
type block struct {
	pattern string
	look    func(*processor, place)
}

var blocks = []block{
	{"hazelcast/map/*", backups},
	{"hazelcast/cache/*", backups},
	{"hazelcast/multimap/*", backups},
	{"hazelcast/queue/*", backups},
	{"hazelcast/list/*", backups},
	{"hazelcast/set/*", backups},
	{"hazelcast/ringbuffer/*", backups},
	{"hazelcast/cardinality-estimator/*", backups},
	{"hazelcast/network/join", join},
	{"hazelcast/advanced-network/join", join},
	{"hazelcast", network},
	{"hazelcast/executor-service/*", setters("pool-size", "queue-capacity", "statistics-enabled", "split-brain-protection-ref", "user-code-namespace", "name", "split-brain-protection-name")},
	{"hazelcast/durable-executor-service/*", setters("pool-size", "durability", "capacity", "statistics-enabled", "split-brain-protection-ref", "user-code-namespace", "name", "split-brain-protection-name")},
	{"hazelcast/cp-subsystem", cpPriority},
}

// mostBackups is how many copies of a partition there may be beside the owner.
const mostBackups = 6

// backups may sum up to 6, whatever each of them is.
func backups(p *processor, at place) {
	count := func(key string, standard int64) int64 {
		if v := at.value.Member(key); v != nil {
			n, _ := strconv.ParseInt(textOf(v), 10, 32)
			return n
		}
		return standard
	}
	standard := int64(1)
	if count("backup-count", standard)+count("async-backup-count", 0) <= mostBackups {
		return
	}
	for _, key := range []string{"async-backup-count", "backup-count"} {
		if v := at.value.Member(key); v != nil && !v.Open {
			p.refuse(place{v, append(slices.Clone(at.path), key), &at}, "the sum of backup-count and async-backup-count can't be larger than than 6")
			return
		}
	}
}

// join lets one way of discovery be enabled. Multicast is enabled unless it is
// switched off, but only where nothing else is said.
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
		case !isTrue(m.Value.Member("enabled"), m.Name != "tcp-ip" && m.Name != "multicast"):
			continue
		}
		enabled, names = append(enabled, m), append(names, name)
	}
	if len(enabled) > 1 {
		second := enabled[1]
		p.refuseKey(at, second.Key, "Only one discovery method can be enabled at a time. Keep only one of the following method enabled by removing the others from the configuration, or setting enabled to 'false': "+strings.Join(names, ", "))
	}
}

func strategyEnabled(v *schema.Value) bool { return isTrue(v.Member("enabled"), false) }

// isTrue reads a boolean as the code does; standard where there is none.
func isTrue(v *schema.Value, standard bool) bool {
	if v == nil {
		return standard
	}
	return !v.Open && strings.EqualFold(textOf(v), "true")
}

// network is either plain or advanced.
func network(p *processor, at place) {
	advanced := at.value.Member("advanced-network")
	if at.value.Member("network") == nil || advanced == nil || !isTrue(advanced.Member("enabled"), false) {
		return
	}
	for _, m := range at.value.Members {
		if m.Name == "advanced-network" {
			p.refuseKey(at, m.Key, "Ambiguous configuration: cannot include both <network> and an enabled <advanced-network> element. Configure network using one of <network> or <advanced-network enabled=\"true\">.")
		}
	}
}

// setters let keys stand for which there is one; the schema of these blocks is
// open.
func setters(known ...string) func(*processor, place) {
	return func(p *processor, at place) {
		for _, m := range at.value.Members {
			if !m.Open && !slices.Contains(known, strings.ToLower(m.Name)) {
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
	if err == nil && n > 0 && isTrue(at.value.Member("auto-step-down-when-leader"), false) {
		p.refuse(place{v, append(slices.Clone(at.path), "cp-member-priority"), &at}, "CP member priority must be 0 or less if autoStepDownWhenLeader is enabled")
	}
}
