package programs

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/wildcard"
)

func TestHeapShareOf(t *testing.T) {
	for repository, want := range map[string]string{
		"docker.elastic.co/elasticsearch/elasticsearch": "Elasticsearch", "elasticsearch": "Elasticsearch",
		"acme/search-elasticsearch": "Elasticsearch", "opensearchproject/opensearch": "OpenSearch", "confluentinc/cp-kafka": "Kafka",
		"confluentinc/cp-server": "Kafka", "quay.io/strimzi/kafka": "Kafka", "quay.io/keycloak/keycloak": "Keycloak", "apachepulsar/pulsar-all": "Pulsar",
		"provectuslabs/kafka-ui": "", "confluentinc/cp-kafka-connect": "", "acme/elasticsearch-exporter": "", "opensearchproject/opensearch-dashboards": "",
		"acme/shop": "", "": "",
	} {
		h, known := HeapShareOf(repository)
		assert.Equal(t, want, h.Name, repository)
		assert.Equal(t, want != "", known, repository)
	}
}

func TestHeapShare(t *testing.T) {
	elasticsearch, _ := HeapShareOf("elasticsearch")
	kafka, _ := HeapShareOf("apache/kafka")
	solr, _ := HeapShareOf("solr")
	assert.Equal(t, int64(3*gib), elasticsearch.Heap(6*gib))
	assert.Equal(t, int64(31*gib), elasticsearch.Heap(128*gib))
	assert.Equal(t, int64(6*gib), kafka.Heap(64*gib))
	assert.Zero(t, solr.Heap(64*gib))
	for _, h := range HeapShares() {
		assert.True(t, wildcard.Valid(h.image), h.Name)
		assert.Contains(t, h.Source, "https://", h.Name)
		assert.NotEmpty(t, h.LivesOn, h.Name)
		assert.False(t, h.Percent == 0 && (h.Most > 0 || h.Bound), h.Name)
	}
}
