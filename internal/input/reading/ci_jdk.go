package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var (
	// releaseOfCI finds where a workflow of GitHub or a build of Travis says its JDKs.
	//
	//	https://github.com/actions/setup-java
	//	https://docs.travis-ci.com/user/languages/java/
	releaseOfCI = lazyregexp.New(`^[ \t]*(?:-[ \t]+)?["']?(?:java-version|java_version|java|jdk)["']?[ \t]*:[ \t]*(.*)$`)
	itemOfList  = lazyregexp.New(`^[ \t]*-[ \t]+([^:#]+)`)
	releaseWord = lazyregexp.New(`^(?:(?:open|oracle)jdk|temurin-|zulu-|adopt-)?(?:1\.)?(\d{1,2})(?:[.+_-][\w.+-]*|\.x|-ea)?$`)
)

// runOnCI leaves, for the JVMs of a workflow, the JDKs that it sets up, where all are known.
func (in *Input) runOnCI() {
	travis := path.Base(in.File.Name) == ".travis.yml"
	if !travis && !strings.Contains("/"+in.File.Name, "/.github/workflows/") || len(in.Workloads) == 0 {
		return
	}
	var all []int
	known, list := true, false
	take := func(words string) {
		for _, word := range strings.FieldsFunc(words, func(c rune) bool { return strings.ContainsRune("[], \t\r\n\"'", c) }) {
			if m := releaseWord.FindStringSubmatch(word); m == nil {
				known = false
			} else if release := Number(m[1]); !slices.Contains(all, release) {
				all = append(all, release)
			}
		}
	}
	for line := range strings.Lines(string(in.File.Data)) {
		line, _, _ = strings.Cut(line, " #")
		line = strings.TrimRight(line, " \t\r\n")
		m := releaseOfCI.FindStringSubmatch(line)
		switch item := itemOfList.FindStringSubmatch(line); {
		case m != nil && strings.Contains(m[1], "${{"): // the matrix gives it
			list = false
		case m != nil:
			list = m[1] == ""
			take(m[1])
		case list && item != nil:
			take(item[1])
		case line != "":
			list = false
		}
	}
	slices.Sort(all)
	if !known || len(all) == 0 || all[0] < jvmflag.Oldest || all[len(all)-1] > jvmflag.Newest {
		return
	}
	for _, w := range in.Workloads {
		if w.JDK.Open && len(w.JDK.Candidates) == len(workload.OpenJDK().Candidates) && w.Image.Len() == 0 {
			w.JDK = workload.JDK{Candidates: all, Why: "what " + path.Base(in.File.Name) + " sets up"}
		}
	}
}
