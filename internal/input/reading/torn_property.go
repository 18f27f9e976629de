package reading

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// noteTornProperty names a property that a blank tears apart, as -DNAME ='x': java
// takes the second piece for the class that it is to run.
func (in *Input) noteTornProperty(w *workload.Workload) {
	options := slices.DeleteFunc(slices.Clone(w.Options), func(o jvmflag.Option) bool { return o.Channel != jvmflag.CommandLine })
	at := jvmflag.ProgramAt(options)
	if at == 0 || at == len(options) || !w.HasJVM() {
		return
	}
	torn, piece := options[at-1].String(), options[at].String()
	if strings.HasPrefix(torn, "-D") && !strings.Contains(torn, "=") && strings.HasPrefix(piece, "=") {
		in.Note(options[at].Text.Foremost(), "java takes %s for the class to run, because a blank follows %s: the rest is not judged", options[at], options[at-1])
	}
}
