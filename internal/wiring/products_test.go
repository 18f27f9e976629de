package wiring

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

// namesProducts are the files whose code may name products, and why. The list only gets shorter: a file that names
// none any more must leave it.
var namesProducts = map[string]string{
	"internal/input/dockerfile.go":       "pip installs PySpark, which brings no script",
	"internal/input/fragments.go":        "a command line of spark-submit, as people paste it",
	"internal/catalogue/facts_gen.go":    "the files of the catalogue, as a table",
	"internal/input/properties.go":       "how keys of properties belong together",
	"internal/input/readers.go":          "the same keys, before a file is read, and names of files",
	"internal/input/reading/unjudged.go": "keys of frameworks, some of which are named after products",
	"internal/programs/elasticsearch.go": "formulas of these programs, which no table can hold",
	"internal/programs/programs.go":      "the list of these formulas",
	"internal/report/formats/formats.go": "who reads a format",
}

// What is known of products is data: a stranger adds to it without a look at code, and a reader of code need not
// wonder where else a product is treated in its own way.
func TestProductsStandInTheCatalogue(t *testing.T) {
	names := productNames()
	var naming []string
	for _, dir := range []string{"cmd", "internal", "rules"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root(t), dir), func(path string, _ fs.DirEntry, err error) error {
			if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := filepath.Rel(root(t), path)
			file = filepath.ToSlash(file)
			if named := namedIn(t, path, names); len(named) > 0 {
				naming = append(naming, file)
				assert.NotEmpty(t, namesProducts[file], "%s names %s, which belongs into internal/catalogue", file, named)
			}
			return err
		}), dir)
	}
	for file := range namesProducts {
		assert.Contains(t, naming, file, "it names no product: take it out of the list")
	}
}

// productNames finds a name of a product of the catalogue in a text of lower case. Hazelcast is none of them: it has
// models of its own.
func productNames() *regexp.Regexp {
	var names []string
	for _, f := range catalogue.Facts("Product") {
		if name := f.Get("Product"); name != "Hazelcast" {
			names = append(names, strings.ReplaceAll(strings.ToLower(name), " ", "[ _-]?"))
		}
	}
	return regexp.MustCompile(`(?:^|[^a-z])(?:py)?(` + strings.Join(names, "|") + `)(?:[^a-z]|$)`)
}

var humps = regexp.MustCompile(`([a-z])([A-Z])`)

// namedIn are the products that names and strings of a file of Go name: comments may.
func namedIn(t *testing.T, path string, names *regexp.Regexp) (all []string) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile(path, files.Base(), len(text)), text, nil, 0)
	for {
		_, kind, word := s.Scan()
		if kind == token.EOF {
			slices.Sort(all)
			return slices.Compact(all)
		}
		if kind != token.IDENT && kind != token.STRING {
			continue
		}
		for _, form := range []string{word, humps.ReplaceAllString(word, "$1 $2")} {
			for _, m := range names.FindAllStringSubmatch(strings.ToLower(form), -1) {
				all = append(all, m[1])
			}
		}
	}
}

func TestNamedIn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.go")
	text := "package a\n\n// Kafka\nvar ofSpark, unified = \"SOLR_HEAP\", `neo4japan`\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	assert.Equal(t, []string{"solr", "spark"}, namedIn(t, path, productNames()))
}
