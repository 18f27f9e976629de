package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestEchoed(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []string
	}{
		{"one", `echo "JAVA_OPTS='-Xmx1g -Xms1g'" >> a.conf`, []string{"JAVA_OPTS=-Xmx1g -Xms1g"}},
		{"exported", `echo export JAVA_OPTS=-Xmx1g >> setenv.sh`, []string{"JAVA_OPTS=-Xmx1g"}},
		{"lines that echo parts", `echo -e "A=1\nJAVA_OPTS='-Xmx1g'\nGC_OPTS='-Xmx2g'" > a.conf`, []string{"JAVA_OPTS=-Xmx1g", "GC_OPTS=-Xmx2g"}},
		{"a line of something else", "echo \"a.b=c\" >> java.security \\\n# the next line\nENV JAVA_OPTS=\"-Xmx1g\"", []string{}},
		{"of no options", `echo "A=b" > a.conf`, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := Echoed(TextOf(source.NewFile("a.sh", []byte(c.script))))
			assert.Equal(t, c.want, lists.Of(found, func(v Variable) string { return v.Name + "=" + v.Value.String() }))
		})
	}
}
