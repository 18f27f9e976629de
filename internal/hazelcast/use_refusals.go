package hazelcast

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// UseRefusal is a setting that the schema and the parser let pass, and that the member refuses later: when it starts,
// or when the map is first used.
type UseRefusal struct {
	At      source.Text
	Other   source.Text // the setting that it contradicts; empty where there is none
	Message string      // what is refused, and when
	Meant   string      // what is right in its place; empty where that is for a person to say
	Block   string      // of the configuration, of which entries may stand over it; empty where none is known to
	Advice  string      // what the person should do
	Unless  string      // what may make it work all the same; empty where nothing can

	ByProgram bool // only a program may, and the open-source image runs none
}

// UseRefusals lists them, each at its setting; filled puts properties into a text. Open is the open-source image that the
// member runs in; empty where it may be another. The release is unknown where nothing names one. Measured on members of
// 5.0.5, 5.3.1 and 5.7.0.
func (c *Config) UseRefusals(filled func(string) (string, bool), release Version, open source.Text) []UseRefusal {
	if c == nil {
		return nil
	}
	all := append(c.cpRefusals(), c.icmpRefusals(filled)...)
	if open.Len() > 0 && !c.HasLicense() {
		all = append(all, c.enterpriseRefusals(release, open)...)
	}
	for _, at := range []struct{ path, who string }{
		{"network/join/kubernetes", "member"}, {"advanced-network/join/kubernetes", "member"}, {"network/kubernetes", "client"},
	} {
		if kubernetes := c.Root.Get(strings.Split(at.path, "/")...); boolean(kubernetes.Get("enabled")).Name == "true" {
			all = append(all, kubernetesRefusals(kubernetes, filled, at.who, c.Helm && ofHelmOperator(c.Key))...)
		}
	}
	all = append(all, c.clientDiscoveries()...)
	all = append(all, lists.Flat(c.Maps(), func(m Map) []UseRefusal { return mergePolicyRefusals(m, release) })...)
	if c.XML != nil { // whose schema refuses such a near cache
		return all
	}
	all = append(all, lists.Flat(c.Maps(), func(m Map) []UseRefusal {
		return nearCacheRefusals(m.Get("near-cache"), m.Resource, true)
	})...)
	for _, e := range c.Root.Get("near-cache").Entries() {
		all = append(all, nearCacheRefusals(e.Value, false, false)...)
	}
	return all
}

// icmpRefusals are of pings that outlast their interval, even if they are off, and of those that need a raw socket,
// which root may open and few others. Pings were measured on 4.2.8 and 5.0.5 to 5.7.0, the socket on 5.3.1 and 5.7.0.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/cluster/impl/ClusterHeartbeatManager.java, createIcmpFailureDetectorIfNeeded (5.0 to 5.7)
func (c *Config) icmpRefusals(filled func(string) (string, bool)) (all []UseRefusal) {
	const byDefault = 1000 // of both, in milliseconds
	for _, network := range []string{"network", "advanced-network"} {
		if network == "advanced-network" && boolean(c.Root.Get(network, "enabled")).Name != "true" {
			continue
		}
		icmp := c.Root.Get(network, "failure-detector", "icmp")
		at := icmp.Get("timeout-milliseconds")
		text, known := filled(at.Value())
		timeout, err := strconv.Atoi(text)
		text, alsoKnown := filled(cmp.Or(icmp.Get("interval-milliseconds").Value(), strconv.Itoa(byDefault)))
		if interval, odd := strconv.Atoi(text); known && alsoKnown && err == nil && odd == nil && timeout > interval {
			all = append(all, UseRefusal{
				At: at.Text(), Other: icmp.Get("interval-milliseconds").Text(), Block: network, Advice: "wait no longer than the interval",
				Message: fmt.Sprintf("a ping waits for %d ms, and the next one comes after %d: the member does not start", timeout, interval),
			})
		}
		text, known = filled(icmp.Get("fail-fast-on-startup").Value())
		if boolean(icmp.Get("enabled")).Name == "true" && known && (text == "" || strings.EqualFold(text, "true")) {
			all = append(all, UseRefusal{
				At: icmp.Get("enabled").Text(), Block: network,
				Message: "pings by ICMP need a raw socket: a member that may not open one does not start",
				Unless:  "the process is root's, or its java has the capability CAP_NET_RAW",
				Advice:  "set fail-fast-on-startup: false, and heartbeats alone find who is gone",
			})
		}
	}
	return all
}

// clientDiscoveries are ways to find the members, of which a client takes one. They stand where a member has none.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/client/impl/clientside/ClusterDiscoveryServiceBuilder.java (5.0 to 5.7)
func (c *Config) clientDiscoveries() []UseRefusal {
	enabled := lists.Where(c.Root.Get("network").Entries(), func(e yamldoc.Entry) bool {
		if e.Key.Value() == "cluster-members" {
			return len(e.Value.Items()) > 0
		}
		return slices.Contains(clientWays, e.Key.Value()) && boolean(e.Value.Get("enabled")).Name == "true"
	})
	if len(enabled) < 2 {
		return nil
	}
	first, second := enabled[0].Key, enabled[1].Key
	return []UseRefusal{{At: second.Text(), Other: first.Text(), Advice: "keep one of the two",
		Message: fmt.Sprintf("%s and %s are two ways to find the members: the client does not start", first.Value(), second.Value())}}
}

var clientWays = strings.Fields("aws gcp azure kubernetes eureka hazelcast-cloud")

// exclusive are ways to find the pods of which one must be chosen.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/kubernetes/KubernetesConfig.java, validateConfig (5.0 to 5.7)
var exclusive = []string{"service-dns", "service-name", "service-label-name", "pod-label-name"}

// kubernetesProperties are all that the discovery of Kubernetes takes.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/kubernetes/KubernetesProperties.java (5.0 to 5.7)
var kubernetesProperties = append(strings.Fields(`enabled use-public-ip api-token ca-certificate expose-externally kubernetes-api-retries
	kubernetes-master namespace pod-label-value resolve-not-ready-addresses service-dns-timeout service-label-value
	service-per-pod-label-name service-per-pod-label-value service-port use-node-name-as-external-address`), exclusive...)

// ofHelmOperator reports whether a key stands in a resource of the operator that installs the chart, whose values have
// a service-name in all releases of that operator.
//
// https://github.com/hazelcast/charts/blob/master/stable/hazelcast/values.yaml
func ofHelmOperator(key *yamldoc.Node) bool {
	top := key
	for top.Parent() != nil {
		top = top.Parent()
	}
	return top.Get("apiVersion").Value() == "hazelcast.com/v1alpha1" && top.Get("spec", "hazelcast", "yaml") != nil
}

func kubernetesRefusals(kubernetes *yamldoc.Node, filled func(string) (string, bool), who string, named bool) []UseRefusal {
	var all []UseRefusal
	var chosen []*yamldoc.Node
	for _, e := range kubernetes.Entries() {
		name := e.Key.Value()
		value, _ := filled(e.Value.Value())
		switch {
		case !slices.Contains(kubernetesProperties, name):
			meant := ""
			if i := slices.IndexFunc(kubernetesProperties, func(p string) bool { return strings.HasSuffix(name, "-"+p) }); i >= 0 {
				meant = kubernetesProperties[i]
			} else if near, one := spelling.Only(spelling.Near(name, slices.Values(kubernetesProperties), 2)); one {
				meant = near.Name
			}
			all = append(all, UseRefusal{At: e.Key.Text(), Meant: meant, Message: fmt.Sprintf("the discovery of Kubernetes has no property %s: the %s does not start", name, who)})
		case !slices.Contains(exclusive, name) || strings.TrimSpace(value) == "": // as if it were not there
		default:
			chosen = append(chosen, e.Key)
		}
	}
	if named && len(chosen) == 1 && kubernetes.Get("service-name") == nil {
		all = append(all, UseRefusal{At: chosen[0].Text(), Advice: `write service-name: "" beside it`,
			Message: fmt.Sprintf("%s and service-name, which the operator's chart sets, exclude each other: the %s does not start", chosen[0].Value(), who)})
	}
	if len(chosen) > 1 {
		first, second := chosen[0], chosen[1]
		all = append(all, UseRefusal{At: second.Text(), Other: first.Text(), Advice: "keep one of the two",
			Message: fmt.Sprintf("%s and %s exclude each other: the %s does not start", first.Value(), second.Value(), who)})
	}
	return all
}

// licensed are switches of what only Hazelcast Enterprise has, and since which release.
var licensed = []struct {
	path, what string
	since      Version
}{
	{"persistence/enabled", "persistence", Version{Major: 5}}, {"hot-restart-persistence/enabled", "persistence", Version{}},
	{"security/enabled", "security", Version{}}, {"network/ssl/enabled", "TLS", Version{}},
	{"cp-subsystem/cp-member-count", "the CP subsystem", Version{Major: 5, Minor: 5}},
}

func (c *Config) enterpriseRefusals(release Version, open source.Text) (all []UseRefusal) {
	if !release.Known() {
		release = Version{Major: 5}
	}
	for _, l := range licensed {
		path := strings.Split(l.path, "/")
		n := c.Root.Get(path...)
		if on := boolean(n).Name == "true" || count(n, 0).N > 0; on && !release.Before(l.since) {
			all = append(all, UseRefusal{At: n.Text(), Other: open, Block: path[0], Advice: "run the image of Hazelcast Enterprise, or leave it off",
				Message: fmt.Sprintf("only Hazelcast Enterprise has %s: the member does not start", l.what)})
		}
	}
	return all
}

// cpRefusals are sizes and times of the CP subsystem that do not go together. Where it is off they are not looked at from
// 5.5 on.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/ConfigValidator.java, checkCPSubsystemConfig (5.0 to 5.7)
func (c *Config) cpRefusals() (all []UseRefusal) {
	cp := c.Root.Get("cp-subsystem")
	members, group := count(cp.Get("cp-member-count"), 0), count(cp.Get("group-size"), 0)
	live, beat := count(cp.Get("session-time-to-live-seconds"), 300), count(cp.Get("session-heartbeat-interval-seconds"), 5)
	removal := count(cp.Get("missing-cp-member-auto-removal-seconds"), 14_400)
	refuse := func(at, other source.Value, format string, values ...any) {
		if !at.Text.Located() {
			at, other = other, at
		}
		all = append(all, UseRefusal{At: at.Text, Other: other.Text, Block: "cp-subsystem", Message: fmt.Sprintf(format+": the member does not start", values...)})
	}
	for _, v := range []source.Value{members, group, live, beat, removal} {
		if !v.Known() || members.N <= 0 {
			return nil
		}
	}
	if group.N > members.N {
		refuse(group, members, "CP groups of %d members cannot be made of %d", group.N, members.N)
	}
	if live.N <= beat.N {
		refuse(live, beat, "CP sessions live for %d s, which is not longer than the %d s between their heartbeats", live.N, beat.N)
	}
	if removal.N > 0 && live.N > removal.N {
		refuse(removal, live, "a CP member that is missing is removed after %d s, before sessions end, which live for %d s", removal.N, live.N)
	}
	return all
}

// mergePolicyRefusals are those of a map: the estimates of cardinality have a policy of their own, and the classes of
// Hazelcast 3 are gone.
func mergePolicyRefusals(m Map, release Version) []UseRefusal {
	policy := word(m.Get("merge-policy", "class-name"), "")
	r := UseRefusal{At: policy.Text, Message: fmt.Sprintf("%s merges no map: the member does not start", policy.Name), Advice: "choose a policy of maps, such as PutIfAbsentMergePolicy"}
	old, is := strings.CutPrefix(policy.Name, "com.hazelcast.map.merge.")
	switch {
	case is && release.Known():
		r.Message, r.Meant = fmt.Sprintf("only Hazelcast 3 has the class %s: the member does not start", policy.Name), strings.Replace(old, "MapMergePolicy", "MergePolicy", 1)
	case strings.TrimPrefix(policy.Name, "com.hazelcast.spi.merge.") != "HyperLogLogMergePolicy":
		return nil
	}
	return []UseRefusal{r}
}

// StoreRefusals is that of a map whose entries nobody loads or stores: a store is enabled where nothing says otherwise.
// Measured on 4.2.8, 5.0.5, 5.3.1 and 5.7.0, in YAML and in XML.
func (m Map) StoreRefusals() []UseRefusal {
	mapping, key := m.Place("map-store")
	store, is := mapping.Entry(key)
	enabled := word(m.Get("map-store", "enabled"), "true")
	if !is || m.Resource || store.Value.Kind() != yamldoc.Mapping || !strings.EqualFold(enabled.Name, "true") ||
		m.Get("map-store", "class-name") != nil || m.Get("map-store", "factory-class-name") != nil {
		return nil
	}
	return []UseRefusal{{At: store.Key.Text(), Message: "a map store without class-name and factory-class-name: the first use of the map fails",
		Unless: "a program sets its implementation", ByProgram: true, Advice: "name the class that loads and stores the entries"}}
}

// expiryCounted is the first release of 4.2 whose entries end with their time to live, however often they are read.
var expiryCounted = Version{Major: 4, Minor: 2, Patch: 5}

// EndsByLifetime reports whether reads do not prolong the time to live of entries. Measured on 4.2, 4.2.4, 4.2.5, 4.2.8,
// 5.3.1 and 5.7.0.
func (v Version) EndsByLifetime() bool { return !v.Known() || !v.Before(expiryCounted) }

// ExpiryRefusals is that of a map whose entries may be idle for less than they live. Measured on 4.2.5 to 4.2.8, each:
// 4.2.4 and 5.0 take it.
func (c MapConfig) ExpiryRefusals(release Version) []UseRefusal {
	if release.Major != expiryCounted.Major || release.Before(expiryCounted) {
		return nil
	}
	if !c.PerEntryStats.Known() || c.PerEntryStats.Name == "true" || c.MaxIdle.N <= 0 || c.TimeToLive.N <= c.MaxIdle.N {
		return nil
	}
	return []UseRefusal{{At: c.TimeToLive.Text, Other: c.MaxIdle.Text, Advice: "set per-entry-stats-enabled to true",
		Message: "4.2.5 to 4.2.8 take a time to live above the idle time only with per-entry-stats-enabled: the first use of the map fails"}}
}

// nearCacheRefusals are those of one near cache. What is in the cache on the heap is counted by entries alone.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/ConfigValidator.java, checkNearCacheConfig (5.0 to 5.7)
func nearCacheRefusals(cache *yamldoc.Node, resource, ofMap bool) []UseRefusal {
	field := func(key string) string {
		if !resource {
			return key
		}
		return map[string]string{"in-memory-format": "inMemoryFormat", "max-size-policy": "maxSizePolicy", "local-update-policy": "-"}[key]
	}
	format := enumeration(cache.Get(field("in-memory-format")), defaultInMemoryFormat)
	policy := enumeration(cache.Get("eviction", field("max-size-policy")), entryCount)
	update := enumeration(cache.Get(field("local-update-policy")), invalidate)
	var all []UseRefusal
	onHeap := slices.Contains([]string{PerNode, "PER_PARTITION", UsedHeapSize, UsedHeapPercentage, FreeHeapSize, FreeHeapPercentage}, policy.Name)
	switch {
	case !format.Known() || !policy.Known():
	case format.Name != "NATIVE" && policy.Name != entryCount:
		all = append(all, UseRefusal{At: policy.Text, Other: format.Text, Advice: "choose ENTRY_COUNT, and a number of entries for the size",
			Message: fmt.Sprintf("a near cache whose format is %s takes no policy but %s: with %s its first use fails", format.Name, entryCount, policy.Name)})
	case format.Name == "NATIVE" && onHeap:
		all = append(all, UseRefusal{At: policy.Text, Other: format.Text, Advice: "choose ENTRY_COUNT or a policy of native memory",
			Message: fmt.Sprintf("%s does not count the NATIVE entries of a near cache: its first use fails", policy.Name)})
	}
	if ofMap && update.Known() && update.Name != invalidate {
		all = append(all, UseRefusal{At: update.Text, Meant: invalidate,
			Message: fmt.Sprintf("a near cache of a map takes no local-update-policy but %s: with %s its first use fails", invalidate, update.Name)})
	}
	return all
}

const (
	entryCount = "ENTRY_COUNT"
	invalidate = "INVALIDATE"
)
