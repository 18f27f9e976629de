package hotspot

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TestKeptStartups holds start-ups that are kept, of options elsewhere, against their own.
func TestKeptStartups(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(captures, "*", "*"))
	require.NoError(t, err)
	kept := 0
	for i, file := range files {
		c := readCapture(t, file)
		jdk := jvmflag.Supported[i%len(jvmflag.Supported)]
		memory, cpus := uint64(c.machine.Memory.N), uint64(c.machine.CPUs.N)
		r := resolveAt(t, jdk, "", c.options)
		if r.Refusal != nil {
			continue
		}
		for range 2 {
			start(r, memory, cpus, c.machine, true)
		}
		r = resolveAt(t, jdk, strings.Repeat(" ", i%7+1), c.options)
		s := &startup{memory: memory, cpus: cpus, preview: r.JDK >= 28 && r.Previews(), granted: freeAddresses}
		if s.seenAs(r).kept.Load() != nil {
			kept++
		}
		jvm, said, refusal := start(r, memory, cpus, c.machine, true)
		own := s.run(r)
		assert.Equal(t, own, refusal, c.options)
		assert.Equal(t, s.messages, said, c.options)
		if own == nil {
			want := s.jvm()
			want.alike = s.seenAs(r)
			assert.Equal(t, want, jvm, c.options)
		}
	}
	assert.Greater(t, kept, len(files)/4)
}

// resolveAt reads options behind a text, where nobody knows which files there are.
func resolveAt(t *testing.T, jdk int, before, options string) *jvmflag.Resolution {
	t.Helper()
	f := source.NewFile(source.CommandLine, []byte(before+options))
	words, err := jvmflag.Words(source.Verbatim(f.Span(len(before), len(before+options))))
	require.NoError(t, err)
	return jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.CommandLine, words))
}
