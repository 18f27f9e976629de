package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestWithGaps(t *testing.T) {
	for text, want := range map[string]string{
		"-Da=$(hostname -I | awk '{print $1}') -Xss1m": "-Da=\ufffc -Xss1m",
		"-Da=`hostname -I` -Xss1m":                     "-Da=\ufffc -Xss1m",
		"-Xmx$((1 + (2 * 3)))m $(a b)":                 "-Xmx\ufffcm \ufffc",
		"$(HEAP) -Da=$(b)":                             "$(HEAP) -Da=$(b)",
		"-Da=$(b -c":                                   "-Da=$(b -c",
		"-Da=` -Xss1m":                                 "-Da=` -Xss1m",
		"-Xmx{{ .heap }}m -Xms<%= @heap %> {% if a %}": "-Xmx\ufffcm -Xms\ufffc \ufffc",
		"-Xmx${HEAP:-1 g} ${OPTS} #{heap}":             "-Xmx\ufffc ${OPTS} \ufffc",
		"-Xmx{{ .heap -Xss1m":                          "-Xmx{{ .heap -Xss1m",
	} {
		assert.Equal(t, want, withGaps(source.Unlocated(text, "a test")).String(), text)
	}
}
