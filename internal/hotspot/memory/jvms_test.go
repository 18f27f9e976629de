package memory

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/source"
)

func box(memory, cpus int64) hotspot.Machine {
	return hotspot.Machine{Memory: source.Value{N: memory, Origin: source.Configured}, CPUs: source.Value{N: cpus, Origin: source.Configured}}
}

func thisMachine(t *testing.T) hotspot.Machine {
	m := box(jvmtest.Memory(t), int64(runtime.NumCPU()))
	m.Host = m.Memory // no swap
	return m
}

func predict(t *testing.T, jdk int, options string, m hotspot.Machine) *hotspot.JVM {
	t.Helper()
	r := jvmtest.Resolve(t, jdk, options)
	require.Nil(t, r.Refusal)
	jvm, refusal := hotspot.Predict(r, m)
	require.Nil(t, refusal)
	return jvm
}
