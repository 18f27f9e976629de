package hotspot

import (
	"runtime"
	"testing"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/stretchr/testify/require"
)

func given(n int64) source.Value {
	return source.Value{N: n, Origin: source.Argument, Why: "given"}
}

// machinePP is one whose facts are known; 0 leaves one unknown.
func machinePP(memory, cpus int64) Machine {
	var m Machine
	if memory != 0 {
		m.Memory = given(memory)
	}
	if cpus != 0 {
		m.CPUs = given(cpus)
	}
	return m
}

func thisMachinePP(t *testing.T) Machine {
	m := machinePP(jvmtest.Memory(t), int64(runtime.NumCPU()))
	m.Host = m.Memory // no swap
	return m
}

func predictPP(t *testing.T, jdk int, options string, m Machine) *JVM {
	t.Helper()
	r := jvmtest.Resolve(t, jdk, options)
	require.Nil(t, r.Refusal)
	jvm, refusal := Predict(r, m)
	require.Nil(t, refusal)
	return jvm
}
