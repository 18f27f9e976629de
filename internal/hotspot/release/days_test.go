package release

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// The days are those that java -version of real builds prints.
func TestNewestBy(t *testing.T) {
	for version, day := range map[string]string{
		"11.0.5": "2019-10-15", "11.0.7": "2020-04-14", "11.0.10": "2021-01-19", "11.0.13": "2021-10-19", "11.0.24": "2024-07-16",
		"17.0.2": "2022-01-18", "17.0.3": "2022-04-19", "17.0.7": "2023-04-18", "17.0.9": "2023-10-17", "17.0.12": "2024-07-16",
		"21.0.2": "2024-01-16", "21.0.4": "2024-07-16", "21.0.8": "2025-07-15", "25.0.2": "2026-01-20",
	} {
		b, _ := Parse(version)
		newest, known := NewestBy(b.Release, day)
		assert.True(t, known, version)
		assert.Equal(t, b.Update, newest, version)
		before, _ := NewestBy(b.Release, day[:8]+"01")
		assert.Negative(t, before.Compare(b.Update), version)
	}
	for _, unknown := range []struct {
		jdk int
		day string
	}{{11, "2018-01-01"}, {11, "2026-07-01"}, {13, "2021-10-19"}} {
		_, known := NewestBy(unknown.jdk, unknown.day)
		assert.False(t, known, unknown)
	}
	for i, d := range days()[1:] {
		require.Len(t, d, 6)
		before := days()[i]
		assert.Less(t, before[0], d[0])
		for of := 1; of < 6; of++ {
			assert.LessOrEqual(t, jvmflag.CellNumber(before[of]), jvmflag.CellNumber(d[of]), d[0])
		}
	}
}
