package cli

import (
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// pflag's own kinds are the oracle.
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
			for _, comma := range []bool{false, true} {
				got, want := []string{"default"}, []string{}
				own, library := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
				own.Var(&several{values: &got, comma: comma}, "o", "")
				if comma {
					library.StringSliceVar(&want, "o", []string{"default"}, "")
				} else {
					library.StringArrayVar(&want, "o", []string{"default"}, "")
				}
				failed, fails := own.Parse(arguments), library.Parse(arguments)
				assert.Equal(t, fails == nil, failed == nil, comma)
				assert.Equal(t, want, got, comma)
				values := own.Lookup("o").Value.(pflag.SliceValue)
				assert.NoError(t, values.Replace([]string{"x"}))
				assert.NoError(t, values.Append("y"))
				assert.Equal(t, []string{"x", "y"}, values.GetSlice())
				assert.Equal(t, "[x,y]", own.Lookup("o").Value.String())
			}
		})
	}
}
