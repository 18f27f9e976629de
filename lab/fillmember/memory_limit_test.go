package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestKills(t *testing.T) {
	for _, tt := range []struct {
		group controlGroups
		data  string
		want  int
	}{
		{controlGroupVersions[0], "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n", 1},
		{controlGroupVersions[0], "oom_kill_disable 0\nunder_oom 0\n", 0}, // before Linux 4.13
		{controlGroupVersions[1], "low 0\nhigh 0\nmax 37\noom 2\noom_kill 2\noom_group_kill 0\n", 2},
	} {
		l := memoryLimit{dir: t.TempDir(), group: tt.group}
		require.NoError(t, os.WriteFile(filepath.Join(l.dir, tt.group.kills), []byte(tt.data), 0o644), tt.data)
		assert.Equal(t, tt.want, l.kills(), tt.data)
		assert.Error(t, l.set("no such file", 1), "%v: a folder that is no control group stays as it is", tt.data)
	}
	assert.Zero(t, memoryLimit{}.kills())
}

func TestResident(t *testing.T) {
	before := resident(os.Getpid())
	assert.Positive(t, before)
	kept := make([]byte, 64<<20)
	for i := range kept {
		kept[i] = 1
	}
	assert.InDelta(t, 64<<20, resident(os.Getpid())-before, 16<<20)
	assert.Equal(t, byte(1), kept[len(kept)-1])
}
