package hotspot

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// recorderOptions are those of FlightRecorderOptions.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/jfr/recorder/service/jfrOptionSet.cpp (JDK 8 to 25)
var recorderOptions = []string{
	"allow_threadbuffers_to_disk", "allow_event_retransforms", "globalbuffersize", "maxchunksize", "memorysize", "numglobalbuffers", "old-object-queue-size",
	"repository", "retransform", "sample_protection", "samplethreads", "stackdepth", "threadbuffersize", "dumppath", "preserve-repository",
}

// startOptions are those of StartFlightRecording on JDK 11, which takes no
// others. Later JDKs pass other names to the settings of events.
var startOptions = []string{
	"compress", "defaultrecording", "delay", "disk", "dumponexit", "duration", "filename", "maxage", "maxsize", "name", "path-to-gc-roots", "settings",
}

// checkRecorder reads the names of the options of the flight recorder.
func checkRecorder(s *startup) *jvmflag.Refusal {
	unknown := func(flag string, known []string) string {
		if !s.isCommandLine(flag) {
			return ""
		}
		if s.jdk == 8 && len(s.text(flag)) == 1 {
			return "" // a single letter is none to JDK 8
		}
		for _, option := range strings.Split(s.text(flag), ",") {
			name, _, _ := strings.Cut(option, "=")
			if name != "" && !contains(known, name) {
				return name
			}
		}
		return ""
	}
	const options, start = "FlightRecorderOptions", "StartFlightRecording"
	failure := "Failure when starting JFR on_create_vm_2"
	if s.jdk == 8 {
		failure = "Failure when starting JFR on_vm_start"
	}
	if name := unknown(options, recorderOptions); s.jdk == 8 && name != "" {
		r := s.stops(options, failure)
		return because(jvmflag.BadValue, first(r, "Unknown argument '"+name+"' in diagnostic command."))
	} else if name != "" {
		return because(jvmflag.BadValue, s.precededBy("error", "arguments", "Unknown argument '"+name+"' in diagnostic command.", s.stops(options, failure)))
	}
	if name := unknown(start, startOptions); name != "" && s.jdk < 16 {
		r := s.stops(start, failure)
		r.Lines[0] = "java.lang.IllegalArgumentException: Unknown argument '" + name + "' in diagnostic command." + r.Lines[0]
		r.Why = r.Lines
		return because(jvmflag.BadValue, r)
	}
	return checkRecording(s)
}

// first puts a reason before the others.
func first(r *jvmflag.Refusal, line string) *jvmflag.Refusal {
	r.Lines, r.Why = append([]string{line}, r.Lines...), append([]string{line}, r.Why...)
	return r
}
