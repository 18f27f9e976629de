package input

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestLauncherOptions(t *testing.T) {
	for _, c := range []struct {
		name, file, content string
		want                []described
	}{
		{"a line each", ".sbtopts", "# heap\n-J-Xmx4g\n-J-XX:+UseG1GC\n-Dsbt.color=false\n", []described{{"launcher", true, []string{"cmd -Xmx4g", "cmd -XX:+UseG1GC", "cmd -Dsbt.color=false"}}}},
		{"several on a line, and options of sbt", ".sbtopts", "-mem 2048 -J-Xss4m\r\n-no-colors\r\n", []described{{"launcher", true, []string{"cmd -Xss4m"}}}},
		{"known by its content", "conf/application.ini", "\n# production\n-J-Xmx1g\n", []described{{"launcher", true, []string{"cmd -Xmx1g"}}}},
		{"nothing of the JVM", ".sbtopts", "-no-colors\n", nil},
		{"only comments", ".sbtopts", "# -J-Xmx1g\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Read(source.NewFile(c.file, []byte(c.content)))
			assert.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			for _, w := range in.Workloads {
				for _, o := range w.Options {
					assert.Equal(t, o.String(), o.Text.Span().String())
				}
			}
		})
	}
}
