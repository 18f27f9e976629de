package predict

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// nameOfJVM finds the names that say of which program the options are: BUILD_OPTS is none.
var nameOfJVM = lazyregexp.New(`(?i)java|jvm|jdk|jre|catalina|heap`)

// doubtOfBuildTool lowers the evidence of options that a JVM reads by convention, as those of
// BUILD_OPTS, where it has none of them but properties: Maven, Gradle and sbt read properties, too.
func (ps *Predictions) doubtOfBuildTool() {
	w := ps.Workload
	named := w.Evidence() != jvmflag.ByConvention || nameOfJVM.MatchString(w.Name)
	if named || !slices.ContainsFunc(w.Options, mayBeOfBuildTool) {
		return
	}
	refusals := ps.resolve(slices.Max(jvmflag.LongTerm)).Refusals
	ofJVM := func(o jvmflag.Option) bool {
		refused := slices.ContainsFunc(refusals, func(r *jvmflag.Refusal) bool {
			return r.Cause == jvmflag.UnknownOption && r.At.Same(o.Text)
		})
		property := strings.HasPrefix(o.String(), "-D") || jvmflag.FilledIn(o.String())
		return !property && !(refused && mayBeOfBuildTool(o))
	}
	if slices.ContainsFunc(w.Options, ofJVM) {
		return
	}
	for i := range w.Options {
		w.Options[i].Evidence = jvmflag.LooksLike
	}
	w.Doubt = "no JVM has what is no property among these options: they may be those of a build tool"
}

// mayBeOfBuildTool tells options such as -Pyarn, -q and --batch-mode from those that begin as only a JVM's do.
func mayBeOfBuildTool(o jvmflag.Option) bool {
	s := o.String()
	return strings.HasPrefix(s, "-") && !strings.HasPrefix(s, "-D") && !strings.HasPrefix(s, "-X")
}
