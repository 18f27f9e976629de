package cli_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// TestSameOutputOnAnyNumberOfCPUs holds the output on one processor against
// that on several.
func TestSameOutputOnAnyNumberOfCPUs(t *testing.T) {
	check := func(cpus int) string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cpus))
		var out bytes.Buffer
		cli.Main([]string{"check", "--memory", "4Gi", "../../testdata"}, bytes.NewReader(nil), &out, &out)
		return out.String()
	}
	one := check(1)
	assert.Contains(t, one, "[g1-region-count]")
	for range 5 {
		assert.Equal(t, one, check(8))
	}
}
