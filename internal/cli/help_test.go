package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The variables of tests and the variables of options have different names.
func TestVariablesOfTestsAreNoOptions(t *testing.T) {
	page, err := os.ReadFile("../../docs/testing.md")
	require.NoError(t, err)
	some := 0
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			some++
			assert.NotContains(t, string(page), "`"+variable(f.Name)+"`")
		})
		for _, c := range cmd.Commands() {
			c.InheritedFlags() // brings those of all above it
			visit(c)
		}
	}
	visit(Command())
	assert.Greater(t, some, 50)
	assert.Contains(t, string(page), "`JVMLINT_HAZELCAST_JARS`")
}

// Every shared option stands in one of the groups of help.
func TestSharedOptionsAreGrouped(t *testing.T) {
	grouped := map[string]int{}
	for _, g := range groups {
		for _, name := range strings.Fields(g.options) {
			grouped[name]++
		}
	}
	Command().PersistentFlags().VisitAll(func(f *pflag.Flag) {
		assert.Equal(t, 1, grouped[f.Name], f.Name)
	})
}
