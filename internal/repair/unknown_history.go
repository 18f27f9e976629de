package repair

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// tables tells which of the releases whose options are known have this one,
// and which ignore it.
func (u Unknown) tables() (have, ignore []int) {
	for _, jdk := range jvmflag.Tables {
		if refused := u.alone(jdk, u.At.String()).Refusal; refused != nil && refused.Cause == jvmflag.UnknownOption {
			continue
		}
		special, ok := jvmflag.LookupSpecial(u.Name.String())
		_, isFlag := jvmflag.Lookup(jdk, u.Name.String())
		if ok && special.State(jdk) == jvmflag.Obsolete || jdk == 8 && u.xx && !isFlag { // which ignores any name that begins with one that went
			ignore = append(ignore, jdk)
			continue
		}
		have = append(have, jdk)
	}
	return have, ignore
}

// Known reports whether any of the releases has the option, or ignores it.
func (u Unknown) Known() bool { return len(u.have)+len(u.ignore) > 0 }

// History says which releases know the option.
func (u Unknown) History() string {
	if !u.Known() {
		return fmt.Sprintf(": no JDK from %d to %d has it", jvmflag.Tables[0], jvmflag.Tables[len(jvmflag.Tables)-1])
	}
	var parts []string
	if len(u.have) > 0 {
		parts = append(parts, fmt.Sprintf("JDK %s %s it", lint.And(u.have), lint.Verb(len(u.have), "has", "have")))
	}
	special, ok := jvmflag.LookupSpecial(u.Name.String())
	switch gone := special.ExpiredIn; {
	case !ok || gone == 0 || u.pass.JDK < gone:
		if len(u.ignore) > 0 {
			parts = append(parts, fmt.Sprintf("JDK %s %s it", lint.And(u.ignore), lint.Verb(len(u.ignore), "ignores", "ignore")))
		}
	case special.ObsoleteIn == 0:
		parts = append(parts, fmt.Sprintf("JDK %d removed it", gone))
	case special.ObsoleteIn == gone-1:
		parts = append(parts, fmt.Sprintf("JDK %d ignores it, and JDK %d removed it", gone-1, gone))
	case special.ObsoleteIn == gone-2:
		parts = append(parts, fmt.Sprintf("JDK %d and %d ignore it, and JDK %d removed it", gone-2, gone-1, gone))
	default:
		parts = append(parts, fmt.Sprintf("JDK %d to %d ignore it, and JDK %d removed it", special.ObsoleteIn, gone-1, gone))
	}
	return ": " + strings.Join(parts, ", ")
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
func (u Unknown) suggestCollector(f *lint.Finding) {
	heir, ok := heirs[u.At.String()]
	for _, r := range u.pass.Refusals() {
		other, is := heirs[r.At.String()]
		ok = ok && (!is || other == heir)
	}
	if ok && len(hotspot.ChosenCollectors(u.pass.Options)) == 0 && u.mends(heir.option, false) {
		u.Write(f, heir.safety, heir.option, "")
	}
}
