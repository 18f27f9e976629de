package input

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// A byte order mark changes neither what a file is nor where anything in it
// stands.
func TestByteOrderMark(t *testing.T) {
	for name, text := range map[string]string{
		"a.options":       "-Xmx1g -Xms2g\n",
		"a.env":           "JAVA_OPTS=\"-Xmx1g -Xms2g\"\n",
		"a.sh":            "#!/bin/sh\nexec java -Xmx1g -Xms2g -jar a.jar\n",
		"a.service":       "[Service]\nExecStart=/usr/bin/java -Xmx1g -Xms2g -jar a.jar\n",
		"Dockerfile":      "FROM eclipse-temurin:17\nCMD java -Xmx1g -Xms2g -jar a.jar\n",
		"a.properties":    "server.jvm.additional=-Xmx1g -Xms2g\n",
		"neo4j.conf":      "dbms.jvm.additional=-Xmx1g\n",
		".sbtopts":        "-J-Xmx1g\n-J-Xms2g\n",
		"jvm.config":      "-Xmx1g -Xms2g\n",
		"ps.txt":          "  PID CMD\n 1234 java -Xmx1g -Xms2g -jar a.jar\n",
		"flags.txt":       "1234:\n-XX:MaxHeapSize=1073741824 -XX:+UseG1GC\n",
		"values.yaml":     "javaOpts: -Xmx1g -Xms2g\n",
		"compose.yaml":    "services: {a: {image: \"eclipse-temurin:17\", command: java -Xmx1g -Xms2g -jar a.jar}}\n",
		"hazelcast.yaml":  "hazelcast: {map: {a: {backup-count: 9}}}\n",
		"hazelcast.xml":   "<hazelcast><map name=\"a\"/></hazelcast>\n",
		"deployment.yaml": "{apiVersion: v1, kind: Pod, spec: {containers: [{name: a, image: \"eclipse-temurin:17\", command: [java, -Xmx1g, -Xms2g]}]}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			plain, marked := Read(source.NewFile(name, []byte(text))), Read(source.NewFile(name, []byte("\xef\xbb\xbf"+text)))
			require.NotEmpty(t, append(placesIn(plain), problemsIn(plain)...))
			assert.Equal(t, plain.Format, marked.Format)
			assert.Equal(t, placesIn(plain), placesIn(marked))
			assert.Equal(t, problemsIn(plain), problemsIn(marked))
		})
	}
}

// placesIn are the options of all JVMs, and the keys of members, with their
// lines and columns.
func placesIn(in *Input) []string {
	var all []string
	at := func(t source.Text) {
		all = append(all, (&source.Problem{File: in.File, Span: t.Span(), Message: t.String()}).Error())
	}
	for _, w := range in.Workloads {
		for _, o := range w.Options {
			at(o.Text)
		}
		for _, m := range w.Hazelcast.Maps() {
			at(m.Name.Text())
		}
	}
	return all
}

func problemsIn(in *Input) []string {
	var all []string
	for _, p := range in.Problems {
		all = append(all, p.Error())
	}
	return all
}
