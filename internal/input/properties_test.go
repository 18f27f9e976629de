package input

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestProperties(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []described
	}{
		{"gradle.properties", "# build\nversion=1.0\norg.gradle.jvmargs=-Xmx2g -Dfile.encoding=UTF-8\norg.gradle.parallel=true\n",
			[]described{{"org.gradle.jvmargs", true, []string{"cmd -Xmx2g", "cmd -Dfile.encoding=UTF-8"}}}},
		{"other signs between key and value", "a.jvmargs : -Xmx1g\nb.jvmargs -Xmx2g\nc.jvmargs= -Xmx3g\n", []described{
			{"a.jvmargs", true, []string{"cmd -Xmx1g"}}, {"b.jvmargs", true, []string{"cmd -Xmx2g"}}, {"c.jvmargs", true, []string{"cmd -Xmx3g"}}}},
		{"continued, with Windows line ends", "org.gradle.jvmargs=-Xmx2g \\\r\n    -Xms1g \\\r\n    -ea\r\n",
			[]described{{"org.gradle.jvmargs", true, []string{"cmd -Xmx2g", "cmd -Xms1g", "cmd -ea"}}}},
		{"continued from the key on", "org.gradle.jvmargs=\\\n  -Xmx2g\n", []described{{"org.gradle.jvmargs", true, []string{"cmd -Xmx2g"}}}},
		{"escapes", `org.gradle.jvmargs=-Xmx2g -Da=C\:\\x -D\u0062=\u00e9` + "\n",
			[]described{{"org.gradle.jvmargs", true, []string{"cmd -Xmx2g", `cmd -Da=C:\x`, "cmd -Db=é"}}}},
		{"two backslashes do not continue", "a.jvmargs=-Xmx1g -Da=b\\\\\nb.jvmargs=-Xmx2g\n", []described{
			{"a.jvmargs", true, []string{"cmd -Xmx1g", `cmd -Da=b\`}}, {"b.jvmargs", true, []string{"cmd -Xmx2g"}}}},
		{"given again", "org.gradle.jvmargs=-Xmx2g\norg.gradle.jvmargs=-Xmx3g\n", []described{{"org.gradle.jvmargs", true, []string{"cmd -Xmx3g"}}}},
		{"comments", "! -Xmx1g\n#org.gradle.jvmargs=-Xmx1g\norg.gradle.jvmargs=-Xmx2g\n", []described{{"org.gradle.jvmargs", true, []string{"cmd -Xmx2g"}}}},
		{"neo4j.conf", "server.memory.heap.initial_size=4g\nserver.memory.heap.max_size=8GiB\nserver.jvm.additional=-XX:+UseG1GC\nserver.jvm.additional=-ea\ndbms.security.x=a b\n",
			[]described{{"server.jvm.additional", true, []string{"cmd -Xms4g", "cmd -Xmx8G", "cmd -XX:+UseG1GC", "cmd -ea"}}}},
		{"neo4j.conf of release 4, sizes only", "dbms.memory.heap.max_size=512m\n", []described{{"dbms.memory.heap.max_size", true, []string{"cmd -Xmx512m"}}}},
		{"bootstrap.conf", "java.arg.2=-Xms2g\njava.arg.3=-Xmx4g\njava.arg.a.b=-ea\n",
			[]described{{"java.arg", true, []string{"cmd -Xms2g", "cmd -Xmx4g", "cmd -ea"}}}},
		{"service wrapper", "wrapper.java.additional.1=-Xss1m\nwrapper.java.additional.2=-ea\nwrapper.java.maxmemory=1024\n",
			[]described{{"wrapper.java.additional", true, []string{"cmd -Xss1m", "cmd -ea", "cmd -Xmx1024m"}}}},
		{"service wrapper, 0 leaves the heap to the JVM", "wrapper.java.additional.1=-Xss1m\nwrapper.java.maxmemory=0\n",
			[]described{{"wrapper.java.additional", true, []string{"cmd -Xss1m"}}}},
		{"spark-defaults.conf", "spark.master  yarn\nspark.executor.extraJavaOptions  -XX:+UseG1GC -Dx=\"a b\"\n",
			[]described{{"spark.executor.extraJavaOptions", true, []string{"cmd -XX:+UseG1GC", "cmd -Dx=a b"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("opts", c.content)
			assert.Equal(t, c.want, describe(in))
			assert.Equal(t, Properties, in.Format)
			assert.Empty(t, in.Problems)
			assert.Empty(t, in.Notes)
			checkPlaces(t, in)
		})
	}
}

// Properties without options are none of ours, and a value that goes on is
// pointed at where it stands.
func TestPropertiesPlaces(t *testing.T) {
	assert.Empty(t, read("opts", "a.b=-1\nc.d=-x\n").Workloads)
	in := Read(source.NewFile("gradle.properties", []byte("a.b=c\norg.gradle.jvmargs=-Da=\\\\ \\\n  -Xmx2g\n")))
	heap := in.Workloads[0].Options[1].Text
	at := in.File.Position(heap.Span().Start)
	assert.Equal(t, []any{"-Xmx2g", 3, 3, true}, []any{heap.Span().String(), at.Line, at.Column, heap.Editable()})
}

func TestMaven(t *testing.T) {
	assert.Equal(t, []described{{"options", true, []string{"cmd -Xmx2g", "cmd -Xms1g", "cmd -ea"}}}, describe(read(".mvn/jvm.config", "-Xmx2g -Xms1g\r\n-ea\r\n")))
}

// A script that prints properties is a script.
func TestIsProperties(t *testing.T) {
	for start, want := range map[string]bool{"": true, "#!/bin/sh\n": false} {
		text := start + "echo 'version=1\norg.gradle.jvmargs=-Xmx2g' > gradle.properties\n"
		assert.Equal(t, want, isProperties(source.NewFile("setup", []byte(text))), text)
	}
}
