package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

func TestFamily(t *testing.T) {
	for name, want := range map[string]member{
		"JAVA_OPTS":       {"JAVA_OPTS", 0},
		"CATALINA_OPTS":   {"JAVA_OPTS", 1},
		"KAFKA_HEAP_OPTS": {"KAFKA_", 0},
		"KAFKA_OPTS":      {"KAFKA_", len(partOrder)},
		"HEAP":            {"", 0},
	} {
		of, at := family(name)
		assert.Equal(t, want, member{of, at}, name)
	}
	one := map[string]string{}
	for _, f := range catalogue.Facts("Together") {
		for _, name := range f.Words("Together") {
			assert.Empty(t, one[name], "%s: in two families", name)
			one[name] = f.Product
		}
	}
}

func TestSizeVariables(t *testing.T) {
	assert.Contains(t, sizeVariables(), sizeVariable{name: "ZOO_HEAP_SIZE", options: []string{"-Xms", "-Xmx"}, unit: "m", of: []string{"bitnami/zookeeper", "bitnamilegacy/zookeeper", "bitnamisecure/zookeeper"}})
	assert.Contains(t, sizeVariables(), sizeVariable{name: "SOLR_HEAP", options: []string{"-Xms", "-Xmx"}, over: "SOLR_JAVA_MEM", of: []string{}})
	assert.Contains(t, sizeVariables(), sizeVariable{name: "SPARK_DRIVER_MEMORY", options: []string{"-Xmx"}, apart: true, of: []string{}})
	for _, s := range sizeVariables() {
		assert.Regexp(t, `^\w+$`, s.name)
		assert.NotEmpty(t, s.options, s.name)
		assert.Contains(t, []string{"", "m"}, s.unit, s.name)
	}
}

func TestIsTool(t *testing.T) {
	for name, want := range map[string]bool{
		"kafka-topics.sh": true, "zkCli.sh": true, "wait_for": true,
		"kafka-server-start.sh": false, "kafkacat": false, "kafka": false, "app.sh": false,
	} {
		assert.Equal(t, want, isTool(name), name)
	}
}
