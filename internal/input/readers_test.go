package input

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// commentsOf is how the comments are found in files of a format.
func commentsOf(f reading.Format) func(*source.File) reading.Remarks {
	return readers[slices.IndexFunc(readers, func(r reading.Reader) bool { return slices.Contains(r.Formats, f) })].Comments
}

func TestWanted(t *testing.T) {
	for name, want := range map[string]bool{
		"values.yaml": true, "a.yml": true, "a.yaml.gz": false,
		"Dockerfile": true, "Dockerfile.prod": true, "app.dockerfile": true, "Containerfile": true, "MyDockerfile": false,
		"app.service": true, "app.env": true, ".env": true, ".env.local": true, "env": false, "start.sh": true, "setenv": true,
		"jvm.options": true, "idea64.vmoptions": true, "jvm.config": true, "jvm_options": true, "jvm-server_options": true, "jvm": false, "options": false,
		"gradle.properties": true, "neo4j.conf": true, "nginx.conf": false, "maven.config": true, ".jvmopts": true, ".sbtopts": true,
		"hazelcast.xml": true, "hazelcast-client.xml": true, "pom.xml": false,
	} {
		assert.Equal(t, want, Wanted(name), name)
	}
}

func TestWhatIsRead(t *testing.T) {
	assert.Equal(t, "read are Kubernetes manifests, values of charts, Compose files, a hazelcast.yaml or hazelcast.xml, Dockerfiles, systemd units, files of JVM options, "+
		"options behind -J as in .sbtopts, properties, lines such as JAVA_OPTS=..., and what ps and jcmd print", whatIsRead())
}
