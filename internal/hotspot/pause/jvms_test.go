package pause

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/source"
)

func given(n int64) source.Value {
	return source.Value{N: n, Origin: source.Argument, Why: "given"}
}

// machine is one whose facts are known; 0 leaves one unknown.
func machine(memory, cpus int64) hotspot.Machine {
	var m hotspot.Machine
	if memory != 0 {
		m.Memory = given(memory)
	}
	if cpus != 0 {
		m.CPUs = given(cpus)
	}
	return m
}

func thisMachine(t *testing.T) hotspot.Machine {
	m := machine(jvmtest.Memory(t), int64(runtime.NumCPU()))
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
