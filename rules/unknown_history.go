package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// tables tells which of the releases whose options are known have this one,
// and which ignore it.
func (u unknown) tables() (have, ignore []int) {
	for _, jdk := range jvmflag.Tables {
		if refused := u.alone(jdk, u.At.String()).Refusal; refused != nil && refused.Cause == jvmflag.UnknownOption {
			continue
		}
		special, ok := jvmflag.LookupSpecial(u.name.String())
		_, isFlag := jvmflag.Lookup(jdk, u.name.String())
		if ok && special.State(jdk) == jvmflag.Obsolete || jdk == 8 && u.xx && !isFlag { // which ignores any name that begins with one that went
			ignore = append(ignore, jdk)
			continue
		}
		have = append(have, jdk)
	}
	return have, ignore
}

// history says which releases know the option.
func (u unknown) history() string {
	have, ignore := u.tables()
	if len(have)+len(ignore) == 0 {
		return fmt.Sprintf(", nor of any other from %d to %d", jvmflag.Tables[0], jvmflag.Tables[len(jvmflag.Tables)-1])
	}
	var parts []string
	if len(have) > 0 {
		parts = append(parts, fmt.Sprintf("JDK %s %s it", and(have), verb(len(have), "has", "have")))
	}
	special, ok := jvmflag.LookupSpecial(u.name.String())
	switch gone := special.ExpiredIn; {
	case !ok || gone == 0 || u.pass.JDK < gone:
		if len(ignore) > 0 {
			parts = append(parts, fmt.Sprintf("JDK %s %s it", and(ignore), verb(len(ignore), "ignores", "ignore")))
		}
	case special.ObsoleteIn == 0:
		parts = append(parts, fmt.Sprintf("it went with JDK %d", gone))
	case special.ObsoleteIn == gone-1:
		parts = append(parts, fmt.Sprintf("JDK %d ignores it, and it went with JDK %d", gone-1, gone))
	case special.ObsoleteIn == gone-2:
		parts = append(parts, fmt.Sprintf("JDK %d and %d ignore it, and it went with JDK %d", gone-2, gone-1, gone))
	default:
		parts = append(parts, fmt.Sprintf("JDK %d to %d ignore it, and it went with JDK %d", special.ObsoleteIn, gone-1, gone))
	}
	return ": " + strings.Join(parts, ", ")
}

// successors say what has taken the place of options that many files still
// have. A name that ends in * stands for all that begin so.
var successors = []struct{ name, what string }{
	{"UseConcMarkSweepGC", "G1 takes the place of CMS, and is the default"},
	{"UseParNewGC", "it was the young collector of CMS, which needs no option of its own"},
	{"UseParallelOldGC", "UseParallelGC means the same"},
	{"MaxPermSize", "there is no permanent generation since JDK 8: MaxMetaspaceSize bounds what took its place, and by default nothing does"},
	{"PermSize", "there is no permanent generation since JDK 8: MetaspaceSize is where the first collection of what took its place begins"},
	{"UseCGroupMemoryLimitForHeap", "UseContainerSupport took its place in 8u191 and JDK 10, and is on by default"},
	{"MaxRAMFraction", "MaxRAMPercentage took its place: 1 is 100, 2 is 50, 4 is 25"},
	{"MinRAMFraction", "MinRAMPercentage took its place"},
	{"InitialRAMFraction", "InitialRAMPercentage took its place"},
	{"UnlockCommercialFeatures", "it stood before features that Oracle sold with JDK 8 to 10; later JDKs have them without it"},
	{"AggressiveOpts", "what it switched on is the default or gone"},
	{"UseFastAccessorMethods", "the compilers do that by themselves"},
	{"PrintGC*", "unified logging took its place: -Xlog:gc and its kin"},
	{"-Xincgc", "it chose CMS in small steps; G1 is the default"},
	{"-Xconcgc", "it chose CMS; G1 is the default"},
	{"-d64", "there are only JVMs of 64 bits, and it chose one of these"},
	{"-d32", "there are only JVMs of 64 bits"},
	{"-Xgcpolicy*", "it belongs to OpenJ9, another JVM"},
	{"-Xshareclasses*", "it belongs to OpenJ9, another JVM; class data sharing of HotSpot is -Xshare:auto, the default"},
	{"-Xscmx*", "it belongs to OpenJ9, another JVM"},
	{"-Xquickstart", "it belongs to OpenJ9, another JVM; -XX:TieredStopAtLevel=1 comes near it"},
	{"-Xtune:*", "it belongs to OpenJ9, another JVM"},
	{"-Xverbosegclog*", "it belongs to OpenJ9, another JVM; -Xlog:gc*:file=NAME is HotSpot's"},
	{"-Xjit*", "it belongs to OpenJ9, another JVM"},
}

func (u unknown) successor() string {
	name := u.name.String()
	for _, s := range successors {
		if begin, all := strings.CutSuffix(s.name, "*"); name == s.name || all && strings.HasPrefix(name, begin) {
			return s.what
		}
	}
	return counterpartOf(name)
}

// heirs are collectors that take the place of those that are gone.
var heirs = map[string]struct {
	option string
	safety lint.Safety
}{
	"-XX:+UseConcMarkSweepGC": {"-XX:+UseG1GC", lint.Unsafe}, "-Xconcgc": {"-XX:+UseG1GC", lint.Unsafe}, "-Xincgc": {"-XX:+UseG1GC", lint.Unsafe},
	"-XX:+UseParallelOldGC": {"-XX:+UseParallelGC", lint.Safe},
}

// suggestCollector puts another collector in the place of one that is gone,
// where no other is chosen, or will be.
func (u unknown) suggestCollector(f *lint.Finding) {
	heir, ok := heirs[u.At.String()]
	for _, r := range u.pass.Refusals() {
		other, is := heirs[r.At.String()]
		ok = ok && (!is || other == heir)
	}
	if ok && len(chosenCollectors(u.pass)) == 0 && u.mends(heir.option, false) {
		u.write(f, heir.safety, heir.option, "")
	}
}
