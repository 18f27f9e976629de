package cli_test

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// BenchmarkCheck runs the whole path from file to text.
func BenchmarkCheck(b *testing.B) {
	file := filepath.Join("..", "..", "testdata", "field-report", "start.yaml")
	b.ReportAllocs()
	for b.Loop() {
		cli.Main([]string{"check", file}, bytes.NewReader(nil), io.Discard, io.Discard)
	}
}
