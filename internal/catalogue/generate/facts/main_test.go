package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTableIsUpToDate(t *testing.T) {
	t.Chdir("../..")
	written, err := os.ReadFile("facts_gen.go")
	require.NoError(t, err)
	table, err := tableOf([]string{"products", "names"})
	require.NoError(t, err)
	assert.Equal(t, string(table), string(written), "go generate ./internal/catalogue")
}
