package input

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestDockerfile(t *testing.T) {
	const from = "FROM eclipse-temurin:17-jre\n"
	for _, c := range []struct {
		name, content string
		want          []described
	}{
		{"exec form", from + `CMD ["java", "-Xmx1g", "-Da=b \"c\"", "-jar", "a.jar"]`, []described{{"image", true, []string{"cmd -Xmx1g", `cmd -Da=b "c"`, "cmd -jar", "cmd a.jar"}}}},
		{"an empty entry point", from + "ENTRYPOINT [\"\"]  \nCMD [\"java\", \"-Xmx1g\", \"-jar\", \"a.jar\"]\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"entry point and command", from + "ENTRYPOINT [\"java\", \\\n  # heap\n  \"-Xmx1g\", \"-jar\"]\nCMD [\"a.jar\"]\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"shell form with a variable", from + "ENV JAVA_OPTS=\"-Xmx1g -Xms1g\"\nCMD exec java $JAVA_OPTS -jar a.jar\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -Xms1g", "cmd -jar", "cmd a.jar"}}}},
		{"shell in a list", from + "ENV JAVA_OPTS -Xmx1g -Xms1g\nENTRYPOINT [\"sh\", \"-c\", \"java ${JAVA_OPTS} -jar a.jar\"]\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -Xms1g", "cmd -jar", "cmd a.jar"}}}},
		{"quotes around all words", from + "ENV JAVA_OPTS \"-Xmx1g -Xms1g\"\nCMD java $JAVA_OPTS -jar a.jar\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -Xms1g", "cmd -jar", "cmd a.jar"}}}},
		{"an empty variable", from + "ENV JAVA_ARGS \"\"\nENV MORE=\"\" LESS=''\nCMD java -Xmx1g $JAVA_ARGS $MORE $LESS -jar a.jar\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"an empty variable in quotes", from + "ENV JAVA_ARGS \"\"\nCMD java -Xmx1g \"$JAVA_ARGS\" A\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd ", "cmd A"}}}},
		{"a sign that only a shell knows", from + "ENV JAVA_OPTS=-Da=b;c\\ d|e MORE=-Xmx1g\nCMD java $MORE $JAVA_OPTS -jar a.jar\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -Da=b;c", "cmd d|e", "cmd -jar", "cmd a.jar"}}}},
		{"another shell", from + "SHELL [\"/bin/bash\", \"-c\"]\nCMD java -Xmx1g -jar a.jar\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"the shell takes no words", from + "ENTRYPOINT java -Xmx1g -jar a.jar\nCMD [\"-Xmx2g\"]\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"behind an init", from + `ENTRYPOINT ["/sbin/tini", "-g", "--", "java", "-Xmx1g", "-jar", "a.jar"]`, []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"start script", from + "ENV A=1 JAVA_OPTS='-Xmx1g' \\\n    B=2 C_OPTS=\"-Xmx2g -ea\"\nENTRYPOINT [\"/run.sh\"]\n", []described{
			{"image/JAVA_OPTS", true, []string{"cmd -Xmx1g"}}, {"image/C_OPTS", true, []string{"cmd -Xmx2g", "cmd -ea"}}}},
		{"the JVM's own variable", from + "ENV JAVA_TOOL_OPTIONS=\"$JAVA_TOOL_OPTIONS -Xmx1g\"\nCMD [\"java\", \"-jar\", \"a.jar\"]\n", []described{{"image", true, []string{"tool -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"variables put into variables", from + "ARG HEAP=1g\nENV MAX=-Xmx${HEAP}\nENV JAVA_OPTS=\"$MAX -Da=${NO:-1}\"\nCMD java $JAVA_OPTS -jar a.jar\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -Da=1", "cmd -jar", "cmd a.jar"}}}},
		{"the last stage", "FROM maven AS build\nENV MAVEN_OPTS=-Xmx4g\nRUN mvn package\nFROM eclipse-temurin:17\nCOPY --from=build /a.jar /\nCMD [\"java\", \"-Xmx1g\", \"-jar\", \"a.jar\"]\n",
			[]described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"a stage that builds on another", "FROM eclipse-temurin:17 AS Base\nENV JAVA_TOOL_OPTIONS=-Xss1m\nCMD [\"java\", \"-jar\", \"a.jar\"]\nFROM base AS dev\nENTRYPOINT [\"java\", \"-Xmx1g\", \"-jar\", \"b.jar\"]\n",
			[]described{{"dev", true, []string{"tool -Xss1m", "cmd -Xmx1g", "cmd -jar", "cmd b.jar"}}}},
		{"a variable that RUN writes to a file", from + "RUN \\\n  echo \"export A_OPTS='-Xmx1g -Xss1m'\" >> /etc/profile.d/a.sh && \\\n  echo \"PATH=/bin\" > /b\nENTRYPOINT [\"/run.sh\"]\n",
			[]described{{"image/A_OPTS", true, []string{"cmd -Xmx1g", "cmd -Xss1m"}}}},
		{"a target of its own", "FROM b AS a\nCMD [\"java\", \"-Xmx1g\", \"A\"]\nFROM b\nCMD [\"java\", \"-Xmx2g\", \"B\"]\n",
			[]described{{"a", true, []string{"cmd -Xmx1g", "cmd A"}}, {"image", true, []string{"cmd -Xmx2g", "cmd B"}}}},
		{"Windows line ends", "FROM eclipse-temurin:17\r\nENV JAVA_OPTS=\"-Xmx1g\" \\\r\n    A=b\r\nCMD java $JAVA_OPTS -jar a.jar\r\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"another sign that escapes", "# escape=`\nFROM eclipse-temurin:17\nENV A=b `\n    JAVA_OPTS=-Xmx1g\nCMD java $JAVA_OPTS -jar a.jar\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"here document", from + "RUN <<EOF\nCMD [\"java\", \"-Xmx9g\", \"-jar\", \"b.jar\"]\nEOF\nCMD [\"java\", \"-Xmx1g\", \"-jar\", \"a.jar\"]\n", []described{{"image", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"member", "FROM hazelcast/hazelcast:5.3.1\nENV JAVA_OPTS=-Xmx1g\n", []described{{"image", true, nil}}},
		{"no JVM", "FROM nginx\nCMD [\"nginx\"]\n", nil},
		{"a list that is none", from + "CMD [null]\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Read(source.NewFile("Dockerfile", []byte(c.content)))
			if c.name == "member" {
				in.Workloads[0].Options = nil // those of the image are its own table's affair
			}
			assert.Equal(t, c.want, describe(in))
			assert.Equal(t, Dockerfile, in.Format)
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
		})
	}
}

// FROM of the last stage names the JDK, with the defaults of its arguments.
func TestDockerfileJDK(t *testing.T) {
	for content, want := range map[string][]int{
		"FROM --platform=linux/amd64 openjdk:8-jre\nCMD java -Xmx1g A\n":                                     {8},
		"ARG JAVA=eclipse-temurin\nARG TAG=\"11-jre\"\nFROM ${JAVA}:${TAG} AS run\nCMD java -Xmx1g -jar A\n": {11},
		"FROM amazoncorretto:21 AS a\nFROM maven:3-eclipse-temurin-17 AS b\nFROM a\nCMD java -Xmx1g A\n":     {21},
		"ARG TAG\nFROM eclipse-temurin:$TAG\nCMD java -Xmx1g A\n":                                            {8, 11, 17, 21, 25, 27},
	} {
		w := read("Dockerfile", content).Workloads[0]
		assert.Equal(t, want, w.JDK.Candidates, content)
	}
}

// Variables that double do not take all memory.
func TestDockerfileDoubling(t *testing.T) {
	in := read("Dockerfile", "FROM a\nENV A=-Dabcdefgh=\n"+strings.Repeat("ENV A=$A$A\n", 60)+"CMD java $A -jar a.jar\n")
	assert.Less(t, in.Workloads[0].Options[0].Text.Len(), 1<<20)
	require.Len(t, in.Problems, 1)
	assert.Equal(t, "Dockerfile:1:6: the substituted variables take more than 1048576 bytes: the JVM is not judged", in.Problems[0].Error())
}
