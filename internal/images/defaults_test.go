package images

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// What start scripts put first is no reason why a JVM does not start, on the
// JDK of the image, or on those that it may have.
func TestDefaultsStart(t *testing.T) {
	for _, image := range allKnown() {
		var words []string
		for _, a := range image.Arguments {
			if a.Default != "" {
				words = append(words, a.Before+a.Default+a.Behind)
			}
		}
		line := strings.Join(words, " ")
		options, err := jvmflag.Words(source.Unlocated(line, "test"))
		assert.NoError(t, err, line)
		for _, jdk := range []int{11, 17, 21, 25} {
			if image.JDK == jdk || image.JDK == 0 && jdk >= image.Least {
				command := jvmflag.Command{Options: jvmflag.OnChannel(jvmflag.CommandLine, options)}
				assert.Empty(t, command.Resolve(jdk).Refusals, "%s on JDK %d: %s", image.Name, jdk, line)
			}
		}
	}
}
