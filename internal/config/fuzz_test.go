package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/rules"
)

// FuzzRead reads anything without a panic, and points at what is wrong within
// the file, in order.
func FuzzRead(f *testing.F) {
	f.Add([]byte(everything))
	for _, row := range faulty {
		f.Add([]byte(row.text))
	}
	f.Add([]byte("files: [&a {paths: [x]}, *a]\nrules: {<<: {heap-grows: off}}\n"))
	all := rules.All()
	f.Fuzz(func(t *testing.T, data []byte) {
		file := source.NewFile(config.Name, data)
		c, faults := config.Read(filesystem.OS{}, file, all)
		require.NotNil(t, c)
		last := 0
		for _, fault := range faults {
			assert.NotEmpty(t, fault.Message)
			if fault.Span.IsZero() {
				continue
			}
			assert.Same(t, file, fault.Span.File)
			assert.LessOrEqual(t, last, fault.Span.Start)
			assert.LessOrEqual(t, fault.Span.Start, fault.Span.End)
			assert.LessOrEqual(t, fault.Span.End, len(data))
			last = fault.Span.Start
		}
		c.For("a/b.yaml")
		c.Excludes("a/b.yaml")
	})
}
