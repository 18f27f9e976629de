package images

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

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
