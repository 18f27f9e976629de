package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// All lines go to standard error through say, which gets them fit to be shown.
func TestOneWayToStandardError(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		text, err := os.ReadFile(name)
		require.NoError(t, err, name)
		if !strings.HasSuffix(name, "_test.go") && name != "notes.go" {
			assert.NotRegexp(t, `Fprint\w*\((\w+\.)*stderr`, string(text), name)
		}
	}
}
