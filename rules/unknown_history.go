package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

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
		return ", nor of any other from 8 to 25"
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

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// successors say what has taken the place of options that many files still
// have. A name that ends in * stands for all that begin so.
var successors = []struct{ name, what string }{
	{"UseConcMarkSweepGC", "G1 takes the place of CMS, and is the default"},
	{"UseParNewGC", "it was the young collector of CMS, which needs no option of its own"},
	{"CMS*", "it belongs to CMS, which went with JDK 14; nothing takes its place"},
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
	return ""
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

// words are how options begin that are no flags.
var words = []string{
	"-Xmx", "-Xms", "-Xmn", "-Xss", "-Xloggc:", "-Xlog", "-Xint", "-Xcomp", "-Xmixed", "-Xshare:", "-Xbootclasspath/a:", "-Xverify:", "-Xrs", "-Xcheck:jni",
	"-Xnoclassgc", "-Xbatch", "-Xdebug", "-Xrunjdwp:", "-D", "-verbose:", "-ea", "-da", "-esa", "-dsa", "-enableassertions", "-disableassertions",
	"-javaagent:", "-agentlib:", "-agentpath:", "-server", "-client", "-classpath", "--class-path", "--add-opens=", "--add-exports=", "--add-reads=", "--add-modules=",
	"--limit-modules=", "--module-path=", "--patch-module=", "--enable-preview", "--enable-native-access=",
}

const slips = 2 // letters by which a name may differ

// meant is the only option that this one can mean. One that another release
// knows is not misspelt.
func (u unknown) meant() string {
	if have, ignore := u.tables(); len(have)+len(ignore) > 0 {
		return ""
	}
	if u.xx {
		return u.only(u.flagsMeant())
	}
	s := u.At.String()
	var meant []string
	switch {
	case len(s) > 4 && strings.EqualFold(s[:4], "-XX:"):
		meant = append(meant, "-XX:"+s[4:])
	case strings.HasPrefix(s, "-XX"), strings.HasPrefix(s, "-X:"):
		meant = append(meant, "-XX:"+s[3:])
	case strings.HasPrefix(s, "--X"), strings.HasPrefix(s, "--D"):
		meant = append(meant, s[1:])
	}
	for _, w := range words {
		if n := min(len(w), len(s)); n == len(w) && strings.EqualFold(s[:n], w) {
			meant = append(meant, w+s[n:])
		}
		head, tail := s, ""
		if i := strings.IndexAny(s, ":="); i >= 0 {
			head, tail = s[:i+1], s[i+1:]
		}
		if len(w) > 4*slips && levenshtein.ComputeDistance(head, w) <= slips {
			meant = append(meant, w+tail)
		}
	}
	return u.only(meant)
}

// likely is the option with the flag that HotSpot takes the name for, where
// that is read.
func (u unknown) likely() string {
	have, ignore := u.tables()
	if len(have)+len(ignore) > 0 || u.Flag == "" || !u.xx {
		return ""
	}
	word := strings.Replace(u.At.String(), u.name.String(), u.Flag, 1)
	if !u.mends(word, true) {
		return ""
	}
	return word
}

// flagsMeant are options with the nearest of the JDK's flags, if HotSpot takes
// the name for no other, or if it differs in case alone.
func (u unknown) flagsMeant() []string {
	argument, _ := u.argument()
	s, name := argument.String(), u.name.String()
	if i := strings.IndexAny(name, " ,;:"); i > 0 {
		name = name[:i]
	}
	before, after, _ := strings.Cut(s, name)
	nearest, distance := []string{}, slips+1
	for f := range jvmflag.Names(u.pass.JDK) {
		d := distance + 1
		switch {
		case strings.EqualFold(f, name):
			d = 0
		case f == u.Flag && len(f) > 2*slips:
			d = levenshtein.ComputeDistance(f, name)
		case len(f) > 2*slips && max(len(f), len(name))-min(len(f), len(name)) <= slips:
			d = max(levenshtein.ComputeDistance(f, name), 1)
			if d > slips {
				continue
			}
		}
		if d < distance {
			nearest, distance = nil, d
		}
		if d == distance && d <= slips {
			nearest = append(nearest, f)
		}
	}
	if len(nearest) != 1 || distance > 0 && u.Flag != "" && nearest[0] != u.Flag {
		return nil
	}
	word := strings.TrimSuffix(u.At.String(), s) + before + nearest[0]
	rests := []string{after}
	if tail := strings.TrimLeft(after, " :="); tail != after {
		rests = append(rests, "="+tail)
	}
	if strings.Trim(after, " ,;") == "" {
		rests = append(rests, "")
	}
	all := make([]string, 0, len(rests))
	for _, rest := range rests {
		if !slices.Contains(all, word+rest) {
			all = append(all, word+rest)
		}
	}
	return all
}
