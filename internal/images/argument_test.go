package images

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

func TestArgumentOf(t *testing.T) {
	for _, c := range []struct {
		name string
		of   catalogue.Field
		want Argument
	}{
		{"options alone", catalogue.Field{Key: "Option", Value: "-Xss1m -Da=b"}, Argument{Default: "-Xss1m -Da=b"}},
		{"a variable", catalogue.Field{Key: "Option", Value: "${JAVA_OPTS}"}, Argument{Variable: "JAVA_OPTS"}},
		{
			"a default for an empty one too", catalogue.Field{Key: "Option", Value: "${OPTS:--Xms1g -Xmx1g}"},
			Argument{Variable: "OPTS", Default: "-Xms1g -Xmx1g"},
		},
		{
			"a default of the image", catalogue.Field{Key: "Option", Value: "${OPTS--Xmx1g}"},
			Argument{Variable: "OPTS", Default: "-Xmx1g", Brought: true},
		},
		{
			"a size", catalogue.Field{Key: "Option default-unless MEM", Value: "-Xmx${HEAP:-512}m"},
			Argument{Variable: "HEAP", Default: "512", Before: "-Xmx", Behind: "m", DefaultUnless: "MEM"},
		},
		{
			"conditions", catalogue.Field{Key: "Option if MODE={a,b} unless HEAP share -XX:MaxRAMPercentage=", Value: "-Xmx${MEMORY}"},
			Argument{
				Variable: "MEMORY", Before: "-Xmx", Share: "-XX:MaxRAMPercentage=",
				If: []Setting{{"MODE", "{a,b}"}}, Unless: []Setting{{Variable: "HEAP"}},
			},
		},
		{
			"several of each", catalogue.Field{Key: "Option if A unless B if C=1 unless D", Value: "-ea"},
			Argument{Default: "-ea", If: []Setting{{Variable: "A"}, {"C", "1"}}, Unless: []Setting{{Variable: "B"}, {Variable: "D"}}},
		},
	} {
		assert.Equal(t, c.want, ArgumentOf(c.of), c.name)
	}
}
