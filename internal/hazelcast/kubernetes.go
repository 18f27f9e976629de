package hazelcast

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// KubernetesLookup is how a member finds the others in Kubernetes.
type KubernetesLookup struct {
	Enabled   source.Text // what turns it on
	Namespace string      // that it asks the API about; empty: its own
	DNS       Name        // that it resolves; empty: it asks the API
	Service   Name        // of the one service whose pods it takes; empty: none
	Labels    bool        // it takes those of services that have a label
	OwnToken  bool        // it does not take that of its service account
}

// Name is a text with its properties filled in, and where it stands.
type Name struct {
	Value string
	At    source.Text
}

// KubernetesLookup reads it from the configuration, and from the entries that stand over it, key by key; false: it is
// off, or a value is not known here. Filled puts properties into a text.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/kubernetes/KubernetesConfig.java (5.0 to 5.7)
func (c *Config) KubernetesLookup(o Overrides, filled func(string) (string, bool)) (l KubernetesLookup, on bool) {
	settings := map[string]source.Text{}
	if c != nil && (c.Imports() || c.Resource || c.Helm || c.Root.Get("advanced-network") != nil) {
		return l, false
	}
	for _, e := range c.Get("network", "join", "kubernetes").Entries() {
		if !e.Value.IsNull() { // which the parser refuses
			settings[withoutDashes(e.Key.Value())] = e.Value.Text()
		}
	}
	for _, e := range o {
		if len(e.Key) == 4 && e.Key[0] == "network" && e.Key[1] == "join" && e.Key[2] == "kubernetes" {
			settings[withoutDashes(e.Key[3])] = e.Value
		}
	}
	known := true
	value := func(name string) Name {
		v, sure := filled(settings[name].String())
		known = known && sure && !FilledIn(source.Unlocated(v, ""))
		return Name{strings.TrimSpace(v), settings[name]}
	}
	enabled := value("enabled")
	l = KubernetesLookup{
		Enabled: enabled.At, Namespace: value("namespace").Value, DNS: value("servicedns"), Service: value("servicename"),
		Labels: value("servicelabelname").Value != "", OwnToken: value("apitoken").Value != "",
	}
	return l, known && strings.EqualFold(enabled.Value, "true") && value("kubernetesmaster").Value == ""
}

// Request is what a member asks the API of Kubernetes.
type Request struct{ Verb, Group, Resource string }

// Asks are the requests that find the others, each of which is enough: the first one in all releases, the other from 5.3
// on. What else a member asks may be refused.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/kubernetes/KubernetesClient.java (5.0 to 5.7)
func (l *KubernetesLookup) Asks() []Request {
	slices := Request{"list", "discovery.k8s.io", "endpointslices"}
	switch {
	case l.Service.Value != "":
		return []Request{{"get", "", "endpoints"}, slices}
	case l.Labels:
		return []Request{{"list", "", "endpoints"}, slices}
	}
	return []Request{{"list", "", "pods"}}
}
