package imagename

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A mirror keeps the whole name; an image of the same last part may be anything.
func TestIs(t *testing.T) {
	for repository, want := range map[string]bool{
		"apache/kafka":                             true,
		"docker.io/apache/kafka":                   true,
		"index.docker.io/apache/kafka":             true,
		"registry.example.org/apache/kafka":        true,
		"registry.example.org/hub/io/apache/kafka": true,
		"localhost:5000/apache/kafka":              true,
		"localhost/apache/kafka":                   true,
		"team/kafka":                               false,
		"team/apache/kafka":                        false,
		"registry.example.org/kafka":               false,
		"registry.example.org/team/kafka":          false,
		"kafka":                                    false,
		"apache/kafka/":                            false,
		"":                                         false,
	} {
		assert.Equal(t, want, Is(repository, "apache/kafka"), repository)
	}
	assert.Equal(t, []string{"tomcat"}, Candidates("docker.io/library/tomcat"))
	assert.Equal(t, []string{"mirror.example.org/library/tomcat", "library/tomcat"}, Candidates("mirror.example.org/library/tomcat"))
}
