package hotspot

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// compressedHeap is what the model gives for a collector.
func compressedHeap(t *testing.T, jdk int, collector string) int64 {
	t.Helper()
	jvm, refusal := Predict(jvmtest.Resolve(t, jdk, "-Xmx1g "+collector), machine(8<<30, 4))
	require.Nil(t, refusal)
	return jvm.CompressedHeap.N >> 20
}

func TestCompressedHeap(t *testing.T) {
	var got [][]int64
	for _, jdk := range jvmflag.Supported {
		row := []int64{int64(jdk)}
		for _, collector := range []string{"-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC -XX:ObjectAlignmentInBytes=16"} {
			row = append(row, compressedHeap(t, jdk, collector))
		}
		got = append(got, row)
	}
	assert.Equal(t, [][]int64{
		{8, 32736, 32766, 32766, 65504}, {11, 32736, 32766, 32766, 65504}, {17, 32736, 32766, 32766, 65504},
		{21, 32256, 32766, 32766, 65024}, {25, 32736, 32766, 32766, 65504},
		{26, 32736, 32766, 32766, 65504}, {27, 32736, 32766, 32766, 65504}, {28, 32736, 32766, 32766, 65504},
	}, got, "MiB")

	jvm, refusal := Predict(jvmtest.Resolve(t, 21, "-Xmx1g -XX:+UseZGC"), machine(8<<30, 4))
	require.Nil(t, refusal)
	assert.False(t, jvm.CompressedHeap.Known())
}

// TestCompressedHeapAgainstReal asks JVMs of that heap, and of 2 MiB more,
// whether their object pointers are compressed.
func TestCompressedHeapAgainstReal(t *testing.T) {
	dir, work := jvmtest.Folder(t), t.TempDir()
	for _, jdk := range jvmflag.Supported {
		for _, collector := range []string{"-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC"} {
			largest := compressedHeap(t, jdk, collector)
			var compressed []string
			for _, heap := range []int64{largest, largest + 2} {
				real, err := startReal(jvmtest.Java(dir, jdk), work, fmt.Sprintf("%s -Xms16m -Xmx%dm", collector, heap))
				require.NoError(t, err, collector)
				require.True(t, real.started, "%s", real.output)
				compressed = append(compressed, real.flags["UseCompressedOops"])
			}
			assert.Equal(t, []string{"true", "false"}, compressed, "JDK %d, %s, %dm", jdk, collector, largest)
		}
	}
}
