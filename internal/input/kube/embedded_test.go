package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A file within YAML is read as it would be by itself, and points into the YAML.
func TestEmbedded(t *testing.T) {
	const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n"
	for _, c := range []struct {
		name, content string
		want          []described
		notes         []string
	}{
		{"a script in a ConfigMap", configMap + "  env.sh: |\n    # heap\n    export JAVA_OPTS=\"$JAVA_OPTS -Xmx1g\"\n    export JAVA_OPTS=\"$JAVA_OPTS -Xms1g\"\n  b: c\n",
			[]described{{"a/env.sh/JAVA_OPTS", true, []string{"cmd -Xmx1g", "cmd -Xms1g"}}}, nil},
		{"a file of options in a ConfigMap", configMap + "  jvm.options: |\n    8-13:-XX:+UseConcMarkSweepGC\n    -Xmx1g\n",
			[]described{{"a/jvm.options/options", true, []string{"cmd -XX:+UseConcMarkSweepGC (8-13)", "cmd -Xmx1g"}}}, nil},
		{"variables in values", "fe:\n  config: |\n    LOG_DIR = /log\n    JAVA_OPTS=\"-Xmx1g -Xloggc:${LOG_DIR}/gc.log.$DATE\"\n    http_port = 80\n",
			[]described{{"fe/config/JAVA_OPTS", true, []string{"cmd -Xmx1g"}}}, nil},
		{"a quote that stays open", configMap + "  env.sh: |\n    JAVA_OPTS=\"-Xmx1g -Da='b\"\n    A=b\n", nil, []string{"f:6:27: unmatched quote '"}},
		{"prose", configMap + "  a.txt: |\n    Set JAVA_OPTS to -Xmx1g\n    and start.\n", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("f", c.content)
			assert.Equal(t, c.want, describe(in))
			assert.Equal(t, c.notes, messages(in.Notes))
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
			for _, w := range in.Workloads {
				for _, o := range w.Options {
					assert.Equal(t, o.String(), o.Text.Span().String(), "stands there as it is")
				}
			}
		})
	}
}

// A script that starts java is read as far as it says what java gets.
func TestEmbeddedJava(t *testing.T) {
	const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  start.sh: |\n    #!/bin/sh\n"
	for _, c := range []struct {
		name, script string
		want         []described
	}{
		{"a command on several lines", "    cd /app\n    java \\\n      -Xms1g \\\n      -Xmx2g \\\n      Main\n", []described{{"a/start.sh/java", true, []string{"cmd -Xms1g", "cmd -Xmx2g", "cmd Main"}}}},
		{"a variable of the script", "    HEAP=\"-Xmx1g\"\n    exec \"$JAVA_HOME/bin/java\" $HEAP $MORE -jar a.jar\n",
			[]described{{"a/start.sh/java", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"no options", "    cd /app\n    java -jar a.jar\n    echo -Xmx1g\n", []described{{"a/start.sh/java", true, []string{"cmd -jar", "cmd a.jar"}}}},
		{"a here document", "    cat <<END\n    java -Xmx1g Main\n    END\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("f", configMap+c.script)
			assert.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
		})
	}
}
