package compose

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// https://docs.docker.com/reference/compose-file/services/, and of the first version
// https://github.com/docker/compose/blob/1.29.2/compose/config/config_schema_v1.json
func TestServicesOf(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             []string
	}{
		{"an image", "x.yml", "services:\n  a: {image: b}\n", []string{"a"}},
		{"CRLF and a byte order mark", "x.yml", "\ufeffservices:\r\n  a:\r\n    image: b\r\n", []string{"a"}},
		{"a build by a word", "x.yml", "services: {a: {build: .}}\n", []string{"a"}},
		{"a build by a mapping", "x.yml", "services: {a: {build: {context: .}}}\n", []string{"a"}},
		{"a service that extends", "x.yml", "services: {a: {extends: b}}\n", []string{"a"}},
		{"a service of another file", "x.yml", "services: {a: {extends: {file: b.yml, service: c}}}\n", []string{"a"}},
		{"one that runs is enough", "x.yml", "services: {a: {environment: [X=1]}, b: {image: c}}\n", []string{"a", "b"}},
		{"nothing that runs", "x.yml", "services: {a: {environment: [X=1]}}\n", nil},
		{"an image that is none", "x.yml", "services: {a: {image: {repository: b}}}\n", nil},
		{"extends nothing", "x.yml", "services: {a: {extends: }}\n", nil},
		{"a resource of Kubernetes", "x.yml", "apiVersion: v1\nservices: {a: {image: b}}\n", nil},
		{"a list", "compose.yml", "- image: b\n", nil},
		{"two documents", "x.yml", "services: {a: {image: b}}\n---\nx: 1\n", nil},
		{"behind an anchor", "x.yml", "x-app: &app {image: b}\nservices: {a: {<<: *app}}\n", []string{"a"}},
		{"no YAML", "compose.yml", "services: [\n", nil},
		{"nothing", "compose.yml", "", nil},
		{"the first version", "docker-compose.yml", "a: {image: b}\nc: {build: .}\n", []string{"a", "c"}},
		{"the first version, of Hazelcast", "docker-compose.yml", "hazelcast:\n  image: hazelcast/hazelcast:5.5\n", []string{"hazelcast"}},
		{"the first version, of Hazelcast and its client", "docker/compose.yml", "hazelcast: {image: b}\nhazelcast-client: {build: .}\n", []string{"hazelcast", "hazelcast-client"}},
		{"values, and not the first version", "values.yml", "a: {image: b}\n", nil},
		{"beside what is no service", "docker-compose.yml", "a: {image: b}\nc: {d: e}\n", nil},
		{"a part of a file", "parts/a.yml", "a: {image: b, container_name: a}\n", []string{"a"}},
		{"a part of which one has no name", "parts/a.yml", "a: {image: b, container_name: a}\nc: {image: d}\n", nil},
		{"a null for the services", "docker-compose.yml", "services:\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var names []string
			for _, e := range servicesOf(candidate(c.file, c.text)) {
				names = append(names, e.Key.Value())
			}
			assert.Equal(t, c.want, names)
			assert.Equal(t, len(c.want) > 0, Files.Content(candidate(c.file, c.text)))
		})
	}
}

// https://docs.docker.com/reference/compose-file/services/#ports
func TestPortOfContainer(t *testing.T) {
	for _, c := range []struct{ name, written, want string }{
		{"alone", "5005", "5005"},
		{"of the machine", "9005:5005", "5005"},
		{"on an address", "127.0.0.1:9005:5005", "5005"},
		{"on an address of version 6", "[::1]:9005:5005", "5005"},
		{"any of the machine's", "127.0.0.1::5005", "5005"},
		{"with a protocol", "9005:5005/tcp", "5005"},
		{"several", "9000-9010:5000-5010", "5000-5010"},
		{"a variable of the machine", "${PORT:-9005}:5005", "5005"},
		{"a variable that must be set", "5005:${PORT:?which}", "${PORT:?which}"},
		{"a variable alone", "${PORT:-5005}", "${PORT:-5005}"},
		{"nothing", "", ""},
		{"a colon", ":", ""},
	} {
		assert.Equal(t, c.want, PortOfContainer(c.written), c.name)
	}
}

// https://docs.docker.com/reference/compose-file/services/#volumes
func TestVolumes(t *testing.T) {
	for _, c := range []struct{ name, volume, source, target string }{
		{"a file", "./a.yml:/opt/a.yml", "./a.yml", "/opt/a.yml"},
		{"only read", "./a:/opt:ro", "./a", "/opt"},
		{"only read, and shared with SELinux", "./a:/opt:ro,z", "./a", "/opt"},
		{"a volume with a name", "data:/var/data", "data", "/var/data"},
		{"a volume without one", "/var/data", "/var/data", "/var/data"},
		{"in quotes", `"./a:/opt"`, "./a", "/opt"},
		{"a mapping", "{type: bind, source: ./a, target: /opt, read_only: true}", "./a", "/opt"},
		{"a mapping of memory", "{type: tmpfs, target: /tmp}", "", "/tmp"},
		{"a variable with a default", "${X:?where}/a:/opt", "${X:?where}/a", "/opt"},
		{"a variable for its path", "./a:${X:?where}", "./a", "${X:?where}"},
		{"a drive of Windows", `C:\a:/opt`, `C:\a`, "/opt"},
		{"a drive, and only read", "c:/a:/opt:ro", "c:/a", "/opt"},
		{"a drive in the container", `a:c:\data`, "a", `c`},
		{"nothing", `""`, "", ""},
	} {
		n := scalar(t, c.volume)
		from, at := volume(n)
		assert.Equal(t, [2]string{c.source, c.target}, [2]string{from, at}, c.name)
	}
}

func TestHostMounts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []hostMount
	}{
		{"files beside it", "services: {a: {volumes: ['./a:/a', '../b/c.yml:/c.yml:ro', '.:/src']}}", []hostMount{{"a", "/a"}, {".", "/src"}, {"../b/c.yml", "/c.yml"}}},
		{"from elsewhere", "services: {a: {volumes: ['data:/a', /b, '/etc/c:/c', '~/d:/d', '${X:?x}/e:/e']}}", nil},
		{"from the folder that Compose runs in", "services: {a: {volumes: ['$PWD/a:/a', '${PWD}/b:/b', '${PWD:-.}/c:/c', '$PWDS/d:/d']}}",
			[]hostMount{{"a", "/a"}, {"b", "/b"}, {"c", "/c"}}},
		{"a mapping", "services: {a: {volumes: [{type: bind, source: ./a, target: /a}, {type: volume, source: data, target: /b}]}}", []hostMount{{"a", "/a"}}},
		{"one below another lies over it", "services: {a: {volumes: ['./b:/opt/b', './a:/opt']}}", []hostMount{{"a", "/opt"}, {"b", "/opt/b"}}},
		{"in place of what it extends", "services: {a: {extends: b, volumes: ['./a:/opt']}, b: {volumes: ['./b:/opt', './c:/c']}}", []hostMount{{"c", "/c"}, {"a", "/opt"}}},
		{"a volume in place of what it extends", "services: {a: {extends: b, volumes: ['data:/opt']}, b: {volumes: ['./b:/opt']}}", nil},
		{"beside the file that it extends", "services: {a: {extends: {file: x/y.yml, service: b}}}", []hostMount{{"x/b", "/b"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := opened(t, c.text, files{"x/y.yml": "services: {b: {volumes: ['./b:/b']}}"})
			assert.Equal(t, c.want, hostMounts(in.named("a")))
		})
	}
}

func TestComposeContainer(t *testing.T) {
	for _, c := range []struct {
		name, service string
		want          workload.Container
	}{
		{"nothing", "{image: x}", workload.Container{AllMounts: true}},
		{"its folder", "{working_dir: /app}", workload.Container{Folder: "/app", AllMounts: true}},
		{"volumes", "{volumes: ['./a:/a', /b, {type: volume, target: /c}]}", workload.Container{Mounts: []string{"/a", "/b", "/c"}, AllMounts: true}},
		{"a volume somewhere", "{volumes: ['a:${X:?where}']}", workload.Container{Mounts: []string{"${X:?where}"}}},
		{"volumes of another", "{volumes_from: [b]}", workload.Container{}},
		{"memory at a path", "{tmpfs: '/run:size=64m'}", workload.Container{Temporary: []string{"/run"}, AllMounts: true}},
		{"memory at some", "{tmpfs: [/run, '/tmp:noexec']}", workload.Container{Temporary: []string{"/run", "/tmp"}, AllMounts: true}},
		{"ports", "{ports: [5005, '9006:5006/udp', {target: 5007, published: '80'}, {target: '5008'}]}",
			workload.Container{Published: []string{"5005", "5006", "5007", "5008"}, AllMounts: true}},
		{"ports of nobody", "{ports: []}", workload.Container{AllMounts: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, *composeContainer(only(t, c.service)))
		})
	}
	assert.Equal(t, "true", composeContainer(only(t, "{read_only: true}")).ReadOnly.String())
	assert.Equal(t, []string{"/own", "/of-b"}, composeContainer(opened(t, "services: {a: {extends: b, volumes: [/own]}, b: {volumes: [/of-b]}}", nil).named("a")).Mounts)
}

// https://docs.docker.com/reference/compose-file/build/
func TestComposeBuild(t *testing.T) {
	beside := files{"Dockerfile": "", "app/Dockerfile": "", "app/Other": "", "app/low/dockerfile": "", "base/app/Dockerfile": "",
		"base/y.yml": "services: {b: {build: {context: app, target: lower, args: {A: 1, B: 2}}}}"}
	for _, c := range []struct{ name, service, want string }{
		{"its folder", "{build: .}", "Dockerfile target= []"},
		{"a folder below", "{build: ./app}", "app/Dockerfile target= []"},
		{"a mapping", "{build: {context: app, dockerfile: Other, target: small}}", "app/Other target=small []"},
		{"a mapping without a folder", "{build: {target: small}}", "Dockerfile target=small []"},
		{"a lower-case name", "{build: app/low}", "app/low/dockerfile target= []"},
		{"the folder that Compose runs in", "{build: '${PWD}/app'}", "app/Dockerfile target= []"},
		{"a default for the folder", "{build: '${X:-app}'}", "app/Dockerfile target= []"},
		{"beside the folder, in the first version", "{build: app, dockerfile: Other}", "app/Other target= []"},
		{"arguments", "{build: {context: app, args: {JDK: 17, FROM_SHELL: }}}", "app/Dockerfile target= [JDK=17 FROM_SHELL]"},
		{"a list of arguments", "{build: {context: app, args: [JDK=17, FROM_SHELL, 'A=b=c']}}", "app/Dockerfile target= [JDK=17 FROM_SHELL A=b=c]"},
		{"over those that it extends", "{extends: {file: base/y.yml, service: b}, build: {args: [A=3]}}", "base/app/Dockerfile target=lower [B=2 A=3]"},
		{"the target of its own", "{extends: {file: base/y.yml, service: b}, build: {target: own}}", "base/app/Dockerfile target=own [A=1 B=2]"},
		{"of a repository", "{build: 'https://github.com/a/b.git#main:app'}", ""},
		{"of a variable", "{build: '${X}'}", ""},
		{"with the text of a Dockerfile", "{build: {context: app, dockerfile_inline: 'FROM scratch'}}", ""},
		{"of no folder", "{build: gone}", ""},
		{"none", "{image: x}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := opened(t, "services:\n  a: "+c.service+"\n", beside)
			image, builds := in.composeBuild(in.named("a"))
			assert.Equal(t, c.want, image.Image.String())
			assert.Equal(t, c.want != "", builds)
		})
	}
}

// https://docs.docker.com/compose/how-tos/environment-variables/envvars-precedence/, and of the files
// https://docs.docker.com/reference/compose-file/services/#env_file
func TestComposeEnvironment(t *testing.T) {
	beside := files{
		"a.env": "A=of-a\nB=of-a\n# C=comment\n\nexport D=exported\nQ=\"in quotes\"\nS='single $A'\nH=x # note\nE=\n", "b.env": "B=of-b\r\nC=of-b\r\n",
		"base/y.yml": "services: {b: {env_file: y.env, environment: {A: of-y, X: of-y}}}", "base/y.env": "F=of-file\nA=of-file\n",
	}
	for _, c := range []struct {
		name, service string
		want          []string
		open          string // what names others
	}{
		{"a mapping", "{environment: {A: b, N: 1, T: true, E: '', FROM_SHELL: }}", []string{"A=b", "N=1", "T=true", "E=", "FROM_SHELL"}, ""},
		{"a list", "{environment: [A=b, 'C=d=e', E=, FROM_SHELL, \"Q='-Xmx1g'\"]}", []string{"A=b", "C=d=e", "E=", "FROM_SHELL", "Q='-Xmx1g'"}, ""},
		{"the last of a name", "{environment: [A=b, A=c]}", []string{"A=c"}, ""},
		{"merged", "{environment: {<<: {A: b, C: d}, A: e}}", []string{"A=e", "C=d"}, ""},
		{"upper and lower case", "{environment: {a: b, A: c}}", []string{"a=b", "A=c"}, ""},
		{"a file", "{env_file: a.env}", []string{"A=of-a", "B=of-a", "D=exported", "Q=in quotes", "S=single $A", "H=x", "E="}, ""},
		{"files, of which the last counts", "{env_file: [a.env, ./b.env]}", []string{"A=of-a", "D=exported", "Q=in quotes", "S=single $A", "H=x", "E=", "B=of-b", "C=of-b"}, ""},
		{"a file by a mapping", "{env_file: [{path: b.env, required: false}]}", []string{"B=of-b", "C=of-b"}, ""},
		{"its own over those of a file", "{env_file: b.env, environment: [B=own]}", []string{"C=of-b", "B=own"}, ""},
		{"a file that is not here", "{env_file: [gone.env, b.env]}", []string{"B=of-b", "C=of-b"}, "gone.env"},
		{"a file of a variable", "{env_file: '${X}.env'}", nil, "${X}.env"},
		{"its own over those that it extends", "{extends: {file: base/y.yml, service: b}, environment: [X=own]}", []string{"F=of-file", "A=of-y", "X=own"}, ""},
		{"its own file below those that it extends set", "{extends: {file: base/y.yml, service: b}, env_file: b.env}", []string{"F=of-file", "B=of-b", "C=of-b", "A=of-y", "X=of-y"}, ""},
		{"what it extends is not known", "{extends: gone, environment: [A=b]}", []string{"A=b"}, "gone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := opened(t, "services:\n  a: "+c.service+"\n", beside)
			env := in.composeEnvironment(in.named("a"), nil)
			assert.Equal(t, c.want, variables(env))
			assert.Equal(t, c.open, env.From.String())
			assert.Equal(t, c.open != "", env.Open)
		})
	}
	image := &reading.Environment{}
	image.Set(reading.Variable{Name: "OF_IMAGE", Value: source.Unlocated("x", "a test"), Known: true})
	in := opened(t, "services: {a: {environment: [A=b]}}", nil)
	assert.Equal(t, []string{"OF_IMAGE=x", "A=b"}, variables(in.composeEnvironment(in.named("a"), image)))
	assert.Equal(t, []string{"OF_IMAGE=x"}, variables(image), "the image may run other services")
}

// https://docs.docker.com/reference/compose-file/services/#healthcheck
func TestHealthcheckOf(t *testing.T) {
	for _, c := range []struct {
		name, test string
		want       []string
	}{
		{"a line", "curl -f localhost || exit 1", []string{"sh", "-c", "curl -f localhost || exit 1"}},
		{"a line with a dollar", "java -Xmx$$HEAP Check", []string{"sh", "-c", "java -Xmx$HEAP Check"}},
		{"a line for the shell", "[CMD-SHELL, 'java -Xmx$$HEAP Check']", []string{"sh", "-c", "java -Xmx$HEAP Check"}},
		{"a line for the shell, and its name", "[CMD-SHELL, 'java Check', name]", []string{"sh", "-c", "java Check"}},
		{"words", "[CMD, java, -Xmx64m, Check]", []string{"java", "-Xmx64m", "Check"}},
		{"off", "[NONE]", nil},
		{"a word alone", "[CMD]", nil},
		{"words that do not say how", "[java, Check]", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want []string
			for _, h := range healthcheckOf(scalar(t, c.test)) {
				assert.Equal(t, "healthcheck", h.Name)
				want = texts(h.Words)
			}
			assert.Equal(t, c.want, want)
		})
	}
	assert.Nil(t, healthcheckOf(nil))
}

// Compose splits lines as a shell does, and starts none. The words of bash -c 'printf "<%s>" WORDS'.
func TestComposeWords(t *testing.T) {
	for _, c := range []struct {
		name, service string
		want          []string
		complete      bool
		puts          bool // variables in, which a shell does
	}{
		{"a line", "{command: java -Xmx1g -jar a.jar}", []string{"java", "-Xmx1g", "-jar", "a.jar"}, true, false},
		{"a line in quotes", `{command: "java '-Da=b c' \"-Dd=e f\" -Dg=h\\ i"}`, []string{"java", "-Da=b c", "-Dd=e f", "-Dg=h i"}, true, false},
		{"a list", "{command: [java, '-Da=b c']}", []string{"java", "-Da=b c"}, true, false},
		{"a list over lines", "{command: [\n  java,\n  -jar\n  ]}", []string{"java", "-jar"}, true, false},
		{"a folded line", "\n    command: >-\n      java\n      -Xmx1g", []string{"java", "-Xmx1g"}, true, false},
		{"an entry point before it", "{entrypoint: [java, -Xmx1g], command: -jar a.jar}", []string{"java", "-Xmx1g", "-jar", "a.jar"}, true, false},
		{"a variable that may be any number of words", "{command: java $OPTS -jar a.jar}", []string{"java", "$OPTS", "-jar", "a.jar"}, false, false},
		{"a variable in a list is one word", "{command: [java, $OPTS]}", []string{"java", "$OPTS"}, true, false},
		{"a dollar for the shell", "{command: sh -c 'java $$OPTS'}", []string{"sh", "-c", "java $OPTS"}, true, true},
		{"nothing", "{image: x}", nil, true, false},
		{"an empty command", "{command: []}", nil, true, false},
		{"a null, which leaves that of the image", "{command: }", nil, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := &reading.Environment{}
			env.Set(reading.Variable{Name: "A", Known: true})
			words, variables, complete := composeWords(only(t, c.service), env)
			assert.Equal(t, c.want, texts(words))
			assert.Equal(t, c.complete, complete)
			assert.Equal(t, c.puts, variables == env)
		})
	}
}

func TestComposeStart(t *testing.T) {
	for _, c := range []struct {
		name, service       string
		replaced, arguments bool
	}{
		{"nothing", "{image: x}", false, false},
		{"a command", "{command: java -jar a.jar}", false, true},
		{"an empty command", "{command: []}", false, true},
		{"an entry point", "{entrypoint: [java]}", true, false},
		{"an empty entry point", "{entrypoint: ''}", true, false},
		{"nulls", "{entrypoint: , command: null}", false, false},
		{"taken away", "{entrypoint: !reset null, command: !reset []}", false, false},
	} {
		in := opened(t, "services:\n  a: "+c.service+"\n", nil)
		start := in.composeStart(in.named("a"), &reading.Environment{}, reading.Built{})
		assert.Equal(t, [2]bool{c.replaced, c.arguments}, [2]bool{start.Replaced, start.Arguments}, c.name)
	}
}

// https://docs.docker.com/reference/compose-file/extension/#specifying-byte-values, which go-units reads.
func TestComposeMemory(t *testing.T) {
	for _, c := range []struct {
		name, service string
		want          int64
		fault         string
	}{
		{"bytes", "{mem_limit: 536870912}", 512 << 20, ""},
		{"bytes with their unit", "{mem_limit: 1024b}", 1024, ""},
		{"kibibytes", "{mem_limit: 2048k}", 2 << 20, ""},
		{"mebibytes", "{mem_limit: 512m}", 512 << 20, ""},
		{"upper case", "{mem_limit: 512M}", 512 << 20, ""},
		{"with a b", "{mem_limit: 2gb}", 2 << 30, ""},
		{"with an ib", "{mem_limit: 2GiB}", 2 << 30, ""},
		{"a point", "{mem_limit: 1.5g}", 3 << 29, ""},
		{"a blank", "{mem_limit: '512 m'}", 512 << 20, ""},
		{"0 is none", "{mem_limit: 0}", 0, ""},
		{"0 is none, and the other counts", "{mem_limit: 0, deploy: {resources: {limits: {memory: 1g}}}}", 1 << 30, ""},
		{"a null", "{mem_limit: , deploy: {resources: {limits: {memory: 1g}}}}", 1 << 30, ""},
		{"of a reservation", "{mem_reservation: 1g, deploy: {resources: {reservations: {memory: 1g}}}}", 0, ""},
		{"a unit of Kubernetes", "{mem_limit: 1Gi}", 0, `"1Gi" is not a size such as 512m or 2g`},
		{"less than nothing", "{mem_limit: -1}", 0, `"-1" is not a size such as 512m or 2g`},
		{"a word", "{mem_limit: much}", 0, `"much" is not a size such as 512m or 2g`},
		{"a variable", "{mem_limit: '${LIMIT}'}", 0, `"${LIMIT}" is not a size such as 512m or 2g`},
		{"a default", "{mem_limit: '${LIMIT:-1g}'}", 1 << 30, ""},
		{"a default of a default", "{mem_limit: '${LIMIT:-${OTHER:-1g}}'}", 0, `"${LIMIT:-1g}" is not a size such as 512m or 2g`},
		{"a list", "{mem_limit: [1g]}", 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var faults []reading.QuantityFault
			s := only(t, c.service)
			assert.Equal(t, c.want, composeMemory(&faults, s.get("mem_limit"), s.get("deploy", "resources", "limits", "memory")).N)
			assert.Equal(t, c.fault, faultOf(faults))
		})
	}
}

func faultOf(faults []reading.QuantityFault) string {
	if len(faults) == 0 {
		return ""
	}
	return faults[0].Err.Error()
}

// https://docs.docker.com/reference/compose-file/services/#cpus: a number, which may have a point.
func TestComposeCPUs(t *testing.T) {
	for _, c := range []struct {
		name, service string
		want          int64
		fault         string
	}{
		{"whole", "{cpus: 2}", 2, ""},
		{"a word", "{cpus: '2'}", 2, ""},
		{"a part, which a JVM takes for one", "{cpus: 0.5}", 1, ""},
		{"without the 0", "{cpus: .5}", 1, ""},
		{"a whole and a part", "{cpus: '1.50'}", 2, ""},
		{"0 is none", "{cpus: 0}", 0, ""},
		{"0.0 is none, and the other counts", "{cpus: '0.0', deploy: {resources: {limits: {cpus: '4'}}}}", 4, ""},
		{"thousandths, as Kubernetes has them", "{cpus: 500m}", 0, `"500m" is not a number of CPUs such as 0.5`},
		{"thousands, as Kubernetes has them", "{cpus: 1k}", 0, `"1k" is not a number of CPUs such as 0.5`},
		{"less than nothing", "{cpus: -1}", 0, `"-1" is not a number of CPUs such as 0.5`},
		{"no number", "{cpus: NaN}", 0, `"NaN" is not a number of CPUs such as 0.5`},
		{"more than any machine has", "{cpus: 1e300}", 0, `"1e300" is not a number of CPUs such as 0.5`},
		{"of a variable", "{cpus: '${CPUS}'}", 0, `"${CPUS}" is not a number of CPUs such as 0.5`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var faults []reading.QuantityFault
			s := only(t, c.service)
			assert.Equal(t, c.want, composeCPUs(&faults, s.get("cpus"), s.get("deploy", "resources", "limits", "cpus")).N)
			assert.Equal(t, c.fault, faultOf(faults))
		})
	}
}

func TestComposeLimit(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a file that says no version", "services: {a: {image: x}}", "mem_limit"},
		{"version 2", "version: '2.4'\nservices: {a: {image: x}}", "mem_limit"},
		{"version 3", "version: '3'\nservices: {a: {image: x}}", "deploy.resources.limits.memory"},
		{"version 3.8, as a number", "version: 3.8\nservices: {a: {image: x}}", "deploy.resources.limits.memory"},
		{"it has a deployment", "services: {a: {deploy: {replicas: 2}}}", "deploy.resources.limits.memory"},
	} {
		assert.Equal(t, c.want, composeLimit(opened(t, c.text, nil).named("a")), c.name)
	}
}

// What is known of a service as a whole.
func TestRead(t *testing.T) {
	type known struct {
		name, image  string
		memory, swap int64
		cpus         int64
		limited      bool
		options      []string
	}
	for _, c := range []struct {
		name, text string
		format     reading.Format
		want       []known
	}{
		{"limits", "services: {a: {image: 'eclipse-temurin:17', mem_limit: 1g, memswap_limit: 2g, cpus: 2, command: java -Xmx512m -jar a.jar}}", Format,
			[]known{{name: "a", image: "eclipse-temurin:17", memory: 1 << 30, swap: 2 << 30, cpus: 2, limited: true, options: []string{"-Xmx512m"}}}},
		{"any swap", "services: {a: {image: 'eclipse-temurin:17', mem_limit: 1g, memswap_limit: -1, command: java -jar a.jar}}", Format,
			[]known{{name: "a", image: "eclipse-temurin:17", memory: 1 << 30, limited: true}}},
		{"a limit that is not known", "services: {a: {image: 'eclipse-temurin:17', mem_limit: '${LIMIT}', command: java -jar a.jar}}", Format,
			[]known{{name: "a", image: "eclipse-temurin:17"}}},
		{"CPUs that are not known", "services: {a: {image: 'eclipse-temurin:17', cpus: '${CPUS}', command: java -jar a.jar}}", Format,
			[]known{{name: "a", image: "eclipse-temurin:17"}}},
		{"a variable of the JVM", "services: {a: {image: x, environment: {JAVA_TOOL_OPTIONS: -Xmx1g}}}", Format,
			[]known{{name: "a", image: "x", limited: true, options: []string{"-Xmx1g"}}}},
		{"no JVM", "services: {a: {image: 'postgres:16', mem_limit: much}}", reading.OtherYAML, nil},
		{"the first version, of Hazelcast", "hazelcast: {image: 'eclipse-temurin:17', command: java -Xmx1g -jar a.jar}", Format,
			[]known{{name: "hazelcast", image: "eclipse-temurin:17", limited: true, options: []string{"-Xmx1g"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cand := candidate("compose.yaml", c.text)
			in := &reading.Input{File: cand.File}
			Files.Read(in, cand)
			var all []known
			for _, w := range in.Workloads {
				k := known{name: w.Name, image: w.Image.String(), memory: w.Memory.N, swap: w.Swap.N, cpus: w.CPUs.N, limited: w.Limited}
				for _, o := range w.Options {
					if strings.HasPrefix(o.String(), "-X") {
						k.options = append(k.options, o.String())
					}
				}
				all = append(all, k)
			}
			assert.Equal(t, c.format, in.Format)
			assert.Equal(t, c.want, all)
			assert.Empty(t, in.Problems)
		})
	}
}

func TestMemberConfiguration(t *testing.T) {
	beside := files{"conf/hazelcast.yaml": "hazelcast: {cluster-name: beside}", "other.yaml": "hazelcast: {cluster-name: other}"}
	for _, c := range []struct{ name, service, want string }{
		{"mounted by its name", "{volumes: ['./conf/hazelcast.yaml:/opt/hazelcast/hazelcast.yaml']}", "beside"},
		{"named by an option", "{volumes: ['./other.yaml:/cfg/x.yaml', './conf/hazelcast.yaml:/opt/hazelcast.yaml'], environment: {JAVA_OPTS: -Dhazelcast.config=/cfg/x.yaml}}", "other"},
		{"not beside it", "{volumes: ['./gone/hazelcast.yaml:/opt/hazelcast/hazelcast.yaml']}", ""},
		{"nothing mounted", "{image: 'hazelcast/hazelcast:5.5'}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := opened(t, "services:\n  a: "+c.service+"\n", beside)
			s := in.named("a")
			mounts, env := hostMounts(s), in.composeEnvironment(s, nil)
			for _, m := range mounts {
				env.Files = in.HostFiles(m.host, m.at).Over(env.Files)
			}
			name := ""
			if config := in.memberConfiguration(mounts, env); config != nil {
				name = config.Root.Get("cluster-name").Value()
			}
			assert.Equal(t, c.want, name)
		})
	}
}
