package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

func TestPageIsUpToDate(t *testing.T) {
	written, err := os.ReadFile("../../../docs/products.md")
	require.NoError(t, err)
	assert.Equal(t, page(), string(written), "go generate ./internal/catalogue")
}

// A fact of a product that the page leaves out is known to nobody.
func TestPageShowsAllKinds(t *testing.T) {
	shown := map[string]bool{"Product": true}
	for _, k := range kinds {
		shown[k.kind] = true
	}
	for kind := range catalogue.Kinds() {
		if of := catalogue.Facts(kind)[0].Product; of != "" {
			assert.True(t, shown[kind], kind)
		}
	}
}
