package images

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
)

var (
	// named finds the version where a name gives it behind the word for a JVM: distroless/java17-debian12,
	// ubi9/openjdk-21-runtime, maven:3.9-eclipse-temurin-17, app:1.4-jre17.0.9.
	named = lazyregexp.New(`(?:^|[/.:_-])(?:java|jdk|jre|open-?jdk|temurin|corretto|zulu|liberica|sapmachine)[-_]?(?:v)?(\d)`)

	// update8 finds an update of JDK 8: 8u252, 1.8.0_171.
	update8 = lazyregexp.New(`(?:^|[.:_-]|jdk|jre)(8u\d.*|1\.8\.0_\d.*)`)
)

func OnWindows(r Reference) bool {
	return lists.AnyWord(r.Tag, strings.Contains, "nanoserver", "windowsservercore")
}

// builds keeps what buildOf says: a run has few images, and many containers of each.
var builds parallel.Memo[Reference, release.Build]

// BuildOf is the build that the name of an image tells: at least its release. It reports false where it tells none.
func BuildOf(r Reference) (release.Build, bool) {
	b := builds.Of(r, buildOf)
	return b, b.Release != 0
}

func buildOf(r Reference) release.Build {
	b, found := written(r)
	if !found {
		return release.Build{}
	}
	b.Vendor = cmp.Or(b.Vendor, vendorOf(r, b.Release))
	if b.Bound == release.Unnamed {
		b = ended(r, b)
	}
	if b.Bound == release.Unnamed {
		b = dated(r, b)
	}
	if b.Bound == release.Unnamed && floats(r) {
		b.Bound = release.Newest
	}
	return b
}

// written is the build as the name has it.
func written(r Reference) (release.Build, bool) {
	if strings.Contains(r.Repository, "redhat-openjdk-18/") { // its 18 is 1.8
		return release.Build{Release: 8}, true
	}
	if OnlyJDK(r) {
		if b, is := leading(r.Tag); is && b.Release >= least {
			return b, true
		}
	}
	// An agent that other JVMs load: the release in its tag is the oldest that it works in.
	// https://github.com/apache/skywalking-java/blob/main/docs/en/setup/service-agent/java-agent/containerization.md
	if lists.AnyWord(r.Repository, strings.HasSuffix, "java-agent", "javaagent") {
		return release.Build{}, false
	}
	for _, s := range []string{r.Tag, r.Repository} {
		b := behindWords(s)
		if b.Release < least {
			continue
		}
		if b.Bound == release.Unnamed && s != r.Tag { // adoptopenjdk/openjdk11:jre-11.0.6_10
			if tagged, is := leading(r.Tag); is && tagged.Release == b.Release && tagged.Bound == release.Exactly {
				return tagged, true
			}
		}
		return b, true
	}
	if m := update8.FindStringSubmatch(r.Tag); m != nil {
		return release.Parse(m[1])
	}
	// Docker Hub's java was given up in 2017: https://hub.docker.com/_/java
	if r.Repository == "java" && slices.Contains(strings.Fields("latest alpine jdk jre jdk-alpine jre-alpine"), r.Tag) {
		return release.Build{Release: 8}, true
	}
	return release.Build{}, false
}

// behindWords is the build whose version stands behind a word for a JVM: the first, and
// its update where another of the same release names one, as in java-11-openjdk-11.0.13.
func behindWords(s string) (first release.Build) {
	for _, m := range named.FindAllStringSubmatchIndex(s, -1) {
		b, is := versionOf(s[m[2]:])
		switch {
		case !is || b.Release < least:
		case first.Release == 0:
			first = b
		case first.Bound == release.Unnamed && b.Release == first.Release:
			first.Update, first.Bound = b.Update, b.Bound
		}
	}
	return first
}

// Numbers that a release of the JDK may have; others are versions of something else.
const least, most = 6, 99

var number = lazyregexp.New(`^(?:1\.)?(\d{1,2})(?:$|\D)`)

// leading is the build that a tag begins with.
func leading(tag string) (release.Build, bool) {
	tag = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(tag, "jdk"), "jre"), "-")
	if tag == "" || tag[0] < '0' || tag[0] > '9' {
		return release.Build{}, false
	}
	return versionOf(tag)
}

// versionOf reads a version, or only its release where more of it is no version of a JDK.
func versionOf(s string) (release.Build, bool) {
	if b, is := release.Parse(s); is && b.Release <= most {
		return b, true
	}
	if m := number.FindStringSubmatch(s); m != nil {
		return release.Parse(m[1])
	}
	return release.Build{}, false
}

// vendorPattern finds the words of names that tell who made the build.
type vendorPattern struct {
	in     *lazyregexp.Regexp
	vendor release.Vendor
}

var vendorPatterns = jvmflag.Table(vendorsTSV, func(c []string) vendorPattern {
	return vendorPattern{lazyregexp.New(c[1]), release.Vendor(c[0])}
})

//go:embed vendors.tsv
var vendorsTSV string

// vendorOf is who made the build of an image, as far as its name tells.
func vendorOf(r Reference, jdk int) release.Vendor {
	name := r.Repository + ":" + r.Tag
	if strings.Contains(r.Repository, "distroless/java") {
		if jdk <= 17 { // https://github.com/GoogleContainerTools/distroless/issues/1405: later ones are Temurin
			return release.Debian
		}
		return release.Temurin
	}
	by, _ := lists.First(vendorPatterns(), func(w vendorPattern) bool { return w.in.MatchString(name) })
	return by.vendor
}

// floats reports whether what an image brings moves on with its tag: that of a JVM by itself,
// where the tag names no update, and no date.
func floats(r Reference) bool {
	return othersBuildOn(r.Repository) && !lists.AnyWord(r.Repository, strings.HasSuffix, copied...) && !pinned.MatchString(r.Tag)
}

// copied ends the names of an openjdk of somebody else, who builds it when he likes, and GraalVM's, whose releases
// get no update after half a year (https://www.graalvm.org/release-calendar/).
var copied = []string{"/openjdk", "-community"}

// pinned finds a version of the image itself, or a date, in tags of images that do not lead
// with the version of the JDK: ubi9/openjdk-21:1.20.
var pinned = lazyregexp.New(`^v?\d+\.\d+(?:[.-]|$)|\d{8}|^[0-9a-f]{7,}$`)

// An end is the last build of a release that floating tags of a repository were given.
type end struct {
	release int
	last    string
	bound   release.Bound
	source  string
	names   *lazyregexp.Regexp // of repository and tag
}

// ends are repositories that are no longer built: what floated stands still.
var ends = jvmflag.Table(endsTSV, func(c []string) end {
	bound := either.Of(c[2] == "exactly", release.Exactly, release.AtMost)
	return end{jvmflag.CellNumber(c[0]), c[1], bound, c[3], lazyregexp.New(c[4])}
})

//go:embed ends.tsv
var endsTSV string

// ended is the build that an image still brings where its repository has ended.
func ended(r Reference, b release.Build) release.Build {
	for _, name := range imagename.Candidates(r.Repository) {
		name = strings.TrimPrefix(name, "library/") + ":" + r.Tag
		e, is := lists.First(ends(), func(e end) bool { return e.release == b.Release && e.names.MatchString(name) })
		if is {
			last, _ := release.Parse(e.last)
			b.Update, b.Bound, b.Why = last.Update, e.bound, e.source
			break
		}
	}
	return b
}

// distributions are those whose packages of OpenJDK are their own, by how the names of images tell them.
var distributions = map[string]struct {
	names  *lazyregexp.Regexp
	vendor release.Vendor
}{
	"alpine": {lazyregexp.New(`(?:^|[/:-])alpine`), release.Alpine},
	"debian": {lazyregexp.New(`(?:^|/)debian:|[:-](?:jessie|stretch|buster|bullseye|bookworm|trixie)\b`), release.Debian},
	"ubuntu": {lazyregexp.New(`(?:^|/)ubuntu:|[:-](?:xenial|bionic|focal|jammy|noble)\b`), release.Ubuntu},
}

// ForksCommand reports whether the /bin/sh of an image is dash, which runs the one command of sh -c as its child. Bash
// and busybox become what they run last.
func ForksCommand(r Reference) bool {
	return ofDash.MatchString(r.Repository+":"+r.Tag) && !otherShell.MatchString(r.Repository+":"+r.Tag)
}

var ofDash = lazyregexp.New(`(?:^|/)(?:(?:debian|ubuntu|eclipse-temurin|adoptopenjdk|zulu-openjdk(?:-debian)?):|openjdk:(?:8|11)(?:$|[-.u]))|openjdk:.*-slim|[:-](?:jessie|stretch|buster|bullseye|bookworm|trixie|xenial|bionic|focal|jammy|noble)\b`) // openjdk from 12 on is Oracle Linux
var otherShell = lazyregexp.New(`alpine|alpaquita|ubi|centos|oracle|windows|nanoserver|wolfi`)

// isOf reports whether an image is built on a release of a distribution: 8 jessie.
func isOf(image, distribution, of string) bool {
	version, codename, named := strings.Cut(of, " ")
	if named {
		return hasPart(image, distribution+":"+version) || hasPart(image, ":"+codename) || hasPart(image, "-"+codename)
	}
	return hasPart(image, distribution+version) || hasPart(image, distribution+":"+version) ||
		hasPart(image, distribution+"-"+version)
}

// hasPart reports whether a dot, a dash or nothing stands behind a part of a name.
func hasPart(name, part string) bool {
	return slices.ContainsFunc(strings.Split(name+".", part)[1:], func(rest string) bool {
		return strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "-")
	})
}

// lateUpdates is how long after the end of its support a release of a distribution may still have got an
// update: Alpine 3.15 got one after a month.
const lateUpdates = 60 * 24 * time.Hour

// Packaged is the build that a package of a distribution brings into an image where nothing names its version:
// the newest, and where the distribution has ended, one that came out before its end.
func Packaged(r Reference, jdk int) release.Build {
	b, name := release.Build{Release: jdk, Bound: release.Newest}, r.Repository+":"+r.Tag
	for _, f := range catalogue.Facts("Distribution") {
		d := distributions[f.Get("Distribution")]
		if !d.names.MatchString(name) {
			continue
		}
		b.Vendor = d.vendor
		for _, field := range f.Fields() {
			of, is := strings.CutPrefix(field.Key, "Release ")
			if until, err := time.Parse(time.DateOnly, field.Value); is && err == nil && isOf(name, f.Get("Distribution"), of) {
				return atMost(b, until.Add(lateUpdates), f.Get("Source"))
			}
		}
	}
	return b
}

// atMost bounds a build by a day from which on nothing newer came into an image.
func atMost(b release.Build, day time.Time, source string) release.Build {
	if newest, known := release.NewestBy(b.Release, day.Format(time.DateOnly)); known {
		b.Update, b.Bound, b.Why = newest, release.AtMost, source
	}
	return b
}

// builtAt finds the second in which an image of Red Hat was built, in its tag.
// https://github.com/docker-library/official-images/pull/16734
var builtAt = lazyregexp.New(`-(?:\d+\.)?(1[5-9]\d{8})$`)

// lineOf finds the version of an image of Red Hat, which is not that of its JDK.
var lineOf = lazyregexp.New(`(?:^|/)(ubi[89])/openjdk-\d+(?:-runtime)?:(1\.\d+)(?:-\d+)?$`)

// dated bounds a build of Red Hat by when its image was built, or was built last.
func dated(r Reference, b release.Build) release.Build {
	if b.Vendor != release.RedHat {
		return b
	}
	if m := builtAt.FindStringSubmatch(r.Tag); m != nil {
		seconds, _ := strconv.ParseInt(m[1], 10, 64)
		return atMost(b, time.Unix(seconds, 0).UTC(), "https://github.com/docker-library/official-images/pull/16734")
	}
	if m := lineOf.FindStringSubmatch(r.Repository + ":" + r.Tag); m != nil {
		for _, f := range catalogue.Facts("Red Hat images") {
			if next, err := time.Parse(time.DateOnly, f.Get("Version "+m[2])); err == nil && f.Subject() == m[1] {
				return atMost(b, next.Add(lateUpdates), f.Get("Source"))
			}
		}
	}
	return b
}
