package input

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// checkPlaces holds what is known of the place of every text against its file.
func checkPlaces(t *testing.T, in *reading.Input) {
	check := func(text source.Text) {
		span := text.Span()
		if span.IsZero() {
			require.False(t, text.Editable())
			return
		}
		require.Same(t, in.File, span.Around().File)
		require.True(t, 0 <= span.Start && span.Start <= span.End && span.End <= len(span.File.Data), "%v", span)
		if !text.Editable() {
			return
		}
		for i := range text.Len() {
			// A byte that stands for itself is the one in the file; an escape is longer.
			if one := text.Slice(i, i+1); one.Editable() && one.Span().Len() == 1 && one.Span().String() != "\n" && one.Span().String() != "\r" {
				require.Equal(t, one.String(), one.Span().String(), "%q", text)
			}
		}
	}
	for _, w := range in.Workloads {
		require.Same(t, in.File, w.File)
		require.NotEmpty(t, w.Name)
		require.NotEmpty(t, w.JDK.Candidates)
		for _, o := range w.Options {
			check(o.Text)
			check(o.Word())
			require.True(t, o.Text.Span().IsZero() || o.Word().Span().IsZero() || o.Word().Span().Covers(o.Text.Span()), "%q", o)
		}
		for _, text := range []source.Text{w.At, w.Image, w.JDK.At, w.Memory.Text, w.CPUs.Text, w.Members.Text} {
			check(text)
		}
	}
	for _, p := range append(in.Problems, in.Notes...) {
		require.NotEmpty(t, p.Error())
		require.True(t, p.Span.IsZero() || p.Span.File == in.File && 0 <= p.Span.Start && p.Span.Start <= p.Span.End && p.Span.End <= len(in.File.Data))
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"", "\xff", "\ufeff# a\r\n", "-Xmx1g \\\r\n 8-13:-Da=\"b c\" 'x", "JAVA_OPTS=\"$JAVA_OPTS -Xmx1g\" \nJAVA_TOOL_OPTIONS=' -ea'\n",
		"hazelcast:\n  javaOpts: \"-Xmx1g\\t-Xms\\x31g \\\n   -Da='b c'\"\nresources: {limits: {memory: '10Gi', cpu: 500m}}\n",
		"a: &a\n  hazelcast: {yaml: {hazelcast: {map: {}}}}\n  image: {tag: 5.3.1}\nb: *a\nc:\n  <<: *a\n",
		"env:\n- {name: MAX_HEAP_SIZE, value: 2g}\n- {name: JAVA_TOOL_OPTIONS, value: |\n -Xmx1g\n -Xms1g\n }\nhazelcast:\n  javaOpts: >-\n    -Xmx1g\n\n    -Xms${X}\nmancenter: {javaOpts: '-Xmx1g'}\n",
		"hazelcast:\n  map: {a: {}}\n---\nhazelcast-client: {}\n", "{{ x }}", "<hazelcast",
		"# jvmlint:ignore a -- b\nservices:\n  {{ a }}:\n    image: b:17\n    {{ c }}\n{% if d %}\n    command: java -Xmx1g -jar {{ e }}\n{% else %}\n    command: java -Xmx2g\n{% endif %}\n",
		"\ufeff#!/bin/sh\n<% if @a -%>\r\nA_OPTS=\"-Xmx<%= @b %>m -Xms1g\"\r\n<% end %>\njava -Xss1m \\\n<% if c %>\n -ea \\\n<% end %>\n a.B\n",
		"a.jvmargs=-Xmx1g \\\r\n -D\\u00e9=\\: \\", "server.memory.heap.max_size: 1GiB\nserver.jvm.additional=-ea\n",
		"# escape=`\nARG A=b\nFROM ${A:-x}:11 AS y\nENV A -Xmx$A B='c d' C=\"e\n\"\nFROM y\nENTRYPOINT [\"tini\", \"--\", \"java\", \"-D\\u0061=\\n\"]\nCMD exec java $A ${B} <<E\nE\n",
		"[Service]\nEnvironment=\"A=-Xmx1g \\\n# x\n b\" C=d\nMemoryMax=1G\nCPUQuota=150%\nExecStart=-/bin/java $A -D${C}%% -jar a\n",
		"CMD [\"java\", \"-D\\u0061=\"]\n", "ExecStart=-/bin/java $A \\\n -ea\n", "a systemd-run -pMemoryMax=1G --property=A -- java -D'a b' c <<E\n", "spark-submit --conf a='-Xmx1g \\\n' --driver-memory 1g -c\n",
		"Name: a\nContainers:\n  b:\n    Image: c:17\n    Command:\n      sh\n      -c\n      java -Xmx1g \\\n       -Da=\"b\"\td\n    Last State: Terminated\n      Reason: \"e\n      Exit Code: 137\n    Limits:\n      memory: 1Gi\n    Environment Variables from:\n      f ConfigMap\n    Environment:\n      JAVA_TOOL_OPTIONS: -Xms1g\n        -ea\n      G: <set to the key 'h' in secret 'i'>\nName: j\n",
		"# A fatal error has been detected by the Java Runtime Environment:\n# Native memory allocation (malloc) failed\nCommand Line: -Xmx1g A\nmemory_limit_in_bytes: 1 k\nCPU: total 2 (initial active 2)\n",
		"VM Flags:\n-XX:MaxHeapSize=1 \nNon-default VM flags: -XX:A=1\nCommand line:  -Xmx1g\nVM Arguments:\njvm_args: -Da=b \n",
		"1:\n-XX:MaxHeapSize=1 -XX:-THPStackMitigation \n", "1:\nVM Arguments:\njvm_args: -Da=b c\n", "UID PID CMD\na 1 0 0:00 /bin/java -XX:OnError=kill -9 %p -Xmx1g\n",
		"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n    A_OPTS='-Xmx1g'\n    java $A_OPTS b\n", "cluster: {memberCount: x}\nhazelcast: {yaml: ~}\n",
		"{{ $a := \"-Xmx1g\" }}\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: {{ .a }}\n    {{- if .b }}\n    args: [java, {{ $a }}, {{ printf \"-Xms%s\" .c | quote }}, A]\n    {{- else }}\n    command: [sh, -c, 'A=-Xmx{{ .d }} b']\n    {{- end }}\n",
		"apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 1Mi}}}]\n    resources: {limits: {memory: 1Gi}}\n    command: [sh, -c, 'export B=-Xmx${A}m; b']\n    volumeMounts: [{name: v, mountPath: /a, subPath: b}]\n  volumes: [{name: v, projected: {sources: [{configMap: {name: c, items: [{key: d, path: b}]}}]}}]\n",
		"apiVersion: druid.apache.org/v1\nkind: Druid\nspec:\n  jvm.options: \"-Xmx1g\\n# a\\n\"\n  nodes: {a: {extra.jvm.options: -ea}}\n---\napiVersion: kafka.strimzi.io/v1\nkind: Kafka\nspec: {kafka: {jvmOptions: {-Xmx: 1g, -XX: {A: true, B: [c]}}}}\n",
		"apiVersion: argoproj.io/v1\nkind: Application\nspec:\n  helm:\n    values: |\n      a:\n        javaOpts: |\n          -Xmx1g\n          # b\n          -XX:OnError=kill -9 %p\n        b: '[\"-Xmx1g\"]'\n        heapSize: 1g\n  patch: |-\n    apiVersion: v1\n    kind: Pod\n",
		"A := -Xmx1g # $(B)\nexport C = $(A)$$D \\\n '-Xms2g'\nC += ${A:-Xm%=b}\nifdef E\nC += -ea\nendif\na: A += -Xss1m\na: b; @java $(A)\n\t-+java $(C) \\\n\t-Xmx$@g a.B\ndefine F\njava $(A) $1\nendef\n",
		"- block:\n  - lineinfile: {path: a/jvm.options, regexp: '^-Xmx', line: \"-Xmx{{ a }}\"}\n- replace: dest=a/jvm.options replace='-Xss1m -ea'\n- lineinfile: {dest: b, line: '{{ item.a }}'}\n  loop: [{a: -Xmx1g}, {a: -Xms2g}]\n",
		"apiVersion: v1\nkind: Template\nobjects: [{apiVersion: v1, kind: Pod, spec: {containers: [{name: '${A}', command: [java, '-Xmx${{B}}', \"${A}\\t-ea\"]}]}}]\nparameters: [{name: A, value: \"-Xss1m \\x41\"}, {name: B, value: 1g}]\n",
		"#!/bin/sh\nA='-Xmx1g'\nif a; then exec java $A -Xss1m B; fi\n", "FROM a\nRUN echo \"export A='-Xmx1g'\" >> /b\nFROM b\n",
		clusterHead + "spec: &s {version: '5.3.1', jvm: {args: ['-Xmx1g -Da=\"b c\"', 5], memory: {maxRAMPercentage: ~}, gc: {logging: >-\n yes\n, collector: G1}}}\n---\n" +
			"apiVersion: hazelcast.com/v1\nkind: MapList\nitems: [{apiVersion: hazelcast.com/v1, kind: Map, spec: {name: [a]}}, {apiVersion: hazelcast.com/v1, kind: Map, spec: {}}]\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"f", "f.yaml", "f.sh", "pom.xml", "build.gradle"} {
			checkPlaces(t, Read(source.NewFile(name, data)))
		}
		_, _ = ReadHazelcastConfig(source.NewFile("f", data))
	})
}

const clusterHead = "apiVersion: hazelcast.com/v1alpha1\nkind: Hazelcast\nmetadata: {name: store}\n"
