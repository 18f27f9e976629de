package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Real JVMs give the tables that are committed. It takes all releases, as a table
// knows every one of them.
func TestTablesOfRealJVMs(t *testing.T) {
	jdks := os.Getenv("JVMLINT_JDKS")
	for _, n := range releases {
		if _, err := os.Stat(filepath.Join(jdks, strconv.Itoa(n), "bin", "java")); err != nil {
			t.Skip("needs a JVM of each release: set JVMLINT_JDKS to the folder that scripts/jdks.sh fills: ", err)
		}
	}
	same, err := run(jdks, "../../internal/jvmflag", true)
	require.NoError(t, err)
	assert.True(t, same, "the difference is above")
}
