package jvmflag

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Taken from the JVMs of JDK 8u252, 11.0.13, 17.0.9, 21.0.8 and 25.0.2.
func TestOptionsOfTheFlightRecorder(t *testing.T) {
	for option, want := range map[string]string{
		"-XX:StartFlightRecording":             "dumponexit=false",
		"-XX:StartFlightRecording=":            "",
		"-XX:StartFlightRecording:":            "",
		"-XX:StartFlightRecording:maxage=1h":   "maxage=1h",
		"-XX:StartFlightRecording=maxage=1h":   "maxage=1h",
		"-XX:StartFlightRecordingXmaxage=1h":   "maxage=1h",
		"-XX:FlightRecorderOptions:stackdepth": "stackdepth",
	} {
		for _, jdk := range Tables {
			r := Resolve(jdk, []Option{{Text: text(option), Channel: CommandLine}})
			assert.Nil(t, r.Refusal, "%s on %d", option, jdk)
			name := "StartFlightRecording"
			if _, ok := r.Settings[name]; !ok {
				name = "FlightRecorderOptions"
			}
			assert.Equal(t, want, r.Settings[name].Text, "%s on %d", option, jdk)
			assert.Equal(t, option, r.Settings[name].Option.at().String())
		}
	}
	for _, option := range []string{"-XX:FlightRecorderOptions", "-XX:+StartFlightRecording"} {
		for _, jdk := range Tables {
			assert.NotNil(t, Resolve(jdk, []Option{{Text: text(option), Channel: CommandLine}}).Refusal, "%s on %d", option, jdk)
		}
	}
}
