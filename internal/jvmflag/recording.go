package jvmflag

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// recording is an option of the flight recorder as the JVM rewrites it before
// it reads it: whatever stands right behind the name counts as the equals
// sign, as in -XX:StartFlightRecording:duration=60s, and a start that says
// nothing more gets a value. Other options stay as they are.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/jfr/recorder/service/jfrOptionSet.cpp, parse_start_flight_recording_option (JDK 8 to 25)
func recording(o Option, s string) Option {
	for _, name := range [...]string{"-XX:StartFlightRecording", "-XX:FlightRecorderOptions"} {
		switch {
		case !strings.HasPrefix(s, name):
			continue
		case len(s) > len(name) && s[len(name)] == '=':
		case len(s) > len(name):
			return o.as(source.Join(o.Text.Slice(0, len(name)), source.Unlocated("=", "the JVM"), o.Text.Slice(len(name)+1, len(s))))
		case name == "-XX:StartFlightRecording":
			return o.as(source.Join(o.Text, source.Unlocated("=dumponexit=false", "the JVM")))
		}
		break
	}
	return o
}
