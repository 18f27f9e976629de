package cli

import (
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

func TestSeveral(t *testing.T) {
	for name, arguments := range map[string][]string{
		"none":               nil,
		"one":                {"--o=a"},
		"several":            {"--o=a", "--o=b"},
		"commas":             {"--o=a,b", "--o=c"},
		"a comma in quotes":  {`--o="{a,b}",c`},
		"empty":              {"--o="},
		"empty after others": {"--o=a", "--o="},
		"a quote is open":    {`--o="a`},
	} {
		t.Run(name, func(t *testing.T) {
			asPflag(t, arguments, false, (*pflag.FlagSet).StringArrayVar)
			asPflag(t, arguments, true, (*pflag.FlagSet).StringSliceVar)
		})
	}
}

// asPflag compares what arguments leave of a default with what pflag's own kind of option makes of them.
func asPflag(t *testing.T, arguments []string, comma bool, add func(*pflag.FlagSet, *[]string, string, []string, string)) {
	got, want := []string{"default"}, []string{}
	own, library := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	own.Var(&several{values: &got, comma: comma}, "o", "")
	add(library, &want, "o", []string{"default"}, "")
	failed, fails := own.Parse(arguments), library.Parse(arguments)
	assert.Equal(t, fails == nil, failed == nil)
	assert.Equal(t, want, got)
	values := own.Lookup("o").Value.(pflag.SliceValue)
	assert.NoError(t, values.Replace([]string{"x"}))
	assert.NoError(t, values.Append("y"))
	assert.Equal(t, []string{"x", "y"}, values.GetSlice())
	assert.Equal(t, "[x,y]", own.Lookup("o").Value.String())
}
