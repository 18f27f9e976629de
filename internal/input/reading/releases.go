package reading

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// releases are the JDKs for which a script sets options.
type releases struct {
	since, until int // 0: that end is open
	except       uint64
	unclear      bool
}

// bound says of options for which JDKs they are. It reports false where nobody
// knows: what a JDK makes of them then is not judged.
func (r releases) bound(in *Input, at source.Text, options []jvmflag.Option) ([]jvmflag.Option, bool) {
	if r.unclear {
		in.Note(at.Span(), "options are not judged: it is unclear for which JDKs the script uses them")
		return nil, false
	}
	for i := range options {
		options[i].Since = max(options[i].Since, r.since)
		options[i].Except |= r.except
		if r.until > 0 && (options[i].Until == 0 || options[i].Until > r.until) {
			options[i].Until = r.until
		}
	}
	return options, true
}

// readBySome leaves, where nothing names the JDK, those that get some of the options.
func readBySome(w *workload.Workload) {
	if !w.JDK.Open || len(w.Options) == 0 {
		return
	}
	var some []int
	for _, jdk := range w.JDK.Candidates {
		if slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return o.For(jdk) }) {
			some = append(some, jdk)
		}
	}
	if len(some) > 0 && len(some) < len(w.JDK.Candidates) {
		w.JDK.Candidates, w.JDK.Why = some, "its options are for these"
	}
}
