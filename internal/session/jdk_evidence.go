package session

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// compileTarget finds the release that a build compiles for: no older JVM runs its classes.
//
//	https://maven.apache.org/plugins/maven-compiler-plugin/compile-mojo.html
//	https://docs.gradle.org/current/userguide/toolchains.html
var compileTarget = map[string]*lazyregexp.Regexp{
	"pom.xml":          lazyregexp.New(`<(?:maven\.compiler\.(?:release|target)|java\.version|release|target)>\s*(?:1\.)?(\d{1,2})\s*</`),
	"build.gradle":     gradleTarget,
	"build.gradle.kts": gradleTarget,
	"build.sbt":        lazyregexp.New(`"--?(?:target|release)"\s*,\s*"(?:1\.)?(\d{1,2})"|"-target:jvm-(?:1\.)?(\d{1,2})"`),
}

var gradleTarget = lazyregexp.New(`(?m)^[^/\n]*(?:\b(?:targetCompatibility|jvmTarget)\b[^\n\d]*(?:1[._])?(\d{1,2})\b|JavaLanguageVersion\.of\(["']?(\d{1,2})|\boptions\.release\b[^\n\d]*(\d{1,2})\b|\bjvmToolchain\(\s*(\d{1,2}))`)

// target is the oldest release that a build compiles for, and where it says so.
type target struct {
	release int
	at      source.Span
}

// narrowJDKs leaves, where nothing names the JDK of a program, those that run what the build
// around it makes. A role of Ansible tells by what it installs.
func (s *Session) narrowJDKs(files []found, inputs []*input.Input) {
	targets, roles := map[string]target{}, s.releasesOfRoles(files)
	for i, in := range inputs {
		if in == nil || files[i].root == "" || !slices.ContainsFunc(in.Workloads, openToAll) || slices.ContainsFunc(in.Workloads, narrowed) {
			continue
		}
		folder := filepath.Dir(files[i].path)
		if jdk, named := s.jibJDK(in, folder); named {
			in.RunOn(jdk)
			continue
		}
		if role, _, is := reading.RoleOf(in.File.Name); is {
			if of := roles[role]; len(of) > 0 {
				in.RunOn(workload.JDK{Candidates: of, Why: "role " + path.Base(role) + " installs it"})
			}
			continue
		}
		if runsTool(in) {
			if release, at := s.toolchainAbove(folder, files[i].root); release >= jvmflag.Oldest && release <= jvmflag.Newest {
				in.RunOn(workload.JDK{Candidates: []int{release}, Why: "the JDK of the project", At: source.Verbatim(at)})
				continue
			}
		}
		if t := s.targetAbove(folder, files[i].root, targets); t.release > jvmflag.Oldest {
			narrow(in, t)
		}
	}
}

// narrowed tells a JVM of which the options leave some JDKs.
func narrowed(w *workload.Workload) bool {
	return w.JDK.Open && len(w.JDK.Candidates) < len(workload.OpenJDK().Candidates)
}

// chosenJDK are files by which a project chooses the JDK that builds it.
//
//	https://sdkman.io/usage#env-command
//	https://github.com/jenv/jenv
//	https://asdf-vm.com/manage/configuration.html#tool-versions
var chosenJDK = []struct {
	name    string
	release *lazyregexp.Regexp
}{
	{".sdkmanrc", lazyregexp.New(`(?m)^java=(?:1\.)?(\d{1,2})\b`)},
	{".java-version", lazyregexp.New(`^\s*(?:[a-z]+-?)?(?:1\.)?(\d{1,2})\b`)},
	{".tool-versions", lazyregexp.New(`(?m)^java[ \t]+(?:[a-z]+-)*(?:1\.)?(\d{1,2})\b`)},
}

// runsTool reports whether the JVMs of a file are those of a build tool, or which it starts.
func runsTool(in *input.Input) bool {
	return in.Format == input.BuildXML || in.Format == input.BuildScript ||
		slices.Contains([]string{"gradle.properties", "jvm.config", ".jvmopts", ".sbtopts"}, path.Base(in.File.Name))
}

// toolchainAbove is the release that a project chooses for its build, of the nearest folder.
func (s *Session) toolchainAbove(folder, root string) (int, source.Span) {
	for _, c := range chosenJDK {
		if file, err := s.one(filepath.Join(folder, c.name), readFound); err == nil {
			if m := c.release.FindStringSubmatchIndex(string(file.Data)); m != nil {
				at := file.Span(m[2], m[3])
				return reading.Number(at.String()), at
			}
		}
	}
	if above := filepath.Dir(folder); above != folder && inFolder(root, folder) {
		return s.toolchainAbove(above, root)
	}
	return 0, source.Span{}
}

// openToAll tells a JVM of which nothing names the JDK.
func openToAll(w *workload.Workload) bool {
	return w.JDK.Open && len(w.JDK.Candidates) == len(workload.OpenJDK().Candidates) && w.Image.Len() == 0 && w.Known != workload.Nothing && w.HasJVM()
}

// runsBuild reports whether a JVM runs what is built here: one that a build starts, or a command
// of a program that is no product.
func runsBuild(in *input.Input, w *workload.Workload) bool {
	switch {
	case in.Format == input.BuildXML || in.Format == input.BuildScript:
		return true
	case in.Reader == nil || in.Reader.YAML || in.Chart != nil:
		return false
	}
	return path.Base(w.Name) == "java" || path.Base(w.Name) == "service" || ownVariable.MatchString(w.Name)
}

// ownVariable matches variables of programs of any kind.
var ownVariable = lazyregexp.New(`^(?:JAVA|JVM|JDK)_\w+$`)

// narrow leaves the releases from a target on, where all JVMs of a file run what is built. Where
// options are for older ones, one of both is wrong, and nothing is judged.
func narrow(in *input.Input, t target) {
	left := slices.DeleteFunc(slices.Clone(workload.OpenJDK().Candidates), func(jdk int) bool { return jdk < t.release })
	if len(left) == 0 || slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return openToAll(w) && !runsBuild(in, w) }) {
		return
	}
	for _, w := range in.Workloads {
		if openToAll(w) && leastUnknown(w, left) > leastUnknown(w, w.JDK.Candidates) {
			w.Doubt = in.NotJudged(w.At.Span(), "its options are for JDKs before %d, for which %s compiles", t.release, t.at.File.Name)
			w.Known, w.Options, w.Variables = workload.Nothing, nil, nil
		}
	}
	in.RunOn(workload.JDK{Candidates: left, Open: true, Why: "compiled for " + source.Verbatim(t.at).String() + " in " + t.at.File.Name})
}

// leastUnknown is how many options the best of some JDKs does not know.
func leastUnknown(w *workload.Workload, jdks []int) int {
	least := len(w.Options)
	for _, jdk := range jdks {
		unknown := 0
		for _, r := range w.Command().Resolve(jdk).Refusals {
			if r.Cause == jvmflag.UnknownOption {
				unknown++
			}
		}
		least = min(least, unknown)
	}
	return least
}

// targetAbove is that of the nearest build around a folder.
func (s *Session) targetAbove(folder, root string, known map[string]target) target {
	if t, before := known[folder]; before {
		return t
	}
	var found target
	for _, name := range []string{"pom.xml", "build.gradle", "build.gradle.kts", "build.sbt"} {
		file, err := s.one(filepath.Join(folder, name), readFound)
		if err != nil {
			continue
		}
		for _, m := range compileTarget[name].FindAllStringSubmatchIndex(string(file.Data), -1) {
			for g := 2; g < len(m); g += 2 {
				if m[g] < 0 {
					continue
				}
				at := file.Span(m[g], m[g+1])
				if release := reading.Number(at.String()); release > 4 && (found.release == 0 || release < found.release) {
					found = target{release, at}
				}
			}
		}
	}
	if above := filepath.Dir(folder); found.release == 0 && above != folder && inFolder(root, folder) {
		found = s.targetAbove(above, root, known)
	}
	known[folder] = found
	return found
}

// inFolder reports whether a folder is below the one that was searched.
func inFolder(root, folder string) bool {
	whole, err := filepath.Abs(folder)
	return err == nil && whole != root && strings.HasPrefix(whole, root+string(filepath.Separator))
}

// withoutOwnJDK finds what has Elasticsearch run on another JDK than the one that it brings: the variable that
// names it, or a release before 7.0.
//
//	https://www.elastic.co/guide/en/elasticsearch/reference/8.12/setup.html#jvm-version
var withoutOwnJDK = lazyregexp.New(`(?m)^[^#\n]*\b(?:ES_)?JAVA_HOME\b|(?i)\b(?:elasticsearch|elastic|es)(?:_\w*)?version["']?[ \t]*[:=][ \t]*["']?[1-6]\b|elasticsearch-[1-6]\.|packages/[1-6]\.x`)

// bringsJDK tells the roles of products that bring a JDK of their own.
var bringsJDK = lazyregexp.New(`(?i)elastic|opensearch`)

// releasesOfRoles are the JDKs that roles of Ansible install, by what their tasks and variables say.
func (s *Session) releasesOfRoles(files []found) map[string][]int {
	all, runsOn := map[string][]int{}, map[string]bool{}
	for _, f := range files {
		role, folder, is := reading.RoleOf(filepath.ToSlash(filepath.Clean(f.path)))
		bundled := is && bringsJDK.MatchString(path.Base(role))
		variables := folder != "templates" && folder != "files" && strings.HasSuffix(f.path, "ml")
		if !is || f.chart || !variables && !bundled {
			continue
		}
		file, err := s.one(f.path, readFound)
		if err != nil {
			continue
		}
		runsOn[role] = runsOn[role] || !bundled || withoutOwnJDK.Match(file.Data)
		if !variables {
			continue
		}
		elsewhere := func(name string) bool { // or by those who take the role for a play of theirs
			return folder == "defaults" && (!strings.Contains(role, "roles/") || s.setElsewhere(role, name))
		}
		for _, release := range reading.ReleasesIn(file, elsewhere) {
			if !slices.Contains(all[role], release) {
				all[role] = append(all[role], release)
			}
		}
	}
	for role, of := range all {
		slices.Sort(of)
		if of[0] < jvmflag.Oldest || of[len(of)-1] > jvmflag.Newest || !runsOn[role] {
			delete(all, role)
		}
	}
	return all
}
