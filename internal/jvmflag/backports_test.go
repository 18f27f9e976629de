package jvmflag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBackported(t *testing.T) {
	assert.True(t, Backported(11, "UseContainerCpuShares"))
	assert.True(t, Backported(21, "os+map"))
	assert.False(t, Backported(17, "UseContainerCpuShares"), "the tables have it")
	assert.False(t, Backported(11, ""))
	for _, row := range backports() {
		for name := range strings.FieldsSeq(row[1]) {
			_, known := Lookup(CellNumber(row[0]), name)
			assert.False(t, known, "the tables have it: %s", name)
		}
	}
}
