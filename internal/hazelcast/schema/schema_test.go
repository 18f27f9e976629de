package schema

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

func version(t *testing.T, s string) hazelcast.Version {
	v, ok := hazelcast.ParseVersion(s)
	require.True(t, ok, s)
	return v
}

// The table begins with 5.0 and knows what came and went.
func TestReleases(t *testing.T) {
	releases := Releases()
	assert.Equal(t, version(t, "5.0"), releases[0])
	asked := []string{"4.2.8", "5.0.0", "5.2.0", "5.2.5", "5.3.0", "5.3.8", "5.7.0", "6.0.0"}
	for key, want := range map[string][]string{
		"map":                 asked, // before the first release and after the last, the nearest
		"external-data-store": {"5.2.0", "5.2.5"},
		"data-connection":     {"5.3.0", "5.3.8", "5.7.0", "6.0.0"},
		"mapp":                nil,
	} {
		var got []string
		for _, name := range asked {
			if For(version(t, name)).Knows("hazelcast", key) {
				got = append(got, name)
			}
		}
		assert.Equal(t, want, got, key)
	}
}

// A schema is loaded once for all releases that share it.
func TestSameSchema(t *testing.T) {
	assert.Same(t, For(version(t, "5.3.1")), For(version(t, "5.3.8")))
	assert.NotSame(t, For(version(t, "5.2.5")), For(version(t, "5.3.0")))
}

// Every expression compiles, and every reference leads somewhere, in each
// release.
func TestAllLoad(t *testing.T) {
	for _, release := range Releases() {
		s := For(release)
		assert.True(t, s.Knows("hazelcast", "network"), release)
		root := &Value{Type: Object, Members: []Member{{Name: "hazelcast", Value: &Value{Type: Object}}}}
		assert.Nil(t, s.Validate(root), release)
	}
}

// What is asked for as a number or a boolean may be a string.
func TestLenient(t *testing.T) {
	for text, want := range map[string]Type{
		"5": Integer, "-5": Integer, "007": String, "-0": Double, "+5": String, "1.5": Double, "1e3": Double, "1.5f": Double, "0x10": String,
		"yes": Boolean, "On": Boolean, "oN": String, "true": Boolean, "tRUE": String, "n": Boolean, "null": Null, "NULL": Null, "": String, "a": String, " 5": String,
	} {
		v := &Value{Type: String, Text: text}
		assert.Equal(t, want, v.lenient().Type, "%q", text)
	}
}

// The table is small, and annotated with nothing that only people read.
func TestTableIsCompact(t *testing.T) {
	assert.Less(t, len(configuration), 100_000)
	assert.NotRegexp(t, regexp.MustCompile(`"description": ?"`), string(configuration))
}

// Each release is asked for as many faults as are listed, and one more.
func TestMost(t *testing.T) {
	faults := func(n int) int {
		top := &Value{Type: Object}
		for i := range n {
			top.Members = append(top.Members, Member{Name: fmt.Sprint("netwrok", i), Value: &Value{Type: Integer, Text: "1"}})
		}
		root := &Value{Type: Object, Members: []Member{{Name: "hazelcast", Value: top}}}
		return len(For(version(t, "5.3.1")).Validate(root).Leaves())
	}
	assert.Equal(t, []int{1, 1000, Most, Most}, []int{faults(1), faults(1000), faults(Most), faults(5000)})
}
