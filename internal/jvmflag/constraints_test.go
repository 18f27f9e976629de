package jvmflag

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAtParse holds the constraints of the reader against the words of real
// JVMs.
func TestAtParse(t *testing.T) {
	for _, c := range []struct {
		jdk    int
		flag   string
		number uint64
		text   string
		want   string
	}{
		{11, "ObjectAlignmentInBytes", 12, "", "ObjectAlignmentInBytes (12) must be power of 2"},
		{25, "ObjectAlignmentInBytes", 16, "", ""},
		{21, "GCCardSizeInBytes", 300, "", "GCCardSizeInBytes ( 300 ) must be a power of 2"},
		{25, "LargePageSizeInBytes", 0, "", "LargePageSizeInBytes ( 0 ) must be a power of 2"},
		{21, "LargePageSizeInBytes", 3, "", ""},
		{25, "AOTCache", 0, "", "AOTCache cannot be empty"},
		{25, "AOTMode", 0, "foo", "Unrecognized value foo for AOTMode. Must be one of the following: off, record, create, auto, on"},
		{25, "AOTMode", 0, "auto", ""},
		{26, "AOTMode", 0, "required", "Unrecognized value required for AOTMode. Must be one of the following: off, record, create, auto, on"},
		{27, "AOTMode", 0, "required", ""},
		{28, "AOTMode", 0, "foo", "Unrecognized value foo for AOTMode. Must be one of the following: off, record, create, auto, on, required"},
		{17, "NUMAInterleaveGranularity", 1, "", "size_t NUMAInterleaveGranularity=1 is outside the allowed range [ 4096 ... 8796093022208 ]"},
		{17, "ReservedCodeCacheSize", 100, "", "uintx ReservedCodeCacheSize=100 is outside the allowed range [ 4096 ... 18446744073709551615 ]"},
	} {
		flag, ok := Lookup(c.jdk, c.flag)
		require.True(t, ok, c.flag)
		said := atParse(c.jdk, flag, Setting{Number: c.number, Text: c.text})
		if c.want == "" {
			assert.Nil(t, said, "JDK %d, %s", c.jdk, c.flag)
			continue
		}
		require.NotNil(t, said, "JDK %d, %s", c.jdk, c.flag)
		assert.Equal(t, c.want, said.line, "JDK %d, %s", c.jdk, c.flag)
	}
}
