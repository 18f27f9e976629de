package reading

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// The options that start scripts make of sizes.
func TestSizeOptions(t *testing.T) {
	for _, c := range []struct {
		name, variables string
		apart           bool
		want            []string
		first           string
	}{
		{"two", "JVM_MINIMUM_MEMORY=1g JVM_MAXIMUM_MEMORY=2g", false, []string{"cmd -Xms1g", "cmd -Xmx2g"}, "JVM_MINIMUM_MEMORY"},
		{"one for both", "SOLR_HEAP=512m", false, []string{"cmd -Xms512m", "cmd -Xmx512m"}, "SOLR_HEAP"},
		{"a number of mebibytes", "ZOO_HEAP_SIZE=1024", false, []string{"cmd -Xms1024m", "cmd -Xmx1024m"}, "ZOO_HEAP_SIZE"},
		{"a number where a unit is", "ZOO_HEAP_SIZE=1g", false, nil, ""},
		{"upper case, and bytes behind it", "SOLR_HEAP=2GB", false, []string{"cmd -Xms2G", "cmd -Xmx2G"}, "SOLR_HEAP"},
		{"no unit", "SOLR_HEAP=1024", false, nil, ""},
		{"no size", "SOLR_HEAP=much", false, nil, ""},
		{"empty", "SOLR_HEAP=", false, nil, ""},
		{"not known", "SOLR_HEAP", false, nil, ""},
		{"without the largest", "JVM_MINIMUM_MEMORY=1g", false, nil, ""},
		{"of a JVM that it starts", "SPARK_DRIVER_MEMORY=2g", false, nil, ""},
		{"of a JVM that it starts, asked for", "SPARK_DRIVER_MEMORY=2g", true, []string{"cmd -Xmx2g"}, "SPARK_DRIVER_MEMORY"},
		{"none", "A=1g", false, nil, ""},
	} {
		options, first := sizeOptions(environment(strings.Fields(c.variables)...), c.apart)
		assert.Equal(t, c.want, written(options), c.name)
		assert.Equal(t, c.first, first.Name, c.name)
	}
	assert.True(t, overridden("SOLR_JAVA_MEM", environment("SOLR_HEAP=1g")))
	assert.False(t, overridden("SOLR_JAVA_MEM", environment("SOLR_HEAP")))
	assert.False(t, overridden("JAVA_OPTS", environment("SOLR_HEAP=1g")))
}

func TestReadSizes(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []described
	}{
		{"a size", "export SOLR_HEAP=2g\n", []described{{"SOLR_HEAP", true, []string{"cmd -Xms2g", "cmd -Xmx2g"}}}},
		{"a size in quotes", "SOLR_HEAP=\"2g\"\n", []described{{"SOLR_HEAP", true, []string{"cmd -Xms2g", "cmd -Xmx2g"}}}},
		{"the last one", "SOLR_HEAP=1g\nSOLR_HEAP=2g\n", []described{{"SOLR_HEAP", true, []string{"cmd -Xms2g", "cmd -Xmx2g"}}}},
		{"of another variable", "H=2g\nSOLR_HEAP=$H\n", []described{{"SOLR_HEAP", true, []string{"cmd -Xms2g", "cmd -Xmx2g"}}}},
		{"in a branch", "if a; then\nSOLR_HEAP=2g\nfi\n", nil},
		{"in a comment", "# SOLR_HEAP=2g\n", nil},
	} {
		in := open("f.sh", c.script)
		in.ReadSizes(TextOf(in.File))
		assert.Equal(t, c.want, describe(in), c.name)
		assert.Equal(t, c.want != nil, AssignsSizes(TextOf(in.File)), c.name)
	}
}

func TestHasUnit(t *testing.T) {
	for size, want := range map[string]bool{"1024": false, "1g": true, "": false, "512M": true} {
		assert.Equal(t, want, HasUnit(size), size)
	}
	for size, want := range map[string]string{"2g": "2g", "2G": "2G", "512mb": "512m", "1GiB": "1G", "1024": "1024"} {
		m := HeapSize.FindStringSubmatch(size)
		assert.Equal(t, want, m[1], size)
	}
	for _, size := range []string{"", "2 g", "1.5g", "-1g", "g", "2gg"} {
		assert.Nil(t, HeapSize.FindStringSubmatch(size), size)
	}
}

// The file that a member is told to read: the last option counts, and before all variables.
func TestConfigurationPath(t *testing.T) {
	for _, c := range []struct{ name, variable, options, want string }{
		{"an option", "A=b", "-Dhazelcast.config=/cfg/a.xml", "/cfg/a.xml"},
		{"the last one", "A=b", "-Dhazelcast.config=/a.xml -Dhazelcast.config=/b.xml", "/b.xml"},
		{"a variable", "HAZELCAST_CONFIG=/v.yaml", "", "/v.yaml"},
		{"an option over a variable", "HAZELCAST_CONFIG=/v.yaml", "-Dhazelcast.config=/a.xml", "/a.xml"},
		{"in the folder of the image", "HAZELCAST_CONFIG=config/v.yaml", "", "/opt/hazelcast/config/v.yaml"},
		{"one that is filled in", "A=b", "-Dhazelcast.config=${CFG}", "${CFG}"},
		{"a variable that is not known", "HAZELCAST_CONFIG", "", ""},
		{"another option", "A=b", "-Dhazelcast.config.x=/a.xml", ""},
	} {
		assert.Equal(t, c.want, ConfigurationPath(openJDK(strings.Fields(c.options)...).Options, environment(c.variable)), c.name)
	}
	for name, want := range map[string]bool{"/a/hazelcast.yaml": true, "hazelcast.yml": true, "hazelcast.xml": true, "hazelcast-client.yaml": false, "Hazelcast.xml": false, "": false} {
		assert.Equal(t, want, IsConfigurationName(name), name)
	}
}

func TestMemberConfiguration(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"YAML", "hazelcast: {cluster-name: a}", "a"},
		{"XML", "\ufeff <?xml version=\"1.0\"?>\n<hazelcast xmlns=\"http://www.hazelcast.com/schema/config\"><cluster-name>a</cluster-name></hazelcast>", "a"},
		{"of a client", "hazelcast-client: {cluster-name: a}", ""},
		{"XML of a client", "<hazelcast-client/>", ""},
		{"a word", "hazelcast: on", ""},
		{"two documents", "hazelcast: {cluster-name: a}\n---\nb: c", ""},
		{"no YAML", "hazelcast: [", ""},
		{"nothing", "", ""},
	} {
		f := source.NewFile("hazelcast", []byte(c.text))
		got := ""
		if config := open("compose.yml", "").MemberConfiguration("hazelcast", TextOf(f)); config != nil {
			got = config.Root.Get("cluster-name").Value()
		}
		assert.Equal(t, c.want, got, c.name)
	}
}
