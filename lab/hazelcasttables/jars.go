package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// release is the schema of one release.
type release struct {
	version hazelcast.Version
	schema  any
}

// readJars reads the schema out of every hazelcast-VERSION.jar of a folder that
// has one, oldest first.
func readJars(dir string) ([]release, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "hazelcast-*.jar"))
	if err != nil {
		return nil, err
	}
	var releases []release
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "hazelcast-"), ".jar")
		v, ok := hazelcast.ParseVersion(name)
		if !ok {
			return nil, fmt.Errorf("%s: no release in its name", path)
		}
		if v.Major < 5 {
			continue // it has no schema for YAML
		}
		text, err := readEntry(path, fmt.Sprintf("hazelcast-config-%d.%d.json", v.Major, v.Minor))
		if err != nil {
			return nil, err
		}
		schema, err := strip(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		releases = append(releases, release{v, schema})
	}
	if len(releases) == 0 {
		return nil, fmt.Errorf("no hazelcast-*.jar in %s", dir)
	}
	slices.SortFunc(releases, func(a, b release) int {
		if a.version.Before(b.version) {
			return -1
		}
		return 1
	})
	return releases, nil
}

func readEntry(jar, name string) (json.RawMessage, error) {
	z, err := zip.OpenReader(jar)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", jar, err)
	}
	defer z.Close()
	f, err := z.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", jar, err)
	}
	defer f.Close()
	var text json.RawMessage
	return text, json.NewDecoder(f).Decode(&text)
}

// annotations are what does not decide whether a value is valid.
var annotations = []string{"$schema", "description", "title", "default", "example", "examples"}

// maps are the keywords whose values have names of properties as keys.
var maps = []string{"properties", "definitions", "patternProperties"}

// strip leaves out of a schema what does not decide.
func strip(text json.RawMessage) (any, error) {
	var schema any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // messages print limits as they are written
	if err := d.Decode(&schema); err != nil {
		return nil, err
	}
	stripSchema(schema)
	return schema, nil
}

func stripSchema(schema any) {
	switch s := schema.(type) {
	case []any:
		for _, item := range s {
			stripSchema(item)
		}
	case map[string]any:
		for _, a := range annotations {
			delete(s, a)
		}
		for key, value := range s {
			named, ok := value.(map[string]any)
			if !ok || !slices.Contains(maps, key) {
				stripSchema(value)
				continue
			}
			for _, part := range named {
				stripSchema(part)
			}
		}
	}
}
