package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

// vendorShareSlack is the over-share parameter, which a project may set: people round, and write 16g
// beside a limit of 30Gi.
var vendorShareSlack = lint.Parameter{Name: "over-share", Unit: lint.UnitPercent, Default: 5, Least: 0, Most: 50, Doc: "part of the limit that a heap may take beyond the vendor's share"}

var heapOverVendorShare = lint.Rule{
	ID: "heap-over-vendor-share", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "the heap is larger than the share of the memory that the vendor of the program allows",
	What: `The image is Elasticsearch, OpenSearch or Cassandra, whose vendors say that the heap must be no more than
half of the memory, and the heap takes over 55 % of the container's limit. If the heap leaves no room for the JVM
itself, heap-is-limit or container-memory-sum report it instead.`,
	Why: `These programs read their files through the page cache of the kernel, which counts in the container's limit,
and keep buffers outside of the heap: Elasticsearch lets direct memory grow to half of the heap. A larger heap takes
that memory away. Searches and reads then wait for the disk, and once direct memory is used the kernel kills the
process (exit code 137).`,
	FixSafety:  "Unsafe: the heap gets the vendor's share. A node that keeps more live data than this needs a larger limit.",
	Exceptions: "A node that stores no data, such as one that only coordinates searches.",
	Evidence:   "The vendors' pages, under References. No measurement of jvmlint.",
	Parameters: []lint.Parameter{vendorShareSlack},
	Examples: []lint.Example{mended("pod.yaml", "", `apiVersion: v1
kind: Pod
metadata: {name: search}
spec:
  containers:
    - name: search
      image: elasticsearch:8.13.4
      env: [{name: ES_JAVA_OPTS, value: -Xms5g -Xmx5g}]
      resources: {limits: {memory: 6Gi, cpu: 2}}
`, "-Xms5g -Xmx5g", "-Xms3g -Xmx3g")},
	References: []string{
		"https://www.elastic.co/docs/reference/elasticsearch/jvm-settings",
		"https://docs.opensearch.org/latest/install-and-configure/install-opensearch/index/",
		"https://cassandra.apache.org/doc/latest/cassandra/managing/operating/hardware.html",
	},
	Check: func(p *lint.Pass) {
		share, known := p.HeapShare()
		limit := p.Workload.Memory
		if !known || !share.Bound || !p.HeapIsSized() || !p.JVM.Heap.Known() || !limit.Known() {
			return
		}
		heap := p.JVM.Heap.N
		_, full := p.Crowded()
		budget, added := p.Budget()
		if full || added && budget.Planned() > limit.N || heap*100 <= limit.N*(share.Percent+p.Parameter(vendorShareSlack)) {
			return
		}
		f := p.Report([]source.Text{p.HeapText()}, "a heap of %s is %d %% of the limit of %s: %s allows %d %%, and needs the rest for %s",
			lint.Size(p.JVM.Heap), heap*100/limit.N, p.Limit(), share.Name, share.Percent, share.LivesOn)
		f.Because(p.Workload.Memory.Text, "memory limit")
		allowed := share.Heap(limit.N)
		f.SuggestSize(lint.HeapSize, fmt.Sprintf("lower the heap to %s", jvmflag.FormatSize(uint64(allowed))), repair.HeapEdits(p, allowed)...)
	},
}
