// Package schema holds what members and clients of Hazelcast 5 let stand in
// their configuration, release by release, and validates as they do.
//
// The table is merged by lab/hazelcasttables from the JSON schemas that the jars carry. A member holds its
// configuration against the schema of its own release before it looks at any value
// (https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/YamlConfigSchemaValidator.java).
package schema

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// Variants is the key of a value that is not the same in all releases. Its value lists them, each with the first
// release that has it, the first that has it no longer, or "", and the value.
const Variants = "?"

//go:embed configuration.json
var configuration []byte

// table is the embedded table, decoded when it is first asked for.
var table = Decoded[struct {
	Releases    []string
	Root        any
	Definitions map[string]any
}](configuration)

// Decoded reads a table that is embedded, when it is first asked for.
func Decoded[T any](embedded []byte) func() T {
	return sync.OnceValue(func() (t T) {
		d := json.NewDecoder(bytes.NewReader(embedded))
		d.UseNumber() // messages print limits as the schema writes them
		if err := d.Decode(&t); err != nil {
			panic(err) // it is embedded, and read by a test
		}
		return t
	})
}

// Releases are those from which on the schema is another one, oldest first.
var Releases = sync.OnceValue(func() []hazelcast.Version { return Versions(table().Releases) })

// Versions are releases by their names.
func Versions(names []string) []hazelcast.Version {
	var all []hazelcast.Version
	for _, name := range names {
		v, _ := hazelcast.ParseVersion(name)
		all = append(all, v)
	}
	return all
}

// For is the schema of a release.
var For = ForReleases(Releases, func(release hazelcast.Version) *Schema {
	l := &loader{Chooser(release), map[string]*Schema{}}
	return l.schema(table().Root)
})

// ForReleases makes the schema of a release once. Of one that is newer or older than any
// known it is that of the nearest.
func ForReleases[S any](known func() []hazelcast.Version, load func(hazelcast.Version) S) func(hazelcast.Version) S {
	var mu sync.Mutex
	loaded := map[hazelcast.Version]S{}
	return func(v hazelcast.Version) S {
		release := known()[0]
		for _, r := range known() {
			if !v.Before(r) {
				release = r
			}
		}
		mu.Lock()
		defer mu.Unlock()
		s, is := loaded[release]
		if !is {
			s = load(release)
			loaded[release] = s
		}
		return s
	}
}

// Chooser picks out of a table what a release has.
type Chooser hazelcast.Version

// Pick gives the value that the release has, and reports whether it has one.
func (c Chooser) Pick(value any) (any, bool) {
	object, ok := value.(map[string]any)
	if !ok {
		return value, true
	}
	variants, ok := object[Variants].([]any)
	if !ok {
		return value, true
	}
	release := hazelcast.Version(c)
	for _, each := range variants {
		v := each.([]any)
		since, _ := hazelcast.ParseVersion(v[0].(string))
		until, ends := hazelcast.ParseVersion(v[1].(string))
		if !release.Before(since) && (!ends || release.Before(until)) {
			return c.Pick(v[2])
		}
	}
	return nil, false
}

// Keys are the entries of an object that the release has.
func (c Chooser) Keys(value any) map[string]any {
	value, _ = c.Pick(value)
	all, _ := value.(map[string]any)
	has := make(map[string]any, len(all))
	for key, v := range all {
		if v, ok := c.Pick(v); ok {
			has[key] = v
		}
	}
	return has
}

// Count is a number in a table, or another one where there is none.
func Count(value any, standard int) int {
	n, ok := value.(json.Number)
	if !ok {
		return standard
	}
	i, _ := n.Int64()
	return int(i)
}
