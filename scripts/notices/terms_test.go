package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// at writes the files of a module, and gives it.
func at(t *testing.T, path string, files map[string]string) module {
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return module{path, "v1.0.0", dir}
}

func TestTermsOf(t *testing.T) {
	one := at(t, "example.org/one", map[string]string{
		"LICENSE": "free\r\n", "NOTICE.txt": "by one", "license.go": "package one", "licenses/other": "not used",
		"forked/LICENSE": "forked from another", "forked/inner/inner.go": "package inner",
	})
	two := at(t, "example.org/two", map[string]string{"COPYING": "\nfree\n"})
	terms, err := termsOf([]pkg{{two.Dir, two}, {one.Dir, one}, {filepath.Join(one.Dir, "forked/inner"), one}})
	require.NoError(t, err)
	assert.Equal(t, []term{
		{"by one", []string{"example.org/one v1.0.0"}},
		{"forked from another", []string{"example.org/one v1.0.0"}},
		{"free", []string{"example.org/one v1.0.0", "example.org/two v1.0.0"}},
	}, terms)
	assert.Contains(t, page(terms), "\nexample.org/one v1.0.0\nexample.org/two v1.0.0\n\nfree\n")

	bare := at(t, "example.org/bare", map[string]string{"bare.go": "package bare"})
	_, err = termsOf([]pkg{{one.Dir, one}, {bare.Dir, bare}})
	assert.EqualError(t, err, "no licence in example.org/bare v1.0.0")
}
