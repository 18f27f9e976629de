package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Columns of SARIF count UTF-16: a character beyond the first plane is two.
func TestRegion(t *testing.T) {
	file := source.NewFile("a.yaml", []byte("\xef\xbb\xbfa: 😀ż -Xmx9g\nb"))
	at := strings.Index(string(file.Data), "9g")
	region := PlaceOf(file.Span(at, at+2)).Region()
	assert.Equal(t, Region{StartLine: 1, StartColumn: 12, EndLine: 1, EndColumn: 14}, region)
	assert.Equal(t, 11, file.Position(at).Column, "in code points")
}
