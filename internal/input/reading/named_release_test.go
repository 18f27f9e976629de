package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// A file that is named after a release is for that one, and for later ones up to the next file.
func TestFileNamedAfter(t *testing.T) {
	beside := map[string]string{"jvm17-server.options": "", "java21.opts": ""}
	for _, c := range []struct {
		name, file string
		want       []string
		jdks       []int
	}{
		{"up to the next", "jvm11-server.options", []string{"cmd -Xmx1g (11-16)"}, []int{11}},
		{"and on", "jvm17-server.options", []string{"cmd -Xmx1g (17-0)"}, []int{17}},
		{"with a dash", "conf/java-8.opts", []string{"cmd -Xmx1g (8-0)"}, []int{8}},
		{"as releases were once counted", "jdk1.8.options", []string{"cmd -Xmx1g (8-0)"}, []int{8}},
		{"no release", "jvm.options", []string{"cmd -Xmx1g"}, workload.OpenJDK().Candidates},
		{"a number of something else", "server2.options", []string{"cmd -Xmx1g"}, workload.OpenJDK().Candidates},
		{"a release that nobody knows", "jvm99.options", []string{"cmd -Xmx1g"}, workload.OpenJDK().Candidates},
		{"a number that is part of another", "jvm2024.options", []string{"cmd -Xmx1g"}, workload.OpenJDK().Candidates},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := inputBeside(beside)
			in.File = source.NewFile(c.file, []byte("-Xmx1g\n"))
			in.ReadOptionsFile(TextOf(in.File))
			assert.Equal(t, c.want, written(in.Workloads[0].Options))
			assert.Equal(t, c.jdks, in.Workloads[0].JDK.Candidates)
		})
	}
}

func TestVariableNamedAfter(t *testing.T) {
	for name, want := range map[string][]int{
		"JAVA_OPTS_FOR_JDK_11": {11}, "JDK17_OPTS": {17}, "JAVA_8_OPTS": {8}, "JVM_OPTS_21": {21}, "JAVA_GC_OPTS_11": {11},
		"JAVA_OPTS": workload.OpenJDK().Candidates, "JAVA_OPTS_2024": workload.OpenJDK().Candidates, "SERVER_2_JAVA_OPTS": workload.OpenJDK().Candidates,
		"JDK9_OPTS": {11, 17, 21, 25, 27}, "JAVA_99_OPTS": workload.OpenJDK().Candidates,
	} {
		w := openJDK()
		variableNamedAfter(w, name)
		assert.Equal(t, want, w.JDK.Candidates, name)
	}
}

// Options that some JDKs get alone tell which ones may run.
func TestReadBySome(t *testing.T) {
	w := openJDK("-Xmx1g", "-ea")
	w.Options[0].Since, w.Options[0].Until, w.Options[1].Since = 8, 10, 21
	readBySome(w)
	assert.Equal(t, []int{8, 21, 25, 27}, w.JDK.Candidates)
	assert.Equal(t, "its options are for these", w.JDK.Why)
	all := openJDK("-Xmx1g")
	readBySome(all)
	assert.Equal(t, workload.OpenJDK().Candidates, all.JDK.Candidates)
}

// Paths as distributions have them name the JDK of JAVA_HOME and of a java command.
func TestRunByPath(t *testing.T) {
	for java, want := range map[string][]int{
		"/usr/lib/jvm/java-17-openjdk-amd64/bin/java": {17}, "/usr/lib/jvm/java-1.8.0-openjdk/bin/java": {8}, `C:\jdk-21\bin\java`: {21},
		"java": workload.OpenJDK().Candidates, "/usr/bin/java": workload.OpenJDK().Candidates, "${JDK17}/bin/java": workload.OpenJDK().Candidates,
	} {
		w := openJDK()
		open("f", "").RunByPath(w, text(java))
		assert.Equal(t, want, w.JDK.Candidates, java)
	}
}

func TestRunOnHome(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []int
	}{
		{"a release", "export JAVA_HOME=/usr/lib/jvm/java-17-openjdk\njava -Xmx1g Main\n", []int{17}},
		{"in quotes", "JAVA_HOME=\"/usr/lib/jvm/temurin-21-jdk\"\njava -Xmx1g Main\n", []int{21}},
		{"twice the same", "JAVA_HOME=/opt/jdk-17\nJAVA_HOME=/opt/jdk-17.0.2\njava -Xmx1g Main\n", []int{17}},
		{"two releases", "JAVA_HOME=/opt/jdk-17\nJAVA_HOME=/opt/jdk-21\njava -Xmx1g Main\n", workload.OpenJDK().Candidates},
		{"none", "JAVA_HOME=/opt/java\njava -Xmx1g Main\n", workload.OpenJDK().Candidates},
		{"in a comment", "# JAVA_HOME=/opt/jdk-17\njava -Xmx1g Main\n", workload.OpenJDK().Candidates},
		{"of another", "OTHER_JAVA_HOME=/opt/jdk-17\njava -Xmx1g Main\n", workload.OpenJDK().Candidates},
	} {
		in := open("run.sh", "#!/bin/sh\n"+c.script)
		in.Reader = &Reader{}
		in.ReadScript(TextOf(in.File))
		in.runOnHome()
		if assert.Len(t, in.Workloads, 1, c.name) {
			assert.Equal(t, c.want, in.Workloads[0].JDK.Candidates, c.name)
		}
	}
}
