package cli_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// files are those of a folder, by their paths in it.
type files map[string]string

// many joins what is made for each number up to n.
func many(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("%d", strconv.Itoa(i), "%e", strconv.Itoa(i+1)).Replace(line))
	}
	return b.String()
}

// manyFiles are files with numbers in their paths and texts.
func manyFiles(n int, path, text string) files {
	all := files{}
	for i := range n {
		number := strings.NewReplacer("%d", strconv.Itoa(i), "%e", strconv.Itoa((i+1)%n))
		all[number.Replace(path)] = number.Replace(text)
	}
	return all
}

func (f files) with(path, text string) files {
	f[path] = text
	return f
}

const (
	pod   = "apiVersion: v1\nkind: Pod\nmetadata: {name: p%d}\nspec:\n  containers:\n  - {name: c, image: \"eclipse-temurin:17\", command: [java, -Xmx3g, -Xms4g]}\n"
	chart = "apiVersion: v2\nname: a\nversion: 1.0.0\n"
	xmlNS = `<hazelcast xmlns="http://www.hazelcast.com/schema/config">`
)

// growing are folders with n of something. Each has to end, and to take about twice the work for twice as many.
var growing = []struct {
	name  string
	n     int
	of    func(n int) files
	flags []string
}{
	{"pods of a file", 100, func(n int) files { return files{"a.yaml": many(n, "---\n"+pod)} }, nil},
	{"pods in files of their own", 100, func(n int) files { return manyFiles(n, "d%d/a.yaml", pod) }, nil},
	{"options of a file", 300, func(n int) files { return files{"jvm.options": many(n, "-Da%d=b\n") + "-Xmx3g\n-Xms4g\n"} }, nil},
	{"unknown flags in files of their own", 100, func(n int) files { return manyFiles(n, "d%d/jvm.options", "-Xmx3g -XX:+UseGCC%d\n") }, []string{"--jdk", "17"}},
	{"scripts", 100, func(n int) files {
		return manyFiles(n, "d%d/a.sh", "#!/bin/sh\nA=-Xmx%dm\nexec java $A -Xms4g -jar a.jar\n")
	}, nil},
	{"commands of a script", 300, func(n int) files {
		return files{"a.sh": "#!/bin/sh\n" + many(n, "A%d=\"$A -Da=%d\"\n") + "java $A1 -Xmx1g -jar a.jar\n"}
	}, nil},
	{"variables before a command", 300, func(n int) files {
		return files{"a.sh": "#!/bin/sh\n" + strings.Repeat("A=b ", n) + "java -Xmx1g -jar a.jar\n"}
	}, nil},
	{"files that a script changes in place", 50, func(n int) files {
		return files{"a.sh": "#!/bin/sh\n" + many(n, "sed -i s/a%d/b/ conf/a.txt\n") + "java -Xmx1g -jar a.jar\n", "conf/a.txt": many(20*n, "line %d\n")}
	}, nil},
	{"shells that a script starts", 100, func(n int) files {
		return files{"a.sh": "#!/bin/sh\n" + strings.Repeat("bash -c \"java -Xmx1g $JAVA_OPTS\"\n", n)}
	}, nil},
	{"branches of a script", 100, func(n int) files {
		return files{"a.sh": "#!/bin/sh\n" + many(n, "[ \"$B%d\" ] && A=-Xmx%dm\n") + "java $A -jar a.jar\n"}
	}, nil},
	{"scripts that a script writes", 100, func(n int) files {
		return files{"a.sh": "#!/bin/sh\n" + many(n, "cat > a%d.sh <<EOF\njava -Xmx%dm -Xms4g\nEOF\n")}
	}, nil},
	{"more scripts of one script than are judged", 600, func(n int) files {
		return files{"a.sh": "#!/bin/sh\n" + many(n, "cat > a%d.sh <<EOF\njava -Xmx%dm -Xms4g\nEOF\n")}
	}, nil},
	{"units of systemd", 100, func(n int) files {
		return manyFiles(n, "a%d.service", "[Service]\nEnvironment=A=-Xmx%dm\nExecStart=/usr/bin/java $A -Xms4g -jar a.jar\n")
	}, nil},
	{"Dockerfiles", 100, func(n int) files {
		return manyFiles(n, "d%d/Dockerfile", "FROM eclipse-temurin:17\nENV JAVA_TOOL_OPTIONS=-Xmx%dm\nCMD [\"java\", \"-Xms4g\"]\n")
	}, nil},
	{"instructions of a Dockerfile", 300, func(n int) files {
		return files{"Dockerfile": "FROM eclipse-temurin:17\n" + many(n, "ENV A%d=b\nRUN echo %d\n") + "CMD [\"java\", \"-Xmx1g\"]\n"}
	}, nil},
	{"services of a Compose file", 100, func(n int) files {
		return files{"compose.yaml": "services:\n" + many(n, "  s%d: {image: \"eclipse-temurin:17\", command: java -Xmx3g -Xms4g}\n")}
	}, nil},
	{"services that extend each other", 200, func(n int) files {
		return files{"compose.yaml": "services:\n  s0: {image: \"eclipse-temurin:17\", command: java -Xmx3g -Xms4g}\n" + many(n, "  s%e: {extends: {service: s%d}, environment: {A%d: b}}\n")}
	}, nil},
	{"services of one build", 100, func(n int) files {
		return files{"compose.yaml": "services:\n" + many(n, "  s%d: {build: ./d}\n"), "d/Dockerfile": "FROM eclipse-temurin:17\n" + many(n, "RUN echo %d\n") + "CMD [\"java\", \"-Xmx1g\"]\n"}
	}, nil},
	{"services of one file of variables", 100, func(n int) files {
		return files{"compose.yaml": "services:\n" + many(n, "  s%d: {image: \"eclipse-temurin:17\", command: java -Xmx1g, env_file: a.env}\n"), "a.env": many(100, "A%d=b\n")}
	}, nil},
	{"variables of a Compose file", 200, func(n int) files {
		return files{"compose.yaml": "services:\n  s: {image: \"eclipse-temurin:17\", command: \"java -Xmx1g ${A9}\"}\n", ".env": "A0=x\n" + many(n, "A%e=b${A%d}\n")}
	}, nil},
	{"files of variables that Compose reads", 100, func(n int) files {
		all := manyFiles(n, "d%d/.env", "A_JAVA_OPTS=-Xmx1g -Xms2g\n")
		maps.Copy(all, manyFiles(n, "d%d/compose.yaml", "services:\n  b: {image: \"eclipse-temurin:17\", command: java -Xmx1g -jar b.jar}\n"))
		return all
	}, nil},
	{"kustomizations in a ring", 40, func(n int) files {
		return manyFiles(n, "d%d/kustomization.yaml", "resources: [../d%e]\n").with("a.yaml", pod)
	}, nil},
	{"kustomizations of one base", 40, func(n int) files {
		return manyFiles(n, "d%d/kustomization.yaml", "resources: [../base]\nnamePrefix: a%d-\n").with("base/kustomization.yaml", "resources: [a.yaml]\n").with("base/a.yaml", many(10, pod+"---\n"))
	}, nil},
	{"patches of a kustomization", 50, func(n int) files {
		return files{"kustomization.yaml": "resources: [a.yaml]\npatches:\n" + many(n, "- patch: |-\n    apiVersion: v1\n    kind: Pod\n    metadata: {name: p%d}\n    spec: {nodeName: b}\n"), "a.yaml": many(n, pod+"---\n")}
	}, nil},
	{"templates of a chart", 100, func(n int) files {
		return manyFiles(n, "templates/t%d.yaml", pod).with("Chart.yaml", chart).with("values.yaml", "a: b\n")
	}, nil},
	{"values of a chart", 200, func(n int) files {
		return files{"Chart.yaml": chart, "values.yaml": many(n, "a%d: -Xmx3g\n"), "templates/a.yaml": strings.ReplaceAll(pod, "-Xmx3g", "\"{{ .Values.a1 }}\"")}
	}, nil},
	{"subcharts", 30, func(n int) files {
		return manyFiles(n, "charts/s%d/Chart.yaml", strings.ReplaceAll(chart, "name: a", "name: s%d")).with("Chart.yaml", chart).with("templates/a.yaml", pod)
	}, nil},
	{"charts within charts", 40, func(n int) files {
		all := files{}
		for i := range n {
			all[strings.Repeat("charts/s/", i)+"Chart.yaml"] = strings.ReplaceAll(chart, "name: a", "name: s")
		}
		return all
	}, nil},
	{"more unknown keys of Hazelcast than are told", 1200, func(n int) files {
		return files{"hazelcast.yaml": "hazelcast:\n" + many(n, "  netwrok%d: 1\n")}
	}, nil},
	{"unknown keys of Hazelcast", 300, func(n int) files { return files{"hazelcast.yaml": "hazelcast:\n" + many(n, "  netwrok%d: 1\n")} }, nil},
	{"maps of Hazelcast", 100, func(n int) files {
		return files{"hazelcast.yaml": "hazelcast:\n  map:\n" + many(n, "    m%d: {time-to-live-seconds: 10}\n")}
	}, nil},
	{"comments of XML", 300, func(n int) files {
		return files{"hazelcast.xml": xmlNS + strings.Repeat("<!-- jvmlint-disable a -->", n) + `<map name="a"><backup-count>9</backup-count></map></hazelcast>`}
	}, nil},
	{"unknown elements of XML", 300, func(n int) files {
		return files{"hazelcast.xml": xmlNS + `<map name="a">` + many(n, "<bakup-count>%d</bakup-count>\n") + "</map></hazelcast>"}
	}, nil},
	{"attributes of XML", 300, func(n int) files {
		return files{"hazelcast.xml": xmlNS + "<map " + many(n, `a%d="b" `) + "/></hazelcast>"}
	}, nil},
	{"comments about findings", 200, func(n int) files {
		return files{"jvm.options": many(n, "# jvmlint:ignore unknown-flag -- why\n-XX:+NoSuchFlag%d\n")}
	}, nil},
	{"images of the configuration", 200, func(n int) files {
		return files{".jvmlint.yaml": "images:\n" + many(n, "- {name: \"*a*b%d*\", jdk: 17}\n"), "m.yaml": pod}
	}, nil},
	{"files of the configuration", 100, func(n int) files {
		return manyFiles(20, "d%d/jvm.options", "-Xmx1g\n").with(".jvmlint.yaml", "files:\n"+many(n, "- {paths: [\"a%d/**\"], memory: 1Gi}\n"))
	}, nil},
	{"files of the configuration that hold for all", 100, func(n int) files {
		return manyFiles(20, "d%d/jvm.options", "-Xmx1g\n").with(".jvmlint.yaml", "files:\n"+many(n, "- {paths: [\"**\"], memory: 1Gi, rules: {heap-grows: warning}}\n"))
	}, nil},
	{"examples of the configuration", 200, func(n int) files {
		return files{".jvmlint.yaml": "custom-rules:\n- {id: a-b, severity: error, condition: heap > 1, message: a, examples: {bad: [" + many(n, "-Xmx1%dm, ") + "-Xmx9m], good: []}}\n", "jvm.options": "-Xmx3g\n"}
	}, nil},
	{"entries of a baseline", 100, func(n int) files {
		return files{"m.yaml": many(n, "---\n"+pod), "b.json": `{"schema": 1, "findings": [` + many(n, `{"rule":"unknown-flag","file":"m.yaml","workload":"Pod/p%d/c","text":"*","count":1},`) + `{"rule":"unknown-flag","file":"m.yaml","workload":"Pod/a/c","text":"*","count":1}]}`}
	}, []string{"--baseline", "b.json"}},
	{"patterns of .gitignore", 100, func(n int) files {
		return manyFiles(20, "d%d/jvm.options", "-Xmx1g\n").with(".gitignore", many(n, "e%d/*\n"))
	}, nil},
}

// Twice as many take about twice the steps: statements of the program that run, which are as many on each machine.
// A loop over all of something within another is four times the steps.
func TestStepsGrowWithTheFiles(t *testing.T) {
	if os.Getenv("JVMLINT_STEPS") == "" {
		t.Skip("steps are not counted: run scripts/long steps")
	}
	counting := filepath.Join(t.TempDir(), "jvmlint")
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg=./...,go.yaml.in/yaml/v3,mvdan.cc/sh/v3/...", "-o", counting, "./cmd/jvmlint")
	build.Dir = filepath.Join("..", "..")
	printed, err := build.CombinedOutput()
	require.NoError(t, err, string(printed))
	for _, c := range growing {
		t.Run(c.name, func(t *testing.T) {
			once, twice := steps(t, counting, c.of(c.n), c.flags), steps(t, counting, c.of(2*c.n), c.flags)
			assert.LessOrEqual(t, float64(twice), 2.3*float64(once), "steps for %d and %d", c.n, 2*c.n)
			t.Logf("%d and %d", once, twice)
		})
	}
}

// steps are how many statements run to check a folder.
func steps(t *testing.T, counting string, of files, flags []string) (all int) {
	dir, counters := t.TempDir(), t.TempDir()
	for path, text := range of {
		path = filepath.Join(dir, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	check := exec.Command(counting, append([]string{"check", "--no-env", "."}, flags...)...)
	check.Dir, check.Env = dir, append(os.Environ(), "GOCOVERDIR="+counters)
	out, _ := check.CombinedOutput()
	require.Less(t, check.ProcessState.ExitCode(), 3, string(out))
	list := filepath.Join(counters, "steps")
	printed, err := exec.Command("go", "tool", "covdata", "textfmt", "-i="+counters, "-o="+list).CombinedOutput()
	require.NoError(t, err, string(printed))
	text, err := os.ReadFile(list)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		var statements, times int
		if at := strings.IndexByte(line, ' '); at > 0 {
			if _, err := fmt.Sscanf(line[at:], "%d %d", &statements, &times); err == nil {
				all += statements * times
			}
		}
	}
	require.Positive(t, all)
	return all
}
