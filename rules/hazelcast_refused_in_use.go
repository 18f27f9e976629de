package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastRefusedInUse = lint.Rule{
	ID: "hazelcast-refused-in-use", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart, lint.GroupHazelcast},
	Title:  "a member refuses a setting that its schema and its parser let pass",
	What: `Settings that are valid one by one. Discovery by Kubernetes takes one of service-dns, service-name,
service-label-name and pod-label-name, and no property that it does not know. A near cache on the heap is bounded by
ENTRY_COUNT alone, one of NATIVE entries by policies of native memory; that of a map takes no local-update-policy but
INVALIDATE. The rule looks at members, clients and the Map resources of the operator.`,
	Why: `The configuration is read without a word. With two ways of discovery or an unknown property the member exits;
with a policy that a near cache cannot have, the first use of the map fails with InvalidConfigurationException, in the
member or in the client, which may be days later.`,
	FixSafety: `Unsafe: a property gets the nearest name, and a near cache of a map invalidates. Which way of discovery
is meant, and how many entries a near cache may hold, a person decides.`,
	Exceptions: "No known case.",
	Evidence: `Measured on members of 5.3.1 and 5.7.0: each pair of ways exits with "cannot be defined at the same
time", an unknown property with "Unknown properties", and each of PER_NODE, USED_HEAP_SIZE, USED_HEAP_PERCENTAGE,
FREE_HEAP_SIZE and USED_NATIVE_MEMORY_SIZE of a near cache in format OBJECT fails at the first getMap.`,
	Examples: []lint.Example{{
		Name: "hazelcast.yaml",
		Bad: `hazelcast:
  map:
    articles:
      near-cache:
        eviction:
          max-size-policy: USED_HEAP_SIZE
          size: 64
`,
		Good: `hazelcast:
  map:
    articles:
      near-cache:
        eviction:
          max-size-policy: ENTRY_COUNT
          size: 10000
`,
	}},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/cluster-performance/near-cache",
		"https://docs.hazelcast.com/hazelcast/5.3/kubernetes/kubernetes-auto-discovery",
	},
	Check: func(p *lint.Pass) {
		for _, r := range slices.Concat(p.Workload.Hazelcast.UseRefusals(), p.Workload.HazelcastClient.UseRefusals()) {
			f := p.Report([]source.Text{r.At}, "%s", r.Message)
			f.Because(r.Other, "excludes it")
			if r.Meant != "" {
				f.Suggest(lint.Unsafe, "write "+r.Meant, lint.Replace(r.At, r.Meant))
			}
			if r.Advice != "" {
				f.Suggest(lint.Manual, r.Advice)
			}
		}
	},
}
