package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What fits is what Hazelcast counts, and backups count; where the map has no
// limit in bytes, it is what the heap could hold.
func TestFitting(t *testing.T) {
	const value, entry = 5 << 20, 5<<20 + 124 + 24 // with statistics
	evicts, err := configuration("", "values", 300)
	require.NoError(t, err)
	const plain = "hazelcast: {map: {other: {backup-count: 0}}}"
	for _, tt := range []struct {
		name, yaml, mapName string
		members             int
		want                int64
	}{
		{"one member keeps no backup", evicts, "values", 1, 300 << 20 / entry},
		{"two members, a backup", evicts, "values", 2, 300 << 20 / entry},
		{"no limit, no backup", plain, "other", 2, 2 * 640 << 20 / (entry - 24)},
		{"no entry of that name", plain, "values", 1, 640 << 20 / (entry - 24)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := store{yaml: tt.yaml, mapName: tt.mapName, members: tt.members, heap: 640 << 20, compact: true, dir: t.TempDir()}
			require.NoError(t, s.readMap())
			assert.Equal(t, tt.want, s.fitting(value))
		})
	}
}

func TestConfiguration(t *testing.T) {
	for _, tt := range []struct {
		file string
		size int64
	}{{"", 0}, {"", -1}, {"hazelcast.yaml", 300}} {
		_, err := configuration(tt.file, "values", tt.size)
		assert.EqualError(t, err, "give --map-size, or --yaml with the size in it", tt.size)
	}
}

func TestBytes(t *testing.T) {
	for written, want := range map[string]int64{"5MiB": 5 << 20, "10Ki": 10 << 10, "5MB": 5_000_000, "700": 700} {
		n, err := bytes(written)
		require.NoError(t, err, written)
		assert.Equal(t, want, n, written)
	}
	_, err := bytes("many")
	assert.Error(t, err)
}
