package reading

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var (
	installs = lazyregexp.New(`\b(?:apt(?:-get)?|aptitude|yum|dnf|microdnf|tdnf|apk|zypper|pacman)\b`)

	// packageOfJDK finds packages of distributions and vendors that bring a JDK, by names that
	// tell its release.
	//
	//	https://packages.debian.org/search?keywords=openjdk
	//	https://pkgs.alpinelinux.org/packages?name=openjdk*
	//	https://adoptium.net/installation/linux/
	packageOfJDK = lazyregexp.New(`(?:^|[\s="'])((?:openjdk-?|java-(?:1\.)?|temurin-|zulu-?|oracle-java|amazon-corretto-?|msopenjdk-|adoptopenjdk-)(\d{1,2})(?:\.0)?(?:-[\w.+*-]*)?)`)
)

// InstalledJDKs are the packages that a command installs and that bring a JDK.
func InstalledJDKs(command source.Text) []source.Text {
	if !installs.MatchString(command.String()) {
		return nil
	}
	var all []source.Text
	for _, m := range packageOfJDK.FindAllStringSubmatchIndex(command.String(), -1) {
		if name := command.Slice(m[2], m[3]); !strings.Contains(name.String(), "doc") {
			all = append(all, name)
		}
	}
	return all
}

// variableOfRelease finds the variable by which a role of Ansible chooses a JDK.
var variableOfRelease = lazyregexp.New(`(?i)^[ \t]*((?:\w+_)?(?:java|jdk|openjdk)_?(?:major_?)?(?:version|release|major))[ \t]*:[ \t]*["']?(?:1\.)?(\d{1,2})\b`)

// ReleasesIn are the releases of the JDKs that a file of a role names: packages, and the
// variable that chooses one, unless something else sets it.
func ReleasesIn(f *source.File, setElsewhere func(name string) bool) (all []int) {
	for line := range strings.Lines(string(f.Data)) {
		if IsComment(line) {
			continue
		}
		for _, m := range packageOfJDK.FindAllStringSubmatch(line, -1) {
			all = append(all, Number(m[2]))
		}
		if m := variableOfRelease.FindStringSubmatch(line); m != nil && !setElsewhere(m[1]) {
			all = append(all, Number(m[2]))
		}
	}
	return all
}

// runOnInstalled takes for the JVMs of a script the JDK that it installs itself.
func (in *Input) runOnInstalled() {
	if in.Reader == nil || in.Reader.YAML && !bytes.HasPrefix(in.File.Data, []byte("#cloud-config")) || len(in.Workloads) == 0 || !installs.Match(in.File.Data) && !in.Reader.YAML {
		return
	}
	var packages []source.Text
	at := 0
	for line := range strings.Lines(string(in.File.Data)) {
		if !IsComment(line) {
			for _, m := range packageOfJDK.FindAllStringSubmatchIndex(line, -1) {
				if name := source.Verbatim(in.File.Span(at+m[2], at+m[3])); !strings.Contains(name.String(), "doc") {
					packages = append(packages, name)
				}
			}
		}
		at += len(line)
	}
	for _, w := range in.Workloads {
		if w.Image.Len() == 0 {
			in.InstalledJDK(w, packages)
		}
	}
}

// InstalledJDK takes over the JDK that packages bring into an image of which nothing else is
// known, where all bring the same.
func (in *Input) InstalledJDK(w *workload.Workload, packages []source.Text) {
	if !w.JDK.Open || len(packages) == 0 || w.Known == workload.Nothing {
		return
	}
	release := func(p source.Text) int {
		n, _ := strconv.Atoi(packageOfJDK.FindStringSubmatch(p.String())[2])
		return n
	}
	jdk := release(packages[0])
	if slices.ContainsFunc(packages, func(p source.Text) bool { return release(p) != jdk }) {
		return
	}
	w.JDK = workload.JDK{Candidates: []int{jdk}, Why: "package " + packages[0].String(), At: packages[0]}
	if jdk < jvmflag.Oldest || jdk > jvmflag.Newest {
		w.Doubt = in.NotJudged(packages[0].Span(), "package %s brings JDK %d, which jvmlint does not know", packages[0], jdk)
		w.Known = workload.Nothing
	}
}
