package hazelcast

import (
	"fmt"
	"slices"
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
	Advice  string      // what the person should do
}

// UseRefusals lists them, each at its setting; filled puts properties into a text. Measured on members of 5.3.1 and 5.7.0.
func (c *Config) UseRefusals(filled func(string) (string, bool)) []UseRefusal {
	if c == nil {
		return nil
	}
	var all []UseRefusal
	for _, at := range []struct{ path, who string }{
		{"network/join/kubernetes", "member"}, {"advanced-network/join/kubernetes", "member"}, {"network/kubernetes", "client"},
	} {
		if kubernetes := c.Root.Get(strings.Split(at.path, "/")...); boolean(kubernetes.Get("enabled")).Name == "true" {
			all = append(all, kubernetesRefusals(kubernetes, filled, at.who, c.Helm && ofHelmOperator(c.Key))...)
		}
	}
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
