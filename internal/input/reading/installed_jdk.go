package reading

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var (
	installs = lazyregexp.New(`\b(?:apt(?:-get)?|aptitude|yum|dnf|microdnf|tdnf|apk|zypper|pacman)\b`)

	// packageOfJDK finds packages of distributions and vendors that bring a JDK, by names that tell its release.
	// https://packages.debian.org/search?keywords=openjdk
	// https://pkgs.alpinelinux.org/packages?name=openjdk*
	// https://adoptium.net/installation/linux/
	packageOfJDK = lazyregexp.New(`(?:^|[\s="'])((?:openjdk-?|java-(?:1\.)?|temurin-|zulu-?|oracle-java|amazon-corretto-?|msopenjdk-|adoptopenjdk-)(\d{1,2})(?:\.0)?(?:-[\w.+*~:-]*)?((?:~?=~?)[^\s"';&|\\]+)?)`)
)

// archiveOfJDK finds archives of JDKs by names that tell their release.
// https://github.com/adoptium/temurin17-binaries/releases (OpenJDK17U-jre_x64_linux_hotspot_17.0.9_9.tar.gz)
// https://jdk.java.net/archive/ (openjdk-17.0.2_linux-x64_bin.tar.gz)
// https://www.oracle.com/java/technologies/downloads/archive/ (jdk-8u202-linux-x64.tar.gz)
var archiveOfJDK = lazyregexp.New(`(?:^|[\s/"'=])((?:OpenJDK|openjdk-|jdk-|jre-)(\d{1,2})(?:U-|[._u])[^\s/"';&|\\]*\.(?:tar\.gz|tgz|zip)\b)`)

// InstalledJDKs are the packages that a command installs and that bring a JDK, and the archives of JDKs that it names.
func InstalledJDKs(command source.Text) (all []source.Text) {
	s := command.String()
	all = lists.Of(archiveOfJDK.FindAllStringSubmatchIndex(s, -1), func(m []int) source.Text { return command.Slice(m[2], m[3]) })
	if !installs.MatchString(s) {
		return all
	}
	return append(all, slices.DeleteFunc(packagesIn(command), func(p source.Text) bool { return archiveOfJDK.MatchString(p.String()) })...)
}

// packagesIn are the packages that a text names and that bring a JDK.
func packagesIn(text source.Text) []source.Text {
	return lists.Found(packageOfJDK.FindAllStringSubmatchIndex(text.String(), -1), func(m []int) (source.Text, bool) {
		name := text.Slice(m[2], m[3])
		return name, !strings.Contains(name.String(), "doc")
	})
}

// vendorsOfPackages are words of names of packages that tell who made the build.
var vendorsOfPackages = []struct {
	name   *lazyregexp.Regexp
	vendor release.Vendor
}{
	{lazyregexp.New(`^openjdk\d`), release.Alpine},
	{lazyregexp.New(`^(?:temurin|adoptopenjdk)`), release.Temurin},
	{lazyregexp.New(`corretto`), release.Corretto},
	{lazyregexp.New(`^zulu`), release.Zulu},
	{lazyregexp.New(`^msopenjdk`), release.Microsoft},
	{lazyregexp.New(`^oracle`), release.Oracle},
	{lazyregexp.New(`^java-[\d.]+-openjdk`), release.RedHat},
}

// otherPackages finds what takes packages from elsewhere than the distribution has them by now.
var otherPackages = lazyregexp.New(`add-apt-repository|sources\.list|apk/repositories|--repository|apk .*-X |snapshot\.debian|backports|apt-key|signed-by=`)

// buildOfPackages is the build that packages of one release bring: the update that one of them names,
// or the newest that the distribution has.
// https://packages.debian.org/search?keywords=openjdk (openjdk-11-jre=11.0.13+8-1~deb10u1)
// https://pkgs.alpinelinux.org/packages?name=openjdk* (openjdk11-jre=11.0.13_p8-r0, openjdk8=8.302.08-r1)
// https://access.redhat.com/articles/1299013 (java-11-openjdk-11.0.13.0.8-1.el8_4)
func buildOfPackages(image images.Reference, jdk int, packages []source.Text) release.Build {
	b, fixed := images.Packaged(image, jdk), otherPackages.Match(packages[0].Span().File.Data)
	for _, p := range packages {
		m := packageOfJDK.FindStringSubmatch(p.String())
		name, version := m[1], strings.TrimLeft(m[3], "~=")
		for _, v := range vendorsOfPackages {
			if v.name.MatchString(name) && b.Vendor != v.vendor { // not of the distribution
				b = release.Build{Release: jdk, Bound: release.Newest, Vendor: v.vendor}
			}
		}
		if of := release.VendorIn(version); of != "" {
			b.Vendor = of
		}
		fixed = fixed || version != ""
		if update, is := updateOfPackage(jdk, name, version); is {
			b.Update, b.Bound, b.Why = update, release.Exactly, ""
			return b
		}
	}
	if fixed { // to what a variable says, to a part of a version, or to what another archive has
		b.Update, b.Bound, b.Why = release.Update{}, release.Unnamed, ""
	}
	return b
}

// updateOfPackage is the update that a version names, or the end of the name of a package of an RPM.
func updateOfPackage(jdk int, name, version string) (release.Update, bool) {
	versions := []string{version}
	for i := range name {
		if version == "" && (name[i] == '-' || name[i] == ':') {
			versions = append(versions, name[i+1:])
		}
	}
	for _, v := range versions {
		if b, is := release.Parse(strings.TrimRight(v, "*.-")); is && b.Release == jdk && b.Bound == release.Exactly {
			if strings.HasPrefix(name, "java-") && jdk > 8 && strings.Count(v[:strings.IndexAny(v+"-", "-+")], ".") == 3 {
				b.Update.Patch = 0 // the fourth number was that of the build: 11.0.5.10-0.el7_7
			}
			return b.Update, true
		}
	}
	return release.Update{}, false
}

// updateOfArchive is the version in the name of an archive, as far as it goes.
var updateOfArchive = lazyregexp.New(`\d{1,2}u\d{1,4}|\d{1,2}\.0\.\d{1,3}(?:\.\d{1,3})?`)

// buildOfArchives is the build that all archives of a release name; one that names none, or another,
// leaves the update open.
func buildOfArchives(jdk int, archives []source.Text) release.Build {
	var build release.Build
	for i, a := range archives {
		named, ok := release.Parse(updateOfArchive.FindString(a.String()))
		if !ok || named.Release != jdk || i > 0 && named != build {
			return release.Build{Release: jdk, Bound: release.Unnamed}
		}
		build = named
	}
	return build
}

// InstalledJDK takes over the JDK that packages or archives bring into an image of which
// nothing else is known, where all bring the same.
func (in *Input) InstalledJDK(w *workload.Workload, installed []source.Text) {
	if !w.JDK.Open || len(installed) == 0 || w.Known == workload.Nothing {
		return
	}
	isArchive := func(p source.Text) bool { return archiveOfJDK.MatchString(p.String()) }
	of := func(p source.Text) int {
		names := either.Of(isArchive(p), archiveOfJDK, packageOfJDK)
		return Number(names.FindStringSubmatch(p.String())[2])
	}
	jdk, what := of(installed[0]), "package"
	if slices.ContainsFunc(installed, func(p source.Text) bool { return of(p) != jdk }) {
		return
	}
	var build release.Build
	if slices.ContainsFunc(installed, isArchive) {
		what, build = "archive", buildOfArchives(jdk, installed)
	} else {
		build = buildOfPackages(images.Parse(w.Image.String()), jdk, installed)
	}
	in.takeJDK(w, build, what+" "+installed[0].String(), "brings", installed[0])
}

// setsHome finds where a script, a unit or a file of variables sets JAVA_HOME.
var setsHome = lazyregexp.New(`(?m)^[ \t]*(?:export[ \t]+|Environment=["']?|ENV[ \t]+)?JAVA_HOME[= ][ \t]*["']?(/[^\s"'#;$]+)`)

// runOnHome takes for the JVMs of a text the JDK that its JAVA_HOME names, where all that is set there name the same.
func (in *Input) runOnHome() {
	if in.Reader == nil || in.Reader.YAML || len(in.Workloads) == 0 || !bytes.Contains(in.File.Data, []byte("JAVA_HOME")) {
		return
	}
	build, at, text := release.Build{}, source.Text{}, string(in.File.Data)
	for _, m := range setsHome.FindAllStringSubmatchIndex(text, -1) {
		found, named := buildOfHome(text[m[2]:m[3]])
		if !named || build.Release != 0 && found.Release != build.Release {
			return
		}
		build, at = found, source.Verbatim(in.File.Span(m[2], m[3]))
	}
	if build.Release == 0 {
		return
	}
	for _, w := range in.Workloads {
		in.runOn(w, build, at, "JAVA_HOME")
	}
}

// homeOf takes over the JDK that JAVA_HOME of a container names.
func (in *Input) homeOf(w *workload.Workload, env *Environment) {
	if v, set := env.Get("JAVA_HOME"); set && v.Known {
		if build, named := buildOfHome(v.Value.String()); named {
			in.runOn(w, build, v.Value, "JAVA_HOME")
		}
	}
}

// buildOfHome is the build that a path names, at least its release:
// /usr/lib/jvm/java-8-openjdk-amd64, /usr/lib/jvm/java-11-openjdk-11.0.13.0.8-4.el8_5.x86_64.
func buildOfHome(path string) (release.Build, bool) {
	return images.BuildOf(images.Reference{Repository: path})
}

// runOn takes a build for a JVM of which nothing else tells one.
func (in *Input) runOn(w *workload.Workload, build release.Build, at source.Text, why string) {
	if w.JDK.Open {
		in.takeJDK(w, build, why, "names", at)
	}
}

// RunByPath takes for a JVM the release that the path of its java names, where nothing else
// tells one: /usr/lib/jvm/java-17-openjdk-amd64/bin/java.
func (in *Input) RunByPath(w *workload.Workload, java source.Text) {
	called := strings.ReplaceAll(java.String(), `\`, "/") // on Windows
	if !strings.Contains(called, "/") || HasPlaceholder(called) {
		return
	}
	if build, named := buildOfHome(path.Dir(called)); named {
		in.runOn(w, build, java, "the path of java")
	}
}

// RunOnPrinted takes over the build that a JVM printed; at is where.
func (in *Input) RunOnPrinted(w *workload.Workload, p release.Printed, at source.Text) {
	switch jdk := p.Build.Release; {
	case p.JVM != "":
		w.Doubt, w.Known = in.NotJudged(PlaceOf(w), "%s says that it is %s, which is not HotSpot", at.Span().File.Name, p.JVM), workload.Nothing
	case w.JDK.Open && (jdk < jvmflag.Oldest || jdk > jvmflag.Newest):
		w.Doubt, w.Known = in.NotJudged(PlaceOf(w), "%s names JDK %d, which jvmlint does not know", at.Span().File.Name, jdk), workload.Nothing
	default:
		w.JDK.Tell(p.Build, "as printed in "+at.Span().File.Name, at)
	}
}
