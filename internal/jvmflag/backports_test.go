package jvmflag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUpdates(t *testing.T) {
	for _, c := range []struct {
		name, flag string
		jdk        int
		want       string
	}{
		{"came later", "UseContainerCpuShares", 11, "later"},
		{"a set of tags", "os+map", 21, "later"},
		{"went", "EnableThreadSMRExtraValidityChecks", 17, "earlier"},
		{"the tables have it", "UseContainerCpuShares", 17, ""},
		{"no flag", "", 11, ""},
		{"no such release", "UseContainerCpuShares", 22, ""},
	} {
		assert.Equal(t, c.want, UpdatesWith(c.jdk, c.flag), c.name)
	}
	assert.Equal(t, []string{"ShenandoahGenerationalAdaptiveTenuring", "ShenandoahGenerationalCensusAtEvac"}, NotEverywhere(25))
	assert.Empty(t, NotEverywhere(21))
	assert.Empty(t, NotEverywhere(22))
	for _, row := range backports() {
		jdk := CellNumber(row[0])
		for name := range strings.FieldsSeq(row[1] + " " + row[2]) {
			_, known := Lookup(jdk, name)
			assert.False(t, known, "the tables have it: %s", name)
		}
		for _, name := range NotEverywhere(jdk) {
			_, known := Lookup(jdk, name)
			assert.True(t, known, "the tables do not have it: %s", name)
		}
	}
}
