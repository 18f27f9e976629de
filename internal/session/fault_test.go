package session

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// panics is a folder whose files make the reader of options fail.
type panics struct{}

func (panics) Read(string) (source.Text, error) { panic("no such map") }

// A fault of jvmlint while it predicts costs that workload alone, and is a
// problem of whatever asked.
func TestFaultWhilePredicting(t *testing.T) {
	inputs := func() *input.Input {
		file := source.NewFile("a.options", []byte("-XX:VMOptionsFile=x"))
		words, err := jvmflag.Words(source.Verbatim(file.Span(0, len(file.Data))))
		require.NoError(t, err)
		faulty := &workload.Workload{Identity: workload.Identity{Name: "a", File: file, JDK: workload.OpenJDK()}, Launch: workload.Launch{Known: workload.AllOptions, Options: jvmflag.OnChannel(jvmflag.CommandLine, words), Files: panics{}}}
		sound := &workload.Workload{Identity: workload.Identity{Name: "b", File: file, JDK: workload.OpenJDK()}, Launch: workload.Launch{Known: workload.AllOptions}}
		return &input.Input{File: file, Workloads: []*workload.Workload{faulty, sound}}
	}
	const fault = "internal error on a.options, please report it: no such map"
	s, err := Open(Options{FailOn: FailOn{Severity: "warning"}}, Memory{"/x": nil})
	require.NoError(t, err)

	r := project.Given(inputs())
	predicted, err := s.Predict(r)
	require.NoError(t, err)
	require.Len(t, r.Failures, 1)
	require.EqualError(t, r.Failures[0], fault)
	assert.Equal(t, []bool{false, true}, []bool{predicted[0].Workload.HasJVM(), predicted[1].Workload.HasJVM()})

	j, err := s.Judge(project.Given(inputs()))
	require.NoError(t, err)
	require.Len(t, j.Problems, 1)
	assert.Equal(t, fault, j.Problems[0].Message)
}
