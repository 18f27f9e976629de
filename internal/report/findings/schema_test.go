package findings_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const docs = "../../../docs/"

var update = flag.Bool("update", false, "write the published schema again")

func TestSchemaIsUpToDate(t *testing.T) {
	want, err := published()
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(docs+"jvmlint-output.schema.json", want, 0o644))
	}
	have, err := os.ReadFile(docs + "jvmlint-output.schema.json")
	require.NoError(t, err)
	assert.Equal(t, string(want), string(have), "go generate ./internal/report/findings")
}

// TestGoldens holds every JSON document that the scripts expect against the schema, of which no key may be missing.
func TestGoldens(t *testing.T) {
	schema := strict(t)
	n := 0
	require.NoError(t, filepath.WalkDir("../../../testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		archive, err := txtar.ParseFile(path)
		require.NoError(t, err)
		for _, f := range archive.Files {
			document, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Data))
			keys, is := document.(map[string]any)
			isBaseline := keys["findings"] != nil && keys["version"] == nil
			if err != nil || !is || keys["schema"] != json.Number("1") || isBaseline {
				continue
			}
			n++
			assert.NoError(t, schema.Validate(document), "%s: %s", path, f.Name)
		}
		return nil
	}))
	assert.Greater(t, n, 5)
}

func TestNotAsTheSchemaSays(t *testing.T) {
	schema := strict(t)
	for _, text := range []string{`{}`, `{"schema": 1}`, `{"schema": 1, "workloads": [{"name": "a"}]}`, `{"schema": 1, "workloads": [], "more": 1}`} {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		require.NoError(t, err, text)
		assert.Error(t, schema.Validate(document), text)
	}
}

// TestKeysAreDocumented finds each key of check and of predict in the page of formats.
func TestKeysAreDocumented(t *testing.T) {
	page, err := os.ReadFile(docs + "formats.md")
	require.NoError(t, err)
	definitions := parsed(t)["$defs"].(map[string]any)
	seen := map[string]bool{}
	var check func(name string)
	check = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		properties := definitions[name].(map[string]any)["properties"].(map[string]any)
		for key, of := range properties {
			assert.Contains(t, string(page), "`"+key+"`", "a key of %s", name)
			for part := range strings.SplitSeq(fmt.Sprint(of), "#/$defs/") {
				if next, _, is := strings.Cut(part, "]"); is && definitions[next] != nil {
					check(next)
				}
			}
		}
	}
	check("check")
	check("diff")
	check("predict")
}

func parsed(t *testing.T) map[string]any {
	text, err := published()
	require.NoError(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	return document.(map[string]any)
}

// strict is the schema without room for further keys.
func strict(t *testing.T) *jsonschema.Schema {
	document := parsed(t)
	for _, d := range document["$defs"].(map[string]any) {
		d.(map[string]any)["additionalProperties"] = false
	}
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", document))
	schema, err := c.Compile("schema.json")
	require.NoError(t, err)
	return schema
}
