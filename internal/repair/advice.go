package repair

// advices say what to do about options that nothing simply replaces.
var advices = map[string]string{
	"UseConcMarkSweepGC":                  "choose a collector that stays, such as G1 (-XX:+UseG1GC), and drop the CMS flags",
	"-Xconcgc":                            "choose a collector that stays, such as G1 (-XX:+UseG1GC)",
	"UseBiasedLocking":                    "try without it: locks are not biased by default since JDK 15",
	"FlightRecorder":                      "remove it if it is on: -XX:StartFlightRecording and jcmd work without it",
	"AggressiveOpts":                      "remove it and measure: later JDKs have no such option",
	"-Xverify:none":                       "start faster with a class data archive (-XX:SharedArchiveFile) instead of without verification",
	"-noverify":                           "start faster with a class data archive (-XX:SharedArchiveFile) instead of without verification",
	"AllowRedefinitionToAddDeleteMethods": "make sure that agents redefine classes without adding or removing methods",
	"UseCompressedClassPointers":          "remove it: class pointers will always be compressed",
	"MaxGCMinorPauseMillis":               "set MaxGCPauseMillis, the remaining pause goal",
	"LockingMode":                         "leave the choice to the JDK",
}

// Advice says what to do about an option that goes.
func Advice(name string) string {
	if a := advices[name]; a != "" {
		return a
	}
	return "find out why it is needed, and try without it"
}
