package input

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFragments reads lines that people paste out of a file of another kind, or in another notation.
func TestFragments(t *testing.T) {
	for text, want := range map[string]struct {
		options      string
		memory, cpus int64
	}{
		`CMD ["java", "-Xmx1g", "-jar", "a.jar"]`:                                                   {options: "cmd -Xmx1g,cmd -jar,cmd a.jar"},
		"ENTRYPOINT exec java -Xmx1g -jar a.jar\n":                                                  {options: "cmd -Xmx1g,cmd -jar,cmd a.jar"},
		"ENTRYPOINT [\"java\", \"-Xmx1g\"]\nCMD [\"-jar\", \"a.jar\"]\n":                            {options: "cmd -Xmx1g,cmd -jar,cmd a.jar"},
		"ExecStart=/usr/bin/java -Xmx1g -jar a.jar":                                                 {options: "cmd -Xmx1g,cmd -jar,cmd a.jar"},
		"systemd-run --scope -p MemoryMax=2G -p CPUQuota=150% java -Xmx1g -jar a.jar":               {"cmd -Xmx1g,cmd -jar,cmd a.jar", 2 << 30, 2},
		"sudo -u a systemd-run --unit=b --property=MemoryMax=2G java -Xmx1g -D\"a=b c\" D":          {"cmd -Xmx1g,cmd -Da=b c,cmd D", 2 << 30, 0},
		"spark-submit --conf spark.executor.memory=3g --class b a.jar":                              {options: "cmd -Xmx3g"},
		"spark-submit --executor-memory 3g --conf spark.executor.extraJavaOptions='-Dx=y -Xss1m' a": {options: "cmd -Xmx3g,cmd -Dx=y,cmd -Xss1m"},
		"spark-submit --driver-memory=3g --driver-java-options \"-Dx=y -Xss1m\" a":                  {options: "cmd -Xmx3g,cmd -Dx=y,cmd -Xss1m"},
	} {
		in := read("<stdin>", text)
		require.Len(t, in.Workloads, 1, text)
		w := in.Workloads[0]
		assert.Equal(t, want.options, strings.Join(optionsOf(w), ","), text)
		assert.Equal(t, []int64{want.memory, want.cpus}, []int64{w.Memory.N, w.CPUs.N}, text)
		assert.Equal(t, Fragment, in.Format, text)
		assert.Empty(t, in.Problems, text)
		checkPlaces(t, in)
	}
	for _, other := range []string{
		"CMD=java\njava -Xmx1g a\n", "CMD a\n", "systemd-run a\n", "spark-submit a.jar\n", "ExecStart=/bin/a\n",
	} {
		for _, w := range read("a", other).Workloads {
			assert.NotContains(t, optionsOf(w), "cmd -Xmx1g", other) // a shell may set it; none of the others does
		}
	}
}

// TestDescribedPod reads what kubectl describe prints.
func TestDescribedPod(t *testing.T) {
	text, err := os.ReadFile("testdata/describe.txt")
	require.NoError(t, err)
	in := read("<stdin>", string(text))
	require.Empty(t, in.Problems)
	require.Len(t, in.Workloads, 2)
	orders, batch := in.Workloads[0], in.Workloads[1]
	assert.Equal(t, "Pod/orders-7d9f4c6b8-x2x1z/orders", orders.Name)
	assert.Equal(t, []string{"tool -Xmx2g", "tool -XX:MaxMetaspaceSize=256m", "tool -Ddb.password=geheim12", "cmd -jar", "cmd /srv/orders.jar", "cmd --spring.profiles.active=production"}, optionsOf(orders))
	assert.Equal(t, []int64{2 << 30, 1 << 30, 2}, []int64{orders.Memory.N, orders.Request.N, orders.CPUs.N})
	assert.Equal(t, "OOMKilled, exit code 137", orders.Ended)
	assert.Equal(t, []int{17}, orders.JDK.Candidates)
	assert.Equal(t, "Pod/batch/batch", batch.Name)
	assert.Equal(t, []string{"cmd -Xmx1g", "cmd -Xms512m", "cmd -jar", "cmd b.jar"}, optionsOf(batch))
	assert.Empty(t, batch.Ended)
	checkPlaces(t, in)
}
