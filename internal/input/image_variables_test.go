package input

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Start scripts make options of variables of their own, in their order.
func TestImageVariables(t *testing.T) {
	const game, proxy, nacos = "itzg/minecraft-server:java21", "itzg/mc-proxy", "nacos/nacos-server:v3.0.1"
	for _, c := range []struct {
		name, image string
		variables   []string
		want        []string
		notes       []string
	}{
		{"defaults", game, nil, []string{"cmd -Xmx1G", "cmd -Xms1G"}, nil},
		{"one for both", game, []string{"MEMORY: 2G"}, []string{"cmd -Xmx2G", "cmd -Xms2G"}, nil},
		{"others before it", game, []string{"MEMORY: 2G", "INIT_MEMORY: 1G", "MAX_MEMORY: 3G"}, []string{"cmd -Xmx3G", "cmd -Xms1G"}, nil},
		{"an empty one", game, []string{"MEMORY: \"\""}, nil, nil},
		{"an empty one beside another", game, []string{"MEMORY: \"\"", "MAX_MEMORY: 3G"}, []string{"cmd -Xmx3G"}, nil},
		{"a share", game, []string{"MEMORY: 75.5%"}, []string{"cmd -XX:MaxRAMPercentage=75.5", "cmd -XX:InitialRAMPercentage=75.5"}, nil},
		{"a share that its script does not know", proxy, []string{"MEMORY: 75%"}, []string{"cmd -Xmx75%", "cmd -Xms75%"}, nil},
		{"options around it", game, []string{"JVM_XX_OPTS: -XX:+UseZGC", "JVM_OPTS: -Xmx3G"}, []string{"cmd -XX:+UseZGC", "cmd -Xmx1G", "cmd -Xms1G", "cmd -Xmx3G"}, nil},
		{"of another variable", nacos, []string{"MODE: standalone"}, []string{"cmd -Xms1g", "cmd -Xmx1g", "cmd -Xmn512m"}, nil},
		{"of its default", nacos, nil, []string{"cmd -Xms1g", "cmd -Xmx1g", "cmd -Xmn512m", "cmd -XX:MetaspaceSize=128m", "cmd -XX:MaxMetaspaceSize=320m"}, nil},
		{"of one that nobody knows", nacos, []string{"MODE: \"${MODE}\""}, nil, []string{"compose.yaml:6:7: the JVM is not judged: the value of MODE is unknown"}},
		{"of none", nacos, []string{"JVM_XMN: \"\"", "MODE: standalone"}, []string{"cmd -Xms1g", "cmd -Xmx1g"}, nil},
		{"a number", "lscr.io/linuxserver/unifi-network-application", []string{"MEM_LIMIT: 512", "MEM_STARTUP: default"},
			[]string{"cmd -Xmx512M", "cmd -XX:+UseParallelGC", "cmd -XX:+ExitOnOutOfMemoryError", "cmd -XX:+CrashOnOutOfMemoryError"}, nil},
		{"one that the other takes the place of", "solr:9", []string{"SOLR_HEAP: 1g", "SOLR_JAVA_MEM: -Xms2g -Xmx2g", "GC_TUNE: -XX:+UseZGC"},
			[]string{"cmd -server", "cmd -Xms1g", "cmd -Xmx1g", "cmd -XX:+UseZGC", "cmd -XX:+CrashOnOutOfMemoryError", "cmd -Xss256k"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("compose.yaml", "services:\n  s:\n    image: "+c.image+"\n    environment:\n      A: b\n      "+strings.Join(c.variables, "\n      ")+"\n")
			assert.Equal(t, c.notes, messages(in.Notes))
			if c.notes == nil && assert.Len(t, in.Workloads, 1) {
				assert.Equal(t, c.want, slices.DeleteFunc(optionsOf(in.Workloads[0]), ofTheScript))
			}
			checkPlaces(t, in)
		})
	}
}

// ofTheScript tells options of Solr's script that no variable brings, and that are no matter of memory.
func ofTheScript(option string) bool {
	for _, of := range []string{"cmd -D", "cmd -Xlog", "cmd -XX:ErrorFile", "cmd -XX:CompileCommand", "cmd -XX:-Omit"} {
		if strings.HasPrefix(option, of) {
			return true
		}
	}
	return false
}
