package config_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/rules"
)

const published = "../../docs/jvmlint.schema.json"

// TestSchema holds the published schema against the parser: what one takes, the
// other does, and what is a fault fails, but for what a schema cannot know.
func TestSchema(t *testing.T) {
	schema := compiled(t)
	own, err := os.ReadFile("../../testdata/custom-rules/.jvmlint.yaml")
	require.NoError(t, err)
	for _, text := range append(examples(t), string(own), everything, "", "{}", "ignore: [suppression-*]",
		"select: [gc, heap-grows]", "jdk: 1.8", "cpus: 0.5", "memory: 1073741824") {
		_, faults := read(text)
		assert.Empty(t, faults, text)
		assert.NoError(t, validate(t, schema, text), text)
	}
	beyond := map[string]bool{ // releases, versions and globs, and what is said twice
		"memory:": true, "jdk: 99": true, "hazelcast: 3.12": true, "exclude: ['[a']": true, "exclude: [../a]": true, "together: [{options: a/../../a, hazelcast-config: b}]": true,
		"rules: {zgc-headroom: {most-live: 99%}}": true,
		"rules: {heap-grow: off}":                 true, // it may be one of custom-rules
		"jdk: 11\njdk: 17":                        true, "jdk: 11\n---\njdk: 17": true, "jdk: {": true,
	}
	for _, f := range faulty {
		if !beyond[f.text] {
			assert.Error(t, validate(t, schema, f.text), f.text)
		}
	}
}

func compiled(t *testing.T) *jsonschema.Schema {
	file, err := os.ReadFile(published)
	require.NoError(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(file))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("jvmlint.schema.json", document))
	schema, err := c.Compile("jvmlint.schema.json")
	require.NoError(t, err)
	return schema
}

// validate reads YAML as editors do.
func validate(t *testing.T, schema *jsonschema.Schema, text string) error {
	var value any
	require.NoError(t, yaml.Unmarshal([]byte(text), &value), text)
	data, err := json.Marshal(value)
	require.NoError(t, err, text)
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err, text)
	return schema.Validate(instance)
}

var update = flag.Bool("update", false, "write the published schema again")

// TestSchemaIsUpToDate keeps the published schema that of the parser.
func TestSchemaIsUpToDate(t *testing.T) {
	want, err := config.Schema(rules.All())
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(published, want, 0o644))
	}
	have, err := os.ReadFile(published)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(have), "go generate ./internal/config")
}

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// examples are those of the page, before it comes to comments in other files.
func examples(t *testing.T) []string {
	page, err := os.ReadFile("../../docs/configuration.md")
	require.NoError(t, err)
	page, _, found := bytes.Cut(page, []byte("\n## Suppressing findings\n"))
	require.True(t, found)
	var all []string
	for _, m := range yamlBlock.FindAllSubmatch(page, -1) {
		all = append(all, string(m[1]))
	}
	require.NotEmpty(t, all, "the page shows no configuration")
	return all
}
