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

// recorders are values of FlightRecorderOptions, the first JDK that takes each, and what earlier ones say.
var recorders = []struct {
	value string
	since int
	why   string
}{
	{"stackdepth=64,samplethreads=true", 8, ""},
	{"preserve-repository=false", 21, "Unknown argument 'preserve-repository' in diagnostic command."},
	{"help", 27, "Unknown argument 'help' in diagnostic command."},
	{"allow_event_retransforms=true", 99, "Unknown argument 'allow_event_retransforms' in diagnostic command."},
	{"stackdepth=64,allow_threadbuffers_to_disk=true", 99, "-XX:FlightRecorderOptions=disk=... has been removed. Use -XX:StartFlightRecording"},
	{"defaultrecording=true,disk=true", 99, "-XX:FlightRecorderOptions=defaultrecording=... has been removed. Use -XX:StartFlightRecording"},
	{"dumponexit=true", 99, "dumponexit=... instead."},
	{"dumponexitpath=x.jfr", 99, "filename=... instead."},
	{"loglevel=info", 99, "-XX:FlightRecorderOptions=loglevel=... has been removed. Use -Xlog:jfr=... instead."},
	{"maxage=1h", 99, "maxage=... instead."},
	{"maxsize=1g", 99, "maxsize=... instead."},
	{"settings=profile", 99, "settings=... instead."},
}

// eachRecording calls with each option, and with what a JDK says that refuses it.
func eachRecording(call func(jdk int, option, why string)) {
	for _, jdk := range jvmflag.Supported {
		for value, why := range recordings {
			call(jdk, "-XX:StartFlightRecording="+value, why)
		}
		for _, r := range recorders {
			why := r.why
			if jdk >= r.since {
				why = ""
			}
			call(jdk, "-XX:FlightRecorderOptions="+r.value, why)
		}
	}
}

func TestRecordings(t *testing.T) {
	eachRecording(func(jdk int, option, why string) {
		v := Start(jvmtest.Resolve(t, jdk, "'"+option+"'"), machine(16<<30, 4))
		assert.Equal(t, why == "", v.OK, "%d %s", jdk, option)
		assert.Contains(t, strings.Join(v.Lines(), "\n"), why, "%d %s", jdk, option)
		if !v.OK {
			assert.Contains(t, v.Refusal.Quote(), why, "%d %s", jdk, option)
		}
	})
}

func TestRecordingsOfRealJVMs(t *testing.T) {
	dir := jvmtest.Folder(t)
	eachRecording(func(jdk int, option, why string) {
		cmd := exec.Command(filepath.Join(dir, strconv.Itoa(jdk), "bin", "java"), option, "-version")
		cmd.Dir, cmd.Env = t.TempDir(), []string{"LC_ALL=C", "TMPDIR=" + os.TempDir()}
		out, err := cmd.CombinedOutput()
		assert.Equal(t, why == "", err == nil, "%d %s: %s", jdk, option, out)
		assert.Contains(t, string(out), why, "%d %s", jdk, option)
	})
}
