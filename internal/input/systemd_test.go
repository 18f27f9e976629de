package input

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func TestSystemdUnit(t *testing.T) {
	const unit = "[Unit]\nDescription=a java -Xmx9g -jar x\n\n[Service]\n"
	one := func(options ...string) []described { return []described{{"service", true, options}} }
	for _, c := range []struct {
		name, content string
		want          []described
	}{
		{"command", unit + "ExecStart=/usr/bin/java -Xmx1g -jar a.jar\n", one("cmd -Xmx1g", "cmd -jar", "cmd a.jar")},
		{"signs before the command", unit + "ExecStart=-@/usr/bin/java -Xmx1g -jar a.jar\n", one("cmd -Xmx1g", "cmd -jar", "cmd a.jar")},
		{"a variable of words", unit + "Environment=\"JAVA_OPTS=-Xmx1g -Xms1g\" A=b\nExecStart=/usr/bin/java $JAVA_OPTS -jar a.jar\n", one("cmd -Xmx1g", "cmd -Xms1g", "cmd -jar", "cmd a.jar")},
		{"quotes behind the name", unit + "Environment=JAVA_OPTS='-Xmx1g -Xms1g'\nExecStart=/usr/bin/java $JAVA_OPTS -jar a.jar\n", one("cmd -Xmx1g", "cmd -Xms1g", "cmd -jar", "cmd a.jar")},
		{"a variable of one word", unit + "Environment=HEAP=1g\nExecStart=/usr/bin/java -Xmx${HEAP} -jar a.jar\n", one("cmd -Xmx1g", "cmd -jar", "cmd a.jar")},
		{"continued", unit + "ExecStart=/usr/bin/java \\\n  # heap\n  -Xmx1g \\\n  -jar a.jar\n", one("cmd -Xmx1g", "cmd -jar", "cmd a.jar")},
		{"Windows line ends", "[Service]\r\nEnvironment=\"JAVA_OPTS=-Xmx1g\"\r\nExecStart=/usr/bin/java $JAVA_OPTS \\\r\n -jar a.jar\r\n", one("cmd -Xmx1g", "cmd -jar", "cmd a.jar")},
		{"shell", unit + "Environment=JAVA_OPTS=-Xmx1g\nExecStart=/bin/sh -c 'exec java $JAVA_OPTS -Da=%%h -jar a.jar'\n", one("cmd -Xmx1g", "cmd -Da=%h", "cmd -jar", "cmd a.jar")},
		{"the JVM's own variable", unit + "Environment=JAVA_TOOL_OPTIONS=-Xmx1g\nExecStart=/usr/bin/java -jar a.jar\n", one("tool -Xmx1g", "cmd -jar", "cmd a.jar")},
		{"begun anew", unit + "Environment=JAVA_OPTS=-Xmx2g\nEnvironment=\nExecStart=/bin/true\nExecStart=\nExecStart=/usr/bin/java -Xmx1g -jar a.jar\n", one("cmd -Xmx1g", "cmd -jar", "cmd a.jar")},
		{"start script", unit + "Environment=\"CATALINA_OPTS=-Xmx1g\"\nExecStart=/opt/tomcat/bin/startup.sh\n", []described{{"service/CATALINA_OPTS", true, []string{"cmd -Xmx1g"}}}},
		{"of another file", unit + "EnvironmentFile=/etc/default/a\nExecStart=/usr/bin/java $JAVA_OPTS -jar a.jar\n", one("cmd -jar", "cmd a.jar")},
		{"no JVM", unit + "ExecStart=/usr/bin/true\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Read(source.NewFile("a.service", []byte(c.content)))
			assert.Equal(t, c.want, describe(in))
			assert.Equal(t, SystemdUnit, in.Format)
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
		})
	}
}

// The kernel holds the limits of a unit as it holds those of a container.
func TestSystemdLimits(t *testing.T) {
	limits := func(settings string) []int64 {
		w := read("a.service", "[Service]\n"+settings+"ExecStart=/usr/bin/java -Xmx1g -jar a.jar\n").Workloads[0]
		return []int64{w.Memory.N, w.CPUs.N}
	}
	assert.Equal(t, []int64{2 << 30, 2}, limits("MemoryMax=2G\nCPUQuota=150%\n"))
	assert.Equal(t, []int64{512 << 20, 0}, limits("MemoryLimit=512M\nCPUQuota=\n"))
	assert.Equal(t, []int64{0, 0}, limits("MemoryMax=infinity\nMemoryHigh=1G\n"))
	assert.Equal(t, []int64{0, 0}, limits("MemoryMax=50%\nCPUWeight=20\n"))

	w := read("a.service", "[Service]\nEnvironmentFile=/etc/default/a\nExecStart=/usr/bin/java $JAVA_OPTS -jar a.jar\n").Workloads[0]
	assert.Equal(t, workload.PartOfOptions, w.Known)
}
