package randomchart

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Number is a seed, or how many are to be drawn: what an environment variable
// says, else another.
func Number(t *testing.T, variable string, other uint64) uint64 {
	t.Helper()
	s := os.Getenv(variable)
	if s == "" {
		return other
	}
	n, err := strconv.ParseUint(s, 10, 64)
	require.NoError(t, err, "%s", variable)
	return n
}
