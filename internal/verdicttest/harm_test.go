package verdicttest

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// harmful are options that are never drawn, as words begin, and why: they do
// harm, or what they do depends on more than the line and the machine.
var harmful = map[string]string{
	"-XX:+PauseAtStartup":                 "waits for somebody to remove a file",
	"-XX:+PauseAtExit":                    "waits for somebody to remove a file",
	"-XX:+ShowMessageBoxOnError":          "waits for an answer when the JVM crashes",
	"-XX:+AlwaysPreTouch":                 "takes the memory that the machine's other users need",
	"-XX:+DumpSharedSpaces":               "writes into the JDK",
	"-Xshare:dump":                        "writes into the JDK",
	"-XX:OnError":                         "runs a command",
	"-XX:OnOutOfMemoryError":              "runs a command",
	"-XX:+ReplayCompiles":                 "runs the compiler on a file, and nothing else",
	"-XX:+ExecuteInternalVMTests":         "runs the JVM's own tests for minutes",
	"-XX:+TestCrashInErrorHandler":        "crashes on purpose",
	"-XX:+TestUnresponsiveErrorHandler":   "hangs on purpose",
	"-XX:+TestingAsyncLoggingDeathTest":   "crashes on purpose",
	"-XX:+CrashGCForDumpingJavaThread":    "crashes on purpose",
	"-XX:CICrashAt":                       "crashes on purpose",
	"-XX:ErrorHandlerTest":                "crashes on purpose",
	"-XX:+AbortVMOn":                      "crashes on purpose, sooner or later",
	"-XX:+Stress":                         "makes the compiler act at random, and crash at times",
	"-XX:+DeoptimizeALot":                 "takes minutes",
	"-XX:+SafepointALot":                  "takes minutes",
	"-XX:+HandshakeALot":                  "takes minutes",
	"-XX:+CompileTheWorld":                "takes minutes",
	"-Xcomp":                              "takes seconds of two CPUs for each line",
	"-XX:+UseLargePages":                  "depends on pages that the machine's owner sets aside",
	"-XX:+UseSHM":                         "depends on memory that the machine's owner sets aside",
	"-XX:AOTCacheOutput":                  "starts a second JVM, whose output mixes with the first one's",
	"-Xshare:on":                          "depends on the archive in the image of the JDK",
	"-XX:+RequireSharedSpaces":            "depends on the archive in the image of the JDK",
	"-XX:+PrintSharedArchiveAndExit":      "depends on the archive in the image of the JDK",
	"-XX:+ManagementServer":               "depends on the modules in the image of the JDK",
	"-agentlib:jdwp=transport=dt_socket,": "takes a port",
}

// harms reports whether a word begins as a harmful one.
func harms(word string) bool {
	for h := range harmful {
		if strings.HasPrefix(word, h) {
			return true
		}
	}
	return strings.HasPrefix(word, "-XX:+UseRTMLocking") && hasRTM()
}

// hasRTM reports whether this CPU has transactional memory. Microcode has it switched off
// nearly everywhere, and the prediction is of such CPUs: elsewhere the option starts.
var hasRTM = sync.OnceValue(func() bool {
	info, err := os.ReadFile("/proc/cpuinfo")
	return err == nil && rtm.Match(info)
})

var rtm = regexp.MustCompile(`(?m)^flags\s*:.*\brtm\b`)

// counts are flags that say how many threads or parts are made at once. Values
// beyond a few hundred starve the machine where no range forbids them.
var counts = regexp.MustCompile(`Threads$|^CICompilerCount$|ThreadsCount$|ThreadCount$|QueueCount|^NumberOf`)
