package pages_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/rules"
)

var update = flag.Bool("update", false, "write the pages of rules and the section of builds again")

const docs = "../../../docs/"

// The pages are what is made of the rules, with what the check prints of their examples today.
func TestPagesAreUpToDate(t *testing.T) {
	want, err := pagesOf(rules.All())
	require.NoError(t, err)
	assert.Len(t, want, len(rules.All())+1)
	page, err := os.ReadFile(docs + buildsPage)
	require.NoError(t, err)
	text, err := withBuilds(string(page))
	require.NoError(t, err)
	if *update {
		require.NoError(t, write(docs+"rules", want))
		require.NoError(t, os.WriteFile(docs+buildsPage, []byte(text), 0o644))
		return
	}
	got := map[string]string{}
	names, err := filepath.Glob(docs + "rules/*.md")
	require.NoError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		got[filepath.Base(name)] = string(data)
	}
	assert.Equal(t, want, got, "run go generate ./rules")
	assert.Equal(t, text, string(page), "run go generate ./rules")
}

// Every rule stands in one theme, in the order of rules.All.
func TestThemes(t *testing.T) {
	grouped, err := byTheme(rules.All())
	require.NoError(t, err)
	all := rules.All()[:0:0]
	for _, theme := range grouped {
		assert.NotEmpty(t, theme.Rules, theme.Title)
		all = append(all, theme.Rules...)
	}
	assert.Equal(t, rules.All(), all)

	_, err = byTheme(rules.All()[:3])
	assert.ErrorContains(t, err, "no rule container-memory-sum")
}

// A page of a rule that is gone goes too.
func TestWriteRemovesPages(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "rules")
	require.NoError(t, write(folder, map[string]string{"old.md": "old", "kept.md": "kept"}))
	require.NoError(t, write(folder, map[string]string{"kept.md": "new"}))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	data, err := os.ReadFile(filepath.Join(folder, "kept.md"))
	require.NoError(t, err)
	assert.Equal(t, "new", string(data))
}
