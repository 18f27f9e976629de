package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOperators(t *testing.T) {
	assert.Contains(t, operated(), operatedJVMs{
		group: "flink.apache.org", jvms: []fieldPath{{"spec", "jobManager"}, {"spec", "taskManager"}}, never: true,
		why: "Flink sizes it from the memory of the process, by its own model",
	})
	assert.Contains(t, operated(), operatedJVMs{
		group: "jenkins.io", kinds: "Jenkins", jvms: []fieldPath{{}}, why: "its image sizes it unless an option does",
	})
	config := func(key string) fieldPath { return fieldPath{"config", "jvmOptions", key} }
	assert.Contains(t, jvmShapes(), jvmShape{
		group: "k8ssandra.io",
		heap: []heapField{
			{config("heapSize"), "-Xms", true}, {config("heapSize"), "-Xmx", true},
			{config("heap_initial_size"), "-Xms", true}, {config("heap_max_size"), "-Xmx", true},
		},
		options: []fieldPath{config("additionalOptions"), config("additionalJvmServerOptions")},
		some: []someField{
			{config("additionalJvm8ServerOptions"), 8, 8}, {config("additionalJvm11ServerOptions"), 11, 16},
			{config("additionalJvm17ServerOptions"), 17, 0},
		},
		resources: []fieldPath{{"resources"}},
	})
}
