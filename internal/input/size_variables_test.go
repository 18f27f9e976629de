package input

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Sizes in variables of their own become the options that start scripts make
// of them.
func TestSizeVariables(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n    - name: c\n      env:\n"
	for _, c := range []struct {
		name, content string
		want          []described
	}{
		{"two variables", pod + "        - {name: JVM_MINIMUM_MEMORY, value: 1g}\n        - {name: JVM_MAXIMUM_MEMORY, value: 2g}\n",
			[]described{{"Pod/p/c/JVM_MINIMUM_MEMORY", true, []string{"cmd -Xms1g", "cmd -Xmx2g"}}}},
		{"one for both", pod + "        - {name: SOLR_HEAP, value: 512m}\n", []described{{"Pod/p/c/SOLR_HEAP", true, []string{"cmd -Xms512m", "cmd -Xmx512m"}}}},
		{"in mebibytes", pod + "        - {name: ZOO_HEAP_SIZE, value: \"1024\"}\n", []described{{"Pod/p/c/ZOO_HEAP_SIZE", true, []string{"cmd -Xms1024m", "cmd -Xmx1024m"}}}},
		{"in place of options", pod + "        - {name: SOLR_HEAP, value: 1g}\n        - {name: SOLR_JAVA_MEM, value: -Xms2g -Xmx2g}\n", []described{{"Pod/p/c/SOLR_HEAP", true, []string{"cmd -Xms1g", "cmd -Xmx1g"}}}},
		{"without a unit", pod + "        - {name: MAX_HEAP_SIZE, value: \"1024\"}\n", nil},
		{"without the largest", pod + "        - {name: JVM_MINIMUM_MEMORY, value: 1g}\n", nil},
		{"a size of values", "server:\n  heapSize: 2g\n  resources: {limits: {memory: 2Gi}}\n", []described{{"server.heapSize", true, []string{"cmd -Xmx2g"}}}},
		{"a number of values", "server:\n  heapSize: 2048\n", nil},
		{"sizes of values", "jvm:\n  minHeap: 1g\n  maxHeap: 2g\n", []described{{"jvm", true, []string{"cmd -Xms1g", "cmd -Xmx2g"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("f", c.content)
			assert.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
		})
	}
}
