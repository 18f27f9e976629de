package repair

// advices say what to do about options that nothing simply replaces.
var advices = map[string]string{
	"UseConcMarkSweepGC":                  "choose a collector that stays, such as G1 (-XX:+UseG1GC), and leave the flags of CMS behind",
	"-Xconcgc":                            "choose a collector that stays, such as G1 (-XX:+UseG1GC)",
	"UseBiasedLocking":                    "try without: locks are not biased by default since JDK 15",
	"FlightRecorder":                      "remove it where it is on: -XX:StartFlightRecording and jcmd do without it",
	"AggressiveOpts":                      "remove it and measure: later JDKs have nothing of the kind",
	"-Xverify:none":                       "start faster by a class data archive (-XX:SharedArchiveFile) instead of without verification",
	"-noverify":                           "start faster by a class data archive (-XX:SharedArchiveFile) instead of without verification",
	"AllowRedefinitionToAddDeleteMethods": "see that agents redefine classes without adding or removing methods",
	"UseCompressedClassPointers":          "remove it: class pointers will always be compressed",
	"MaxGCMinorPauseMillis":               "set MaxGCPauseMillis, the pause goal that stays",
	"LockingMode":                         "leave the choice to the JDK",
}

// Advice says what to do about an option that goes.
func Advice(name string) string {
	if a := advices[name]; a != "" {
		return a
	}
	return "find out what it is needed for, and try without"
}
