package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

func TestEvidenceOf(t *testing.T) {
	for name, want := range map[string]jvmflag.Evidence{
		"JAVA_TOOL_OPTIONS": jvmflag.Runs,
		"JAVA_OPTS":         jvmflag.ByConvention,
		"JAVA_OPT":          jvmflag.ByConvention,
		"KAFKA_HEAP_OPTS":   jvmflag.ByConvention,
		"javaOpts":          jvmflag.ByConvention,
		"JAVE_OPTS":         jvmflag.LooksLike,
		"JAVA_OPTZ":         jvmflag.LooksLike,
		"CATELINA_OPTS":     jvmflag.LooksLike,
		"DESCRIPTION":       jvmflag.LooksLike,
	} {
		assert.Equal(t, want, EvidenceOf(name), name)
	}
}

func TestOfAnother(t *testing.T) {
	for _, c := range []struct {
		variable, container, image string
		want                       bool
	}{
		{"TRINO_JAVA_OPTS", "collectors", "acme/collectors:1", true},
		{"TRINO_JAVA_OPTS", "trino", "acme/sql:1", false},
		{"BOOKIE_MEM", "autorecovery", "acme/pulsar:1", false}, // a part of Pulsar
		{"ES_JAVA_OPTS", "search", "acme/elasticsearch:8", false},
		{"JAVA_OPTS", "collectors", "acme/collectors:1", false},
		{"JVM_HEAP_OPTS", "collectors", "acme/collectors:1", false},
	} {
		assert.Equal(t, c.want, ofAnother(c.variable, c.container, c.image), c)
	}
}
