package jvmflag

import "strings"

const (
	nativeMemoryTracking = "NativeMemoryTracking"
	trackingSyntax       = "Syntax error, expecting -XX:NativeMemoryTracking=[off|summary|detail]"
)

func isTrackingLevel(value string) bool {
	return value == "off" || value == "summary" || value == "detail"
}

// trackEarly judges the level of native memory tracking before options are read: in JDK 8 and 11 the launcher hands
// the last one of its own command line on, and the JVM compares. rest is what follows the flag's name.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/services/memTracker.cpp (JDK 8 to 16)
func (r *reader) trackEarly(o Option, rest string) {
	launched := r.trackingLevel
	if level := strings.TrimPrefix(rest, "="); rest != "="+level || !isTrackingLevel(level) || !isTrackingLevel(launched) {
		if launched != level && isTrackingLevel(level) {
			r.warnOfTracking(o)
		}
		r.refuse(stop(o, initializing, trackingSyntax).of(nativeMemoryTracking, OtherFault))
	} else if level != launched {
		r.warnOfTracking(o)
	}
}

func (r *reader) warnOfTracking(o Option) {
	r.warn(o, Adjusted, "Native Memory Tracking did not setup properly, using wrong launcher?")
}

// launchedLevel is the level that the launcher hands on.
func launchedLevel(options []Option) string {
	level := "off"
	for _, o := range options {
		if value, found := strings.CutPrefix(o.String(), "-XX:"+nativeMemoryTracking+"="); found && value != "" {
			level = value
		}
	}
	return level
}

// trackLate judges it when all options are read.
func (r *reader) trackLate() {
	set, ok := r.Settings[nativeMemoryTracking]
	if r.table < 17 || !ok || isTrackingLevel(set.Text) {
		return
	}
	r.refuse(refuse(set.Option, BadValue, trackingSyntax).of(nativeMemoryTracking, OtherFault))
}
