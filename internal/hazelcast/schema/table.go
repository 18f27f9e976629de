// Package schema holds what members and clients of Hazelcast 5 let stand in
// their configuration, release by release, and validates as they do.
//
// The table is merged by lab/hazelcasttables from the JSON schemas that the
// jars carry. A member holds its configuration against the schema of its own
// release before it looks at any value
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/YamlConfigSchemaValidator.java).
package schema

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// Variants is the key of a value that is not the same in all releases. Its
// value lists them, each with the first release that has it, the first that
// has it no longer, or "", and the value.
const Variants = "?"

//go:embed configuration.json
var configuration []byte

// table is the embedded table, decoded when it is first asked for.
var table = sync.OnceValue(func() (t struct {
	Releases    []string
	Root        any
	Definitions map[string]any
}) {
	d := json.NewDecoder(bytes.NewReader(configuration))
	d.UseNumber() // messages print limits as the schema writes them
	if err := d.Decode(&t); err != nil {
		panic(err) // it is embedded, and read by a test
	}
	return t
})

// Releases are those from which on the schema is another one, oldest first.
var Releases = sync.OnceValue(func() []hazelcast.Version {
	var all []hazelcast.Version
	for _, name := range table().Releases {
		v, _ := hazelcast.ParseVersion(name)
		all = append(all, v)
	}
	return all
})

var (
	mu     sync.Mutex
	loaded = map[hazelcast.Version]*Schema{}
)

// For is the schema of a release. Of one that is newer or older than any known
// it is that of the nearest.
func For(v hazelcast.Version) *Schema {
	release := Releases()[0]
	for _, r := range Releases() {
		if !v.Before(r) {
			release = r
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if loaded[release] == nil {
		loaded[release] = load(release)
	}
	return loaded[release]
}

// Pick gives the value that a release has, and reports whether it has one.
func Pick(value any, release hazelcast.Version) (any, bool) {
	object, ok := value.(map[string]any)
	if !ok {
		return value, true
	}
	variants, ok := object[Variants].([]any)
	if !ok {
		return value, true
	}
	for _, each := range variants {
		v := each.([]any)
		since, _ := hazelcast.ParseVersion(v[0].(string))
		until, ends := hazelcast.ParseVersion(v[1].(string))
		if !release.Before(since) && (!ends || release.Before(until)) {
			return Pick(v[2], release)
		}
	}
	return nil, false
}

// load makes the schema of a release.
func load(release hazelcast.Version) *Schema {
	l := loader{release: release, definitions: map[string]*Schema{}}
	return l.schema(table().Root)
}
