package programs

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestOpenAgent(t *testing.T) {
	const agent = "-javaagent:/opt/jolokia-agent-jvm-2.1.0-javaagent.jar"
	for option, want := range map[string][2]string{
		agent + "=port=8778,host=0.0.0.0":             {"0.0.0.0", "8778"},
		agent + "=host=*":                             {"*", ""},
		agent + "=host=0.0.0.0,port=1,protocol=https": {"0.0.0.0", "1"},

		agent:                               {},
		agent + "=":                         {},
		agent + "=port=8778":                {},
		agent + "=port=8778,host=localhost": {},
		agent + "=host=0.0.0.0,user=a,password=b": {},
		agent + "=host=0.0.0.0,config=/etc/a":     {},
		agent + "=host=0.0.0.0,authMode=jaas":     {},
		agent + `=host=0.0.0.0,realm=a\,b`:        {},
		"-javaagent:/opt/apm.jar=host=0.0.0.0":    {},
		"-Djolokia.jar=host=0.0.0.0":              {},
	} {
		host, port, open := OpenAgent(jvmflag.Option{Text: source.Unlocated(option, "a test")})
		assert.Equal(t, want[0] != "", open, option)
		if open {
			assert.Equal(t, want, [2]string{host.String(), port.String()}, option)
		}
	}
}
