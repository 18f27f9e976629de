package input

import (
	"path"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// commentsOf is how the comments are found in files of a format.
func commentsOf(f reading.Format) func(*source.File) reading.Remarks {
	return readers[slices.IndexFunc(readers, func(r reading.Reader) bool { return slices.Contains(r.Formats, f) })].Comments
}

func TestWanted(t *testing.T) {
	for name, want := range map[string]bool{
		"values.yaml": true, "a.yml": true, "a.yaml.gz": false,
		"Dockerfile": true, "Dockerfile.prod": true, "app.dockerfile": true, "Containerfile": true, "ESDockerfile": true,
		"dockerfile": true, "dockerfile.master": true, "Dockerfile-jvm": true, "Dockerfile_8": true, "prod.Dockerfile": true, "jvm-Dockerfile": true, "containerfile": true, "a.Containerfile": true, "Dockerfiles": false,
		"app.service": true, "app.env": true, ".env": true, ".env.local": true, "env": false, "start.sh": true, "setenv": true,
		"jvm.options": true, "idea64.vmoptions": true, "jvm.config": true, "jvm_options": true, "jvm-server_options": true, "jvm": false, "options": false,
		"gradle.properties": true, "neo4j.conf": true, "nginx.conf": false, "maven.config": false, ".jvmopts": true, ".sbtopts": false,
		"jvm.options.j2": false, "a.sh.erb": false, "a.service.epp": false, "page.mustache": false, "_helpers.tpl": false,
		"hazelcast.xml": true, "hazelcast-client.xml": true, "pom.xml": false, "build.xml": false,
		"Makefile": false, "a.bat": false,
	} {
		assert.Equal(t, want, Wanted(name), name)
	}
}

func TestSearched(t *testing.T) {
	for name, want := range map[string]bool{
		"start": true, "a.conf": true, "a.json": true, "run.bash": true, "a.bat": false, "pom.xml": true, "build.gradle.kts": true, "build.xml": false, "profile": true, "a.tf": false,
		"a.java": false, "README.md": false, ".hidden": false, "a.1": false, "gradlew": false, "Makefile": false, "Jenkinsfile": false, "mvnw.cmd": false,
		"bin/app.functions": true, "lib/app.functions": false,
	} {
		assert.Equal(t, want, Searched(name), name)
	}
}

func TestIsScript(t *testing.T) {
	for line, want := range map[string]bool{
		"#!/bin/sh\n": true, "#! /usr/bin/env bash": true, "#!/bin/bash -e": true, "#!/usr/bin/zsh\n": true, "#!/usr/bin/python\n": false, "#!/usr/bin/env fish": false, "": false, " #!/bin/sh": false,
	} {
		assert.Equal(t, want, IsScript([]byte(line)), line)
	}
}

func TestHoldsOptions(t *testing.T) {
	for text, want := range map[string]bool{
		"a\nset A=-Xmx1g\n": true, "<value>-Xmx512m</value>": true, "'-XX:+UseG1GC'": true, "-XX:MaxRAMPercentage=75": true,
		"": false, "-Xmx": false, "a-Xmx1g": false, "# -Xmx1g\n // -Xmx1g\n REM -Xmx1g\n<!-- -Xmx1g -->": false, "-Xmax": false,
	} {
		assert.Equal(t, want, HoldsOptions([]byte(text)), text)
	}
}

func TestWhatIsRead(t *testing.T) {
	assert.Equal(t, "jvmlint reads Compose files, Kubernetes manifests, values of charts, a hazelcast.yaml or hazelcast.xml, images that Jib builds, Dockerfiles, systemd units, "+
		"what ps, jcmd, jinfo, java -version and a JVM that crashes print, files of JVM options, properties, and lines such as JAVA_OPTS=...", whatIsRead())
}

// The patterns of all readers, and of what is searched, match as path.Match does.
func TestMatchesName(t *testing.T) {
	var patterns []string
	for _, r := range readers {
		patterns = append(patterns, r.Files...)
	}
	patterns = append(patterns, searched...)
	names := append([]string{"", "a", ".yaml", "Dockerfile", "my-jvmargs.txt", "a.j2", "a.j2x", "*", "x-site.xml", "jvm.config", "jvm11.config", "run.sh"}, patterns...)
	for _, pattern := range patterns {
		for _, name := range names {
			want, err := path.Match(pattern, name)
			require.NoError(t, err, pattern)
			assert.Equal(t, want, matchesName(pattern, name), "%s %s", pattern, name)
		}
	}
}
