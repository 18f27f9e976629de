package reading

import (
	"path"
	"slices"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var (
	fileRelease     = lazyregexp.New(`(?i)(?:^|[^a-z])(?:jvm|java|jdk|jre|openjdk)[-_.]?(?:1\.)?(\d{1,2})(?:\D|$)`)
	variableRelease = lazyregexp.New(`(?i)(?:^|_)(?:(?:java|jdk|jvm)_?(\d{1,2})(?:_|$)|(?:java|jdk|jvm)(?:_[a-z]+)*_(?:opt(?:ion)?s|args|flags)_(\d{1,2})$)`)
)

// fileNamedAfter gives the options of a file that is named after a release, as jvm11-server.options is, to that
// release. Where another such file stands beside it, later releases read that one; else they may read this one, too,
// and do so where somebody says that one of them runs. Earlier ones never do.
func (in *Input) fileNamedAfter() {
	name := path.Base(in.File.Name)
	m := fileRelease.FindStringSubmatchIndex(name)
	if m == nil {
		return
	}
	release := Number(name[m[2]:m[3]])
	if release < jvmflag.Oldest || release > jvmflag.Newest {
		return
	}
	until := 0
	for next := release + 1; next <= jvmflag.Newest && until == 0 && in.FileBeside != nil; next++ {
		if in.FileBeside(name[:m[2]]+strconv.Itoa(next)+name[m[3]:]) != nil {
			until = next - 1
		}
	}
	for _, w := range in.Workloads {
		w.KnowsAtMost(workload.PartOfOptions) // a file for all releases goes with it
		meantFor(w, release, name)
		for i := range w.Options {
			o := &w.Options[i]
			if o.Since = max(o.Since, release); until > 0 && (o.Until == 0 || o.Until > until) {
				o.Until = until
			}
		}
	}
}

// variableNamedAfter takes for the JVM of a variable the release that it is named
// after, as JAVA_OPTS_FOR_JDK_11 is. One that nobody runs any more, 9, is where they begin.
func variableNamedAfter(w *workload.Workload, name string) {
	if m := variableRelease.FindStringSubmatch(name); m != nil {
		switch release := Number(m[1] + m[2]); {
		case release < jvmflag.Oldest || release > jvmflag.Newest:
		case w.JDK.Open && release < 11 && release > jvmflag.Oldest:
			w.JDK.Candidates = slices.DeleteFunc(slices.Clone(w.JDK.Candidates), func(jdk int) bool { return jdk < release })
			w.JDK.Why = "the name " + name
		default:
			meantFor(w, release, name)
		}
	}
}

func meantFor(w *workload.Workload, release int, name string) {
	if w.JDK.Open {
		w.JDK = workload.JDK{Candidates: []int{release}, Why: "the name " + name}
	}
}

// readBySome leaves, where nothing names the JDK, those that get some of the options.
func readBySome(w *workload.Workload) {
	if !w.JDK.Open || len(w.Options) == 0 {
		return
	}
	some := lists.Where(w.JDK.Candidates, func(jdk int) bool {
		return slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return o.For(jdk) })
	})
	if len(some) > 0 && len(some) < len(w.JDK.Candidates) {
		w.JDK.Candidates, w.JDK.Why = some, "its options are for these"
	}
}
