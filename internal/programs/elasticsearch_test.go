package programs

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// setBy are the options that a program adds to those that it is given, on JDK 21.
func setBy(p Program, memory int64, options ...string) []string {
	given := []jvmflag.Option{}
	for _, o := range options {
		given = append(given, jvmflag.Option{Text: source.Unlocated(o, "a test"), Channel: jvmflag.CommandLine})
	}
	m := source.Value{N: memory, Origin: source.Argument}
	if memory == 0 {
		m = source.Value{}
	}
	var all []string
	for _, s := range p.Completion("image x")(jvmflag.Resolve(21, given), m) {
		if o := s.Option.String(); len(all) == 0 || all[len(all)-1] != o { // -Xms sets two flags
			all = append(all, o)
		}
	}
	return all
}

func TestElasticsearch(t *testing.T) {
	for name, c := range map[string]struct {
		memory  int64
		options []string
		want    []string
	}{
		"40 % below 1 GiB": {1000 * mib, []string{"-XX:+UseG1GC"},
			[]string{"-Xms400m", "-Xmx400m", "-XX:MaxDirectMemorySize=209715200", "-XX:G1HeapRegionSize=4m", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:G1ReservePercent=15"}},
		"128m at least": {256 * mib, []string{"-XX:+UseG1GC"},
			[]string{"-Xms128m", "-Xmx128m", "-XX:MaxDirectMemorySize=67108864", "-XX:G1HeapRegionSize=4m", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:G1ReservePercent=15"}},
		"half from 1 GiB on": {3 * gib, []string{"-XX:+UseG1GC"},
			[]string{"-Xms1536m", "-Xmx1536m", "-XX:MaxDirectMemorySize=805306368", "-XX:G1HeapRegionSize=4m", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:G1ReservePercent=15"}},
		"31g at most, which is no small heap": {128 * gib, []string{"-XX:+UseG1GC"},
			[]string{"-Xms31744m", "-Xmx31744m", "-XX:MaxDirectMemorySize=16642998272", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:G1ReservePercent=25"}},
		"a heap that is given": {3 * gib, []string{"-XX:+UseG1GC", "-Xmx2g"},
			[]string{"-XX:MaxDirectMemorySize=1073741824", "-XX:G1HeapRegionSize=4m", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:G1ReservePercent=15"}},
		"a heap that is given, in an unknown container": {0, []string{"-XX:+UseG1GC", "-Xmx8g"},
			[]string{"-XX:MaxDirectMemorySize=4294967296", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:G1ReservePercent=25"}},
		"a share does not count as a heap": {4 * gib, []string{"-XX:+UseG1GC", "-XX:MaxRAMPercentage=80"},
			[]string{"-Xms2048m", "-Xmx2048m", "-XX:MaxDirectMemorySize=1073741824", "-XX:G1HeapRegionSize=4m", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:G1ReservePercent=15"}},
		"all that is given stays": {3 * gib, []string{"-XX:+UseG1GC", "-Xms1g", "-XX:MaxDirectMemorySize=1m", "-XX:G1HeapRegionSize=1m", "-XX:InitiatingHeapOccupancyPercent=45", "-XX:G1ReservePercent=10"}, nil},
		"another collector":       {3 * gib, []string{"-XX:+UseZGC"}, []string{"-Xms1536m", "-Xmx1536m", "-XX:MaxDirectMemorySize=805306368"}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, setBy(Elasticsearch, c.memory, c.options...))
		})
	}
}

func TestOpenSearch(t *testing.T) {
	assert.Equal(t, []string{"-XX:MaxDirectMemorySize=536870912"}, setBy(OpenSearch, 3*gib, "-Xms1g", "-Xmx1g", "-XX:+UseG1GC"))
	assert.Empty(t, setBy(OpenSearch, 3*gib, "-Xms1g", "-Xmx1g", "-XX:MaxDirectMemorySize=1g"))
}

func TestSizesHeap(t *testing.T) {
	for roles, want := range map[string]bool{
		"": true, "master,data,ingest": true, "data_hot": true, "[data, ml]": true,
		"master": false, "[ master, voting_only ]": false, "ml,remote_cluster_client": false, `"master"`: false,
	} {
		assert.Equal(t, want, Elasticsearch.SizesHeap(roles), roles)
	}
	assert.False(t, OpenSearch.SizesHeap(""))
	assert.Nil(t, Program("").Completion("image x"))
}
