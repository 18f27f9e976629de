package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var lockedFlag = lint.Rule{
	ID: "locked-flag", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart},
	Title:  "a flag is locked, and the JVM does not start",
	What: `Experimental flags need -XX:+UnlockExperimentalVMOptions and diagnostic ones -XX:+UnlockDiagnosticVMOptions
before them, in the order in which the JVM reads options: JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS, the command line,
_JAVA_OPTIONS. Flags for the development of HotSpot exist only in its debug builds.`,
	Why: `HotSpot stops at the first flag that is still locked. An unlock at the end of the line comes too late, and so
does one on the command line for a flag in JAVA_TOOL_OPTIONS. Which flags are locked changes with the release: UseZGC
was experimental in JDK 11 to 14, G1NewSizePercent still is in JDK 25.`,
	FixSafety: `Unsafe: HotSpot does not promise to keep experimental and diagnostic flags working. Removing the flag
instead leaves its default.`,
	Exceptions: "Never: the JVM does not start.",
	Evidence: `The kind of each flag comes from the JVMs of JDK 8, 11, 17, 21 and 25 to 28; the verdict and its words
are checked against them.`,
	Examples: []lint.Example{
		ofOptions("--jdk 11",
			"-Xmx4g -XX:G1NewSizePercent=10",
			"-Xmx4g -XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=10"),
		ofOptions("--jdk 17",
			"-Xmx4g -XX:+PrintCompilation2 -XX:+UnlockDiagnosticVMOptions",
			"-Xmx4g -XX:+UnlockDiagnosticVMOptions -XX:+PrintCompilation2"),
	},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlag.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/globals.hpp",
	},
	Check: func(p *lint.Pass) {
		first := map[string]repair.Refused{}
		for _, r := range repair.Refusals(p, "locked-flag") {
			unlock := r.Unlock
			if unlock == "" {
				f := r.Report([]source.Text{r.FlagText()}, "%q is a flag for HotSpot developers: only debug builds have it", r.FlagText())
				r.Remove(f)
				continue
			}
			if _, ok := first[unlock]; !ok {
				first[unlock] = r
			}
			f := r.Report([]source.Text{r.FlagText()}, "%q is %s and needs -XX:+%s before it%s", r.FlagText(), repair.KindBehind[unlock], unlock, r.UnlockElsewhere(unlock))
			if free := r.UnlockedIn(); len(free) > 0 {
				f.Note(fmt.Sprintf("JDK %s %s it without the unlock", lint.And(free), lint.Verb(len(free), "takes", "take")))
			}
			for _, o := range p.Options.Options {
				if o.String() == "-XX:-"+unlock && !r.ReadAfter(o) {
					f.Because(o.Text, "locks it")
				}
			}
			r.SuggestUnlock(f, unlock, first[unlock])
			r.Remove(f)
		}
	},
}
