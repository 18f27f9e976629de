package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestOneWord(t *testing.T) {
	for text, want := range map[string]string{
		"-Da=$(hostname -I | awk '{print $1}') -Xss1m": "-Da=$(...) -Xss1m",
		"-Da=`hostname -I` -Xss1m":                     "-Da=$(...) -Xss1m",
		"-Xmx$((1 + (2 * 3)))m $(a b)":                 "-Xmx$(...)m $(...)",
		"$(HEAP) -Da=$(b)":                             "$(HEAP) -Da=$(b)",
		"-Da=$(b -c":                                   "-Da=$(b -c",
		"-Da=` -Xss1m":                                 "-Da=` -Xss1m",
	} {
		assert.Equal(t, want, oneWord(source.Unlocated(text, "a test")).String(), text)
	}
}
