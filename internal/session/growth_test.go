package session_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/session"
)

// repeat writes a line n times, with its number.
func repeat(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// grown are files with n of something.
var grown = []struct {
	name, file string
	text       func(n int) string
}{
	{"unknown flags, a line each", "a.options", func(n int) string { return repeat(n, "-XX:+NoSuchFlag%d\n") }},
	{"unknown flags on a line", "a.options", func(n int) string { return repeat(n, "-XX:+NoSuchFlag%d ") + "\n" }},
	{"an option again and again", "a.options", func(n int) string { return repeat(n, "-Xmx1%dm\n") }},
	{"deprecated flags", "a.options", func(n int) string { return "17:-Xmx1g\n" + repeat(n, "-XX:MaxRAMFraction=%d\n") }},
	{"logs", "a.options", func(n int) string { return repeat(n, "-Xlog:gc*:file=gc%d.log\n") }},
	{"comments that leave out", "a.options", func(n int) string {
		return repeat(n, "# jvmlint:ignore unknown-flag -- why\n-XX:+NoSuchFlag%d\n")
	}},
	{"options of a unit", "a.service", func(n int) string {
		return "[Service]\nExecStart=/usr/bin/java" + repeat(n, " \\\n  -Da%d=%%") + " -Xmx1g -jar a.jar\n"
	}},
	{"variables of a unit", "a.service", func(n int) string {
		return "[Service]\n" + repeat(n, "Environment=A%d=-Xmx1g\n") + "ExecStart=/usr/bin/java $A1 -jar a.jar\n"
	}},
	{"lines of a script that go on", "a.sh", func(n int) string {
		return "#!/bin/sh\nexec java -Xmx1g" + repeat(n, " \\\n  -Da%d=b") + " -jar a.jar\n"
	}},
	{"words behind each other's eval", "a.sh", func(n int) string {
		return "#!/bin/sh\n" + strings.Repeat("eval ", n) + "java -Xmx1g -jar a.jar\n"
	}},
	{"variables of a script", "a.sh", func(n int) string { return "#!/bin/sh\n" + repeat(n, "A%d_OPTS=\"-Xmx1g\"\n") }},
	{"parameters of a template", "a.yaml", func(n int) string {
		return "apiVersion: v1\nkind: Template\nobjects:\n" + repeat(n, "- {apiVersion: v1, kind: Pod, spec: {containers: [{name: a, command: [java, \"${A%d}\"]}]}}\n") +
			"parameters:\n" + repeat(n, "- {name: A%d, value: -Xmx1g}\n")
	}},
	{"escapes of properties", "a.properties", func(n int) string {
		return "server.jvm.additional=-Xmx1g -Da=" + repeat(n, "\\u0041\\t") + "\n"
	}},
	{"flags of Jib", "build.gradle", func(n int) string {
		return "jib { container { jvmFlags = [" + repeat(n, "'-Da%d=b', ") + "'-Xmx1g'] } }\n" + repeat(n, "a { ")
	}},
	{"instructions of a Dockerfile", "Dockerfile", func(n int) string {
		return "FROM eclipse-temurin:17\n" + repeat(n, "ENV A%d=b\n") + "CMD java -Xmx1g -jar a.jar\n"
	}},
	{"containers", "a.yaml", func(n int) string {
		return "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n" + repeat(n, "  - {name: c%d, image: \"eclipse-temurin:17\", command: [java, -Xmx2g, -Xms3g]}\n")
	}},
	{"JVMs of a container", "a.yaml", func(n int) string { // each counts with all others
		return "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    image: b\n    resources: {limits: {memory: 64Gi, cpu: 4}}\n    command: [sh, -c]\n    args:\n    - |\n" +
			repeat(n, "      java -Xmx1%dm A%d &\n")
	}},
	{"aliases of a container", "a.yaml", func(n int) string {
		return "x: &a {image: \"eclipse-temurin:17\", javaOpts: \"-Xmx2g -Xms3g\"}\n" + repeat(n, "a%d: *a\n")
	}},
	{"arguments of a container", "a.yaml", func(n int) string {
		return "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    command: [java]\n    args:\n" + repeat(n, "    - \"-Xmx1%dm\"\n")
	}},
	{"variables of a container", "a.yaml", func(n int) string {
		return "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    command: [java, -Xmx1g, A]\n    env:\n" + repeat(n, "    - {name: A%d, value: \"$(B) -Xmx1g\"}\n")
	}},
	{"ConfigMaps that are mounted", "a.yaml", func(n int) string {
		return repeat(n, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a%d}\ndata:\n  jvm.options: |\n    -Xmx1g\n    -Xms2g\n")
	}},
	{"maps of Hazelcast", "hazelcast.yaml", func(n int) string {
		return "hazelcast:\n  map:\n" + repeat(n, "    m%d: {time-to-live-seconds: 10, eviction: {eviction-policy: LRU, size: 1}, no-such: 1}\n")
	}},
	{"properties of Hazelcast", "hazelcast.yaml", func(n int) string { return "hazelcast:\n  properties:\n" + repeat(n, "    hazelcast.no.such%d: 1\n") }},
}

// A file that is twice as long takes about twice the work. Memory that is taken
// stands for it: it is the same on each machine, and time is not.
func TestWorkGrowsWithTheFile(t *testing.T) {
	for _, c := range grown {
		t.Run(c.name, func(t *testing.T) {
			const n = 300
			work(t, c.file, c.text(10)) // tables are made
			once, twice := work(t, c.file, c.text(n)), work(t, c.file, c.text(2*n))
			assert.LessOrEqual(t, float64(twice), 2.5*float64(once), "bytes for %d and %d", n, 2*n)
		})
	}
}

// Fixes of files from which one input is read are tried together: that is read once for all of them.
func TestWorkGrowsWithFilesReadTogether(t *testing.T) {
	pod := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - {name: a, image: \"eclipse-temurin:21\", command: [java, -Xmx2g, -Xms3g, A]}\n"
	for _, c := range []struct {
		name  string
		files func(n int) session.Memory
	}{
		{"resources of a kustomization", func(n int) session.Memory {
			files := session.Memory{"/kustomization.yaml": []byte("resources:\n" + repeat(n, "- pod%d.yaml\n"))}
			for i := range n {
				files[fmt.Sprintf("/pod%d.yaml", i)] = []byte(strings.ReplaceAll(pod, "name: a", fmt.Sprint("name: a", i)))
			}
			return files
		}},
		{"environment files of services", func(n int) session.Memory {
			files := session.Memory{"/compose.yaml": []byte("services:\n" + repeat(n, "  s%d: {image: \"eclipse-temurin:21\", command: [java, -cp, a.jar, A], env_file: [s%d.env]}\n"))}
			for i := range n {
				files[fmt.Sprintf("/s%d.env", i)] = []byte("JAVA_TOOL_OPTIONS=-Xmx2g -Xms3g\n")
			}
			return files
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			offered := 0
			work := func(n int) uint64 {
				return allocated(func() {
					offered = 0
					for _, f := range judgeAll(t, ".", c.files(n)).Findings {
						if slices.ContainsFunc(f.Fixes, func(x lint.Fix) bool { return len(x.Edits) > 0 }) {
							offered++
						}
					}
				})
			}
			work(5) // tables are made
			once, twice := work(40), work(80)
			assert.LessOrEqual(t, float64(twice), 2.5*float64(once), "bytes for 40 and 80")
			assert.Equal(t, 80, offered)
		})
	}
}

// What programs read beyond a bound is not known, and the JVM behind them is judged.
func TestJVMsBehindMuchThatIsRead(t *testing.T) {
	j := judgeAll(t, "a.sh", session.Memory{
		"/a.sh": []byte("#!/bin/sh\n" + strings.Repeat("grep -q a big.txt\n", 20) + "java -Xmx3g -Xms4g -jar a.jar\n"), "/big.txt": []byte(strings.Repeat("line\n", 100_000))})
	assert.Len(t, j.Result.Findings, 1)
}

// Fixes of what is listed bring up what was not: they are tried a few times.
func TestFewTrialsOfWhatIsNotListed(t *testing.T) {
	text := func(n int) string { return "-Xmx1g\n" + repeat(n, "-XX:MaxMetaspacuch%d\n") }
	work(t, "a.options", text(10))
	listed, more := work(t, "a.options", text(100)), work(t, "a.options", text(200))
	assert.LessOrEqual(t, float64(more), 15*float64(listed), "bytes for 100 and 200")
}

// work is how many bytes of memory judging a file takes, all in all.
func work(t *testing.T, name, text string) uint64 { return allocated(func() { judge(t, name, text) }) }

func allocated(of func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	of()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func judge(t *testing.T, name, text string) *session.Judgement {
	return judgeAll(t, name, session.Memory{"/" + name: []byte(text)})
}

func judgeAll(t *testing.T, path string, files session.Memory) *session.Judgement {
	s, err := session.Open(session.Options{FailOn: session.FailOn{Severity: "warning"}}, files)
	require.NoError(t, err)
	r, err := s.Read([]string{path})
	require.NoError(t, err)
	j, err := s.Judge(r)
	require.NoError(t, err)
	return j
}

// What is beyond a bound is named, and the rest of the file is judged.
func TestBoundsAreNamed(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"options of a line", "a.options", repeat(2001, "-Da%d=b ") + "\n", "a.options:1:1: more than 2000 options: they are not judged"},
		{"options of a JVM", "a.options", repeat(2001, "-Da%d=b\n"), "a.options:1:1: options has more than 2000 options: it is not judged"},
		{"JVMs", "a.yaml", "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n" + repeat(5001, "  - {name: c%d, image: \"eclipse-temurin:17\", command: [java, -Xmx2g, A]}\n"), "a.yaml:1379:12: more than 1374 JVMs and members, or more than 57401 options in all: from here on they are not judged"},
		{"options of all JVMs", "a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  JAVA_TOOL_OPTIONS: \"" + repeat(1998, "-Da%d=b ") + "\"\n---\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n" +
			repeat(51, "  - {name: c%d, image: \"eclipse-temurin:17\", command: [java, -Xmx2g, A], envFrom: [{configMapRef: {name: a}}]}\n"),
			"a.yaml:22:12: more than 1024 JVMs and members, or more than 22465 options in all: from here on they are not judged"},
		{"refusals", "a.options", repeat(102, "-XX:+NoSuchFlag%d\n"), "a.options: the JVM refuses too many options: at least 2 of them are not listed"},
		{"findings of a rule", "a.options", "-Xms1g\n" + repeat(1500, "-Xmx2%dm\n"), "a.options: overridden-flag finds more than 1000 faults in one JVM or member: the others are not listed"},
		{"stages", "Dockerfile", repeat(101, "FROM a AS s%d\n"), "Dockerfile:101:6: more than 100 stages: the file is not judged"},
		{"variables that double", "a.sh", "#!/bin/sh\nA=-Xmx1g\n" + repeat(30, "A=\"$A $A\"\n") + "java $A -jar a.jar\n",
			"a.sh:1:1: the script does more than is followed: the JVMs that it starts are not judged"},
		{"references that double", "a.yaml", "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    command: [java, -Xmx1g, A]\n    env:\n    - {name: A, value: -Dabcdefghijkl}\n" +
			repeat(30, "    - {name: A, value: \"$(A) $(A)\"}\n"), "a.yaml:5:11: the substituted variables take more than 1048576 bytes: the JVM is not judged"},
		{"a small exponent", "a.yaml", "javaOpts: -Xmx1g\nresources: {limits: {cpu: 1e-999999999}}\n",
			`a.yaml:2:27: resources.limits.cpu: "1e-999999999" is too long for a Kubernetes quantity, or has too large an exponent`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var problems []string
			for _, p := range judge(t, c.file, c.text).Problems {
				problems = append(problems, p.Error())
			}
			assert.Contains(t, problems, c.want)
		})
	}
}

// A chart is rendered with the first of many values files beside it.
func TestManyValuesFiles(t *testing.T) {
	files := session.Memory{
		"/c/Chart.yaml":       []byte("apiVersion: v2\nname: c\nversion: 0.1.0\n"),
		"/c/values.yaml":      []byte("heap: 1g\n"),
		"/c/templates/a.yaml": []byte("apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - {name: a, command: [java, \"-Xmx{{ .Values.heap }}\"]}\n"),
	}
	for i := range 210 {
		files[fmt.Sprintf("/c/values-%03d.yaml", i)] = []byte("heap: 2g\n")
	}
	s, err := session.Open(session.Options{}, files)
	require.NoError(t, err)
	r, err := s.Read([]string{"c"})
	require.NoError(t, err)
	rendered := 0
	var problems []string
	for _, in := range r.Inputs {
		if in.Rendered {
			rendered++
		}
		for _, p := range in.Problems {
			problems = append(problems, p.Error())
		}
	}
	assert.Equal(t, 201, rendered)
	assert.Equal(t, []string{"c: more than 200 values files are beside it: not rendered with c/values-200.yaml, c/values-201.yaml, c/values-202.yaml, c/values-203.yaml, c/values-204.yaml, and 5 more; name them with --values"}, problems)
}

// What a large repository reads gives room for what is done with it.
func TestKustomizationOfALargeRepository(t *testing.T) {
	pod := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - {name: a, image: \"eclipse-temurin:21\", command: [java, -Xmx1g, A]}\n"
	dashboards := "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: dashboards}\ndata:\n  a: " + strings.Repeat("x", 2<<20) + "\n"
	s, err := session.Open(session.Options{}, session.Memory{
		"/base/all.yaml": []byte(pod + dashboards), "/base/kustomization.yaml": []byte("resources: [all.yaml]\n"),
		"/kustomization.yaml": []byte("resources: [base]\nnamespace: a\nimages:\n- {name: eclipse-temurin, newTag: \"17\"}\n"),
	})
	require.NoError(t, err)
	r, err := s.Read([]string{"kustomization.yaml"})
	require.NoError(t, err)
	require.Len(t, r.Inputs, 1)
	assert.Empty(t, r.Inputs[0].Problems)
	assert.Len(t, r.Inputs[0].Workloads, 1)
}

// Kustomizations of which each takes the next several times are built up to a bound.
func TestKustomizationsThatMultiply(t *testing.T) {
	files := session.Memory{"/base/kustomization.yaml": []byte("resources: [pod.yaml]\n"),
		"/base/pod.yaml": []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - {name: a, image: \"eclipse-temurin:21\", command: [java, -Xmx1g, A]}\n")}
	next := "../base"
	for i := range 15 {
		files[fmt.Sprintf("/k%d/kustomization.yaml", i)] = []byte("namePrefix: p-\nresources:\n" + strings.Repeat("- "+next+"\n", 3))
		next = fmt.Sprintf("../k%d", i)
	}
	s, err := session.Open(session.Options{}, files)
	require.NoError(t, err)
	r, err := s.Read([]string{"."})
	require.NoError(t, err)
	said := map[string]bool{}
	for _, in := range r.Inputs {
		for _, p := range in.Notes {
			said[p.Message] = true
		}
	}
	assert.Contains(t, said, "its resources and patches take more than 2097152 bytes and 3 for each of theirs: from here on they are not read")
}

// TestRunOfManyFiles: short files that take long share what a run may take. Those behind it are named once.
func TestRunOfManyFiles(t *testing.T) {
	pod := "---\napiVersion: v1\nkind: Pod\nmetadata: {name: a%d}\nspec:\n  containers:\n  - {name: a, image: \"eclipse-temurin:21\", command: [java, -Xmx1g, A]}\n"
	for _, c := range []struct {
		name, file, text string
		n                int
		shared           session.Memory
		judged           int // each once, however many kustomizations deploy it
		beyond           string
	}{
		{"options", "/o%04d.options", "-Xmx3g -Xms4g\n", 2200, nil, 2017, "o2017.options"},
		{"builds of a Dockerfile", "/d%d/compose.yaml", "services: {a: {build: ../big}}\n", 40,
			session.Memory{"/big/Dockerfile": []byte("FROM eclipse-temurin:21\n" + repeat(20_000, "RUN echo a\n") + "CMD java -Xmx1g A\n")}, 26, "d32/compose.yaml"},
		{"kustomizations of a base", "/k%02d/kustomization.yaml", "resources: [../base]\nnamePrefix: b-\n", 30,
			session.Memory{"/base/kustomization.yaml": []byte("resources: [all.yaml]\n"), "/base/all.yaml": []byte(repeat(500, pod))}, 500, "k19/kustomization.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := session.Memory{}
			maps.Copy(files, c.shared)
			for i := range c.n {
				files[fmt.Sprintf(c.file, i)] = []byte(c.text)
			}
			s, err := session.Open(session.Options{}, files)
			require.NoError(t, err)
			r, err := s.Read([]string{"."})
			require.NoError(t, err)
			judged := 0
			for _, in := range r.Inputs {
				judged += len(in.Workloads)
			}
			assert.Equal(t, c.judged, judged)
			require.Len(t, r.Failures, 1)
			assert.Contains(t, r.Failures[0].Error(), c.beyond+": this run takes more than 2000000000 steps plus 2000 for each byte that it reads: it is not read, nor are ")
		})
	}
}

// TestRunTriesSoManyFixes: what reading leaves of a run is for fixes, in the order of files.
func TestRunTriesSoManyFixes(t *testing.T) {
	files := session.Memory{"/big/Dockerfile": []byte("FROM eclipse-temurin:21\n" + repeat(20_000, "RUN echo a\n") + "CMD java -Xmx1g A\n")}
	for i := range 22 {
		files[fmt.Sprintf("/d%d/compose.yaml", i)] = []byte("services: {a: {build: ../big}}\n")
	}
	for i := range 180 {
		files[fmt.Sprintf("/o%03d.options", i)] = []byte("-Xmx3g -Xms4g\n")
	}
	j := judgeAll(t, ".", files)
	written, left := 0, 0
	for _, f := range j.Findings {
		for _, x := range f.Fixes {
			switch {
			case len(x.Edits) > 0:
				written++
			case x.Left == "this run has tried too much: name the file alone":
				left++
			}
		}
	}
	assert.Equal(t, []int{97, 83}, []int{written, left})
}

// TestRunOfAHealthyRepository: two hundred clusters deploy one base with megabytes of other objects.
func TestRunOfAHealthyRepository(t *testing.T) {
	crd := "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: c%d}\nspec: {description: " + strings.Repeat("many words ", 1500) + "}\n"
	pod := "---\napiVersion: v1\nkind: Pod\nmetadata: {name: a%d}\nspec:\n  containers:\n  - {name: a, image: \"eclipse-temurin:21\", command: [java, -Xmx1g, A]}\n"
	files := session.Memory{"/base/crds.yaml": []byte(repeat(130, crd)), "/base/pods.yaml": []byte(repeat(20, pod)),
		"/base/kustomization.yaml": []byte("resources: [crds.yaml, pods.yaml]\n")}
	for i := range 200 {
		files[fmt.Sprintf("/clusters/c%d/kustomization.yaml", i)] = []byte(fmt.Sprintf("resources: [../../base]\nnamespace: c%d\n", i))
	}
	assert.Empty(t, judgeAll(t, ".", files).Problems)
}

// TestAdviceIsBounded: what reading leaves of a run is for advice, in the order of JVMs.
func TestAdviceIsBounded(t *testing.T) {
	files := session.Memory{"/big/Dockerfile": []byte("FROM eclipse-temurin:21\n" + repeat(20_000, "RUN echo a\n") + "CMD java -Xmx1g A\n")}
	for i := range 26 {
		files[fmt.Sprintf("/d%d/compose.yaml", i)] = []byte("services: {a: {build: ../big, mem_limit: 2g}}\n")
	}
	s, err := session.Open(session.Options{}, files)
	require.NoError(t, err)
	r, err := s.Read([]string{"."})
	require.NoError(t, err)
	require.Empty(t, r.Failures)
	all, _, err := s.Advise(r, advise.Wish{Reserve: advise.DefaultReserve})
	require.NoError(t, err)
	require.NotEmpty(t, r.Failures)
	assert.Contains(t, r.Failures[0].Error(), "is not advised: this run has advised too much: name its file alone")
	assert.Equal(t, []int{1, 25}, []int{len(all.All()), len(r.Failures)})
}
