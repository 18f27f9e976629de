package hotspot

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// recordings are values of StartFlightRecording, and what real JVMs say of
// them; nothing where they start.
var recordings = map[string]string{
	"duration=60s": "", "delay=5s": "", "maxage=0": "", "maxage=1d": "", "maxsize=10m": "", "disk=true": "", "name=x": "",
	"duration=60":    "Integer parsing error nanotime value: unit required",
	"duration=10 s":  "Integer parsing error nanotime value: illegal unit",
	"duration=abc":   "Integer parsing error nanotime value: syntax error",
	"duration=60S":   "Integer parsing error nanotime value: illegal unit",
	"duration=0":     "Could not start recording, duration must be at least 1 second.",
	"delay=0":        "Could not start recording, delay must be at least 1 second.",
	"delay=1ms":      "Could not start recording, delay must be at least 1 second.",
	"maxsize=abc":    "Parsing error memory size value: invalid value",
	"maxsize=-1":     "Parsing error memory size value: negative values not allowed",
	"disk=maybe":     "Boolean parsing error in command argument 'disk'. Could not parse: maybe.",
	"dumponexit=yes": "Boolean parsing error in command argument 'dumponexit'. Could not parse: yes.",
}

func TestRecordings(t *testing.T) {
	for value, why := range recordings {
		for _, jdk := range jvmflag.Supported {
			v := Start(jvmtest.Resolve(t, jdk, "-XX:StartFlightRecording='"+value+"'"), machine(16<<30, 4))
			assert.Equal(t, why == "", v.OK, "%d %s", jdk, value)
			assert.Contains(t, strings.Join(v.Lines(), "\n"), why, "%d %s", jdk, value)
		}
	}
}

func TestRecordingsOfRealJVMs(t *testing.T) {
	dir := jvmtest.Folder(t)
	for value, why := range recordings {
		for _, jdk := range jvmflag.Supported {
			cmd := exec.Command(filepath.Join(dir, strconv.Itoa(jdk), "bin", "java"), "-XX:StartFlightRecording="+value, "-version")
			cmd.Dir, cmd.Env = t.TempDir(), []string{"LC_ALL=C", "TMPDIR=" + os.TempDir()}
			out, err := cmd.CombinedOutput()
			assert.Equal(t, why == "", err == nil, "%d %s: %s", jdk, value, out)
			assert.Contains(t, string(out), why, "%d %s", jdk, value)
		}
	}
}
