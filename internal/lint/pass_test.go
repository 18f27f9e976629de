package lint

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// What comes of adding -XX:+U before -XX:+X.
func TestAddBefore(t *testing.T) {
	for _, c := range []struct {
		before, word string
		ownLine      bool
		want         string
	}{
		{"-ea -XX:+X", "-XX:+X", false, "-ea -XX:+U -XX:+X"},
		{`-ea "-XX:+X"`, `"-XX:+X"`, false, `-ea -XX:+U "-XX:+X"`},
		{"-ea\r\n-XX:+X\r\n", "-XX:+X", true, "-ea\r\n-XX:+U\r\n-XX:+X\r\n"},
		{"-ea\n  8-13:-XX:+X", "-XX:+X", true, "-ea\n  8-13:-XX:+U\n  8-13:-XX:+X"},
	} {
		f := source.NewFile("f", []byte(c.before))
		at := strings.Index(c.before, c.word)
		word := source.Verbatim(f.Span(at, at+len(c.word)))
		data, err := f.Apply([]source.Edit{AddBefore(jvmflag.Option{Text: word, OwnLine: c.ownLine}, "-XX:+U")})
		require.NoError(t, err, c.before)
		assert.Equal(t, c.want, string(data), c.before)
	}
	nowhere := source.Unlocated("-XX:+X", "an image")
	assert.Zero(t, AddBefore(jvmflag.Option{Text: nowhere}, "-XX:+U"))
}
