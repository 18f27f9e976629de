package images

import (
	"strconv"
	"time"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// A distribution is one whose packages of OpenJDK are its own. Names finds it in the name of an image.
type distribution struct {
	names    *lazyregexp.Regexp
	vendor   release.Vendor
	source   string
	releases []supported
}

// supported is a release of a distribution, and the last day of its free support.
type supported struct {
	names *lazyregexp.Regexp
	until string
}

// distributions are those of which some releases have ended: what packages they have does not change any more.
//
// The days of Debian (eol-lts) and Ubuntu (eol) are those of debian.csv and ubuntu.csv in Debian's package distro-info-data
// 0.58+deb12u7; those of Alpine were not checked against a file.
//
//	https://alpinelinux.org/releases/
//	https://wiki.debian.org/DebianReleases (with LTS)
//	https://wiki.ubuntu.com/Releases (without Pro)
var distributions = []distribution{
	{lazyregexp.New(`(?:^|[/:-])alpine`), release.Alpine, "https://alpinelinux.org/releases/", []supported{
		alpine(`3\.8`, "2020-05-01"), alpine(`3\.9`, "2020-11-01"), alpine(`3\.10`, "2021-05-01"), alpine(`3\.11`, "2021-11-01"),
		alpine(`3\.12`, "2022-05-01"), alpine(`3\.13`, "2022-11-01"), alpine(`3\.14`, "2023-05-01"), alpine(`3\.15`, "2023-11-01"),
		alpine(`3\.16`, "2024-05-23"), alpine(`3\.17`, "2024-11-22"), alpine(`3\.18`, "2025-05-09"), alpine(`3\.19`, "2025-11-01"),
	}},
	{lazyregexp.New(`(?:^|/)debian:|[:-](?:jessie|stretch|buster|bullseye|bookworm|trixie)\b`), release.Debian, "https://wiki.debian.org/DebianReleases", []supported{
		called(`debian:8`, "jessie", "2020-06-30"), called(`debian:9`, "stretch", "2022-06-30"), called(`debian:10`, "buster", "2024-06-30"),
		called(`debian:11`, "bullseye", "2026-08-31"),
	}},
	{lazyregexp.New(`(?:^|/)ubuntu:|[:-](?:xenial|bionic|focal|jammy|noble)\b`), release.Ubuntu, "https://wiki.ubuntu.com/Releases", []supported{
		called(`ubuntu:16\.04`, "xenial", "2021-04-30"), called(`ubuntu:18\.04`, "bionic", "2023-05-31"), called(`ubuntu:20\.04`, "focal", "2025-05-29"),
		called(`ubuntu:20\.10`, "groovy", "2021-07-22"), called(`ubuntu:21\.04`, "hirsute", "2022-01-20"), called(`ubuntu:21\.10`, "impish", "2022-07-14"),
		called(`ubuntu:22\.10`, "kinetic", "2023-07-20"), called(`ubuntu:23\.04`, "lunar", "2024-01-25"), called(`ubuntu:23\.10`, "mantic", "2024-07-11"),
		called(`ubuntu:24\.10`, "oracular", "2025-07-10"), called(`ubuntu:25\.04`, "plucky", "2026-01-15"), called(`ubuntu:25\.10`, "questing", "2026-07-09"),
		called(`ubuntu:18\.10`, "cosmic", "2019-07-18"), called(`ubuntu:19\.04`, "disco", "2020-01-23"), called(`ubuntu:19\.10`, "eoan", "2020-07-17"),
	}},
}

func alpine(version, until string) supported {
	return supported{lazyregexp.New(`alpine[:-]?` + version + `(?:[.-]|$)`), until}
}

func called(version, codename, until string) supported {
	return supported{lazyregexp.New(`(?:` + version + `|[:-]` + codename + `)(?:[.-]|$)`), until}
}

// lateUpdates is how long after the end of its support a release of a distribution may still have got an
// update: Alpine 3.15 got one after a month.
const lateUpdates = 60 * 24 * time.Hour

// Packaged is the build that a package of a distribution brings into an image where nothing names its version:
// the newest, and where the distribution has ended, one that came out before its end.
func Packaged(r Reference, jdk int) release.Build {
	b, name := release.Build{Release: jdk, Bound: release.Newest}, r.Repository+":"+r.Tag
	for _, d := range distributions {
		if !d.names.MatchString(name) {
			continue
		}
		b.Vendor = d.vendor
		for _, s := range d.releases {
			if until, err := time.Parse(time.DateOnly, s.until); err == nil && s.names.MatchString(name) {
				return atMost(b, until.Add(lateUpdates), d.source)
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
//
//	https://github.com/docker-library/official-images/pull/16734
var builtAt = lazyregexp.New(`-(?:\d+\.)?(1[5-9]\d{8})$`)

// lineOf finds the version of an image of Red Hat, which is not that of its JDK.
var lineOf = lazyregexp.New(`(?:^|/)(ubi[89])/openjdk-\d+(?:-runtime)?:(1\.\d+)(?:-\d+)?$`)

// nextLines are the days on which Red Hat tagged the sources of the next version of an image: the one before
// is built no more. Tags that hold the second of a build (1.14-8.1674016512, 1.15-1.1682053056, 1.18-2.1705573234)
// lie before the end that follows. What came after 1.20 is not there.
var nextLines = map[string]string{
	"ubi8:1.9": "2021-08-10", "ubi8:1.10": "2022-01-19", "ubi8:1.11": "2022-04-20", "ubi8:1.12": "2022-05-16",
	"ubi8:1.13": "2022-07-13", "ubi8:1.14": "2023-02-28", "ubi8:1.15": "2023-05-19", "ubi8:1.16": "2023-08-15",
	"ubi8:1.17": "2023-11-15", "ubi8:1.18": "2024-02-20", "ubi8:1.19": "2024-05-30",
	"ubi9:1.13": "2023-05-19", "ubi9:1.14": "2023-05-19", "ubi9:1.15": "2023-08-16", "ubi9:1.16": "2023-11-15",
	"ubi9:1.17": "2024-02-19", "ubi9:1.18": "2024-05-31",
}

const linesOfUBI = "https://github.com/jboss-container-images/openjdk/tags"

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
		if next, err := time.Parse(time.DateOnly, nextLines[m[1]+":"+m[2]]); err == nil {
			return atMost(b, next.Add(lateUpdates), linesOfUBI)
		}
	}
	return b
}
