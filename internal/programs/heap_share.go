package programs

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/wildcard"
)

// HeapShare is what a vendor says of the heap of a program that needs the rest of the memory
// for something that no option bounds.
type HeapShare struct {
	Name    string // of the program
	image   string // pattern of the last part of the image's name
	LivesOn string // what needs the rest of the memory
	Percent int64  // of the memory that the vendor allows for the heap; 0: the vendor gives no share
	Most    int64  // bytes that the vendor allows for the heap; 0: as the share says
	Bound   bool   // the vendor says "no more than": the share is more than what it starts with
	Source  string
}

// Heap is the largest heap, in bytes, that the vendor allows of a memory; 0: it gives no share.
func (h HeapShare) Heap(memory int64) int64 {
	heap := memory * h.Percent / 100
	if h.Most > 0 {
		heap = min(heap, h.Most)
	}
	return heap >> 20 << 20
}

// HeapShareOf is what is known of the program of an image, by the name of its repository.
func HeapShareOf(repository string) (HeapShare, bool) {
	for _, h := range HeapShares {
		if wildcard.Match(h.image, path.Base(repository)) {
			return h, true
		}
	}
	return HeapShare{}, false
}

// HeapShares are the programs of which this is known. That Kafka takes half of the memory is
// what Strimzi starts it with; the 6 GB are Confluent's. Keycloak and Trino start with their share.
var HeapShares = []HeapShare{
	{
		Name: "Elasticsearch", image: "{,*-}elasticsearch{,-oss}", LivesOn: "the page cache and direct memory",
		Percent: 50, Most: mostElasticHeap, Bound: true,
		Source: "https://www.elastic.co/docs/reference/elasticsearch/jvm-settings",
	}, {
		Name: "OpenSearch", image: "{,*-}opensearch", LivesOn: "the page cache and direct memory",
		Percent: 50, Most: mostElasticHeap, Bound: true,
		Source: "https://docs.opensearch.org/latest/install-and-configure/install-opensearch/index/",
	}, {
		Name: "Cassandra", image: "{,*-}cassandra", LivesOn: "the page cache and its memory outside of the heap",
		Percent: 50, Most: mostElasticHeap, Bound: true,
		Source: "https://cassandra.apache.org/doc/latest/cassandra/managing/operating/hardware.html",
	}, {
		Name: "Kafka", image: "{{,*-}kafka,cp-server}", LivesOn: "the page cache", Percent: 50, Most: 6 * gib,
		Source: "https://docs.confluent.io/platform/current/kafka/deployment.html",
	}, {
		Name: "Logstash", image: "{,*-}logstash{,-oss}", LivesOn: "direct memory of its inputs", Percent: 75, Most: 8 * gib,
		Source: "https://www.elastic.co/docs/reference/logstash/jvm-settings",
	}, {
		Name: "Keycloak", image: "{,*-}keycloak{,-x,-rhel*}", LivesOn: "metaspace, threads and direct memory", Percent: 70,
		Source: "https://www.keycloak.org/server/containers",
	}, {
		Name: "Trino", image: "{,*-}trino", LivesOn: "code, metaspace and direct memory", Percent: 80,
		Source: "https://trino.io/docs/current/installation/deployment.html",
	}, {
		Name: "Solr", image: "{,*-}solr", LivesOn: "the page cache",
		Source: "https://solr.apache.org/guide/solr/latest/deployment-guide/jvm-settings.html",
	}, {
		Name: "Neo4j", image: "{,*-}neo4j", LivesOn: "its own page cache, outside of the heap",
		Source: "https://neo4j.com/docs/operations-manual/current/performance/memory-configuration/",
	}, {
		Name: "Pulsar", image: "{pulsar{,-all,-standalone},{,*-}bookkeeper}", LivesOn: "direct memory and the page cache",
		Source: "https://github.com/apache/pulsar/blob/master/conf/pulsar_env.sh",
	}, {
		Name: "Druid", image: "{,*-}druid", LivesOn: "direct memory and the page cache",
		Source: "https://druid.apache.org/docs/latest/operations/basic-cluster-tuning",
	}, {
		Name: "Pinot", image: "pinot", LivesOn: "mapped files and direct memory",
		Source: "https://docs.pinot.apache.org/operators/operating-pinot/tuning",
	},
}
