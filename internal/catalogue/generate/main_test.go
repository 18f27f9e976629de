package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPageIsUpToDate(t *testing.T) {
	written, err := os.ReadFile("../../../docs/products.md")
	require.NoError(t, err)
	assert.Equal(t, page(), string(written), "go generate ./internal/catalogue")
}
