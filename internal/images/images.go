// Package images tells which JVM a container image brings, as far as its name
// says so.
package images

import (
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// Reference is the name of an image taken apart: registry and path, and the
// tag, empty where there is none.
type Reference struct{ Repository, Tag string }

// Parse takes a name apart; a digest is left out, and so is a tag that is filled
// in later.
func Parse(name string) Reference {
	if at := strings.Index(name, ":$"); at > 0 {
		return Reference{Repository: name[:at]}
	}
	name, _, _ = strings.Cut(name, "@")
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		return Reference{name[:i], name[i+1:]}
	}
	return Reference{Repository: name}
}

// leading are repositories whose tags begin with the release of the JDK, as
// their documentation says.
//
//	https://hub.docker.com/_/eclipse-temurin
//	https://hub.docker.com/_/openjdk
//	https://hub.docker.com/_/amazoncorretto
//	https://hub.docker.com/_/sapmachine
//	https://hub.docker.com/r/azul/zulu-openjdk
//	https://hub.docker.com/u/bellsoft
//	https://mcr.microsoft.com/en-us/artifact/mar/openjdk/jdk/about
var leading = lazyregexp.New(`^java$|(?:^|/)(?:eclipse-temurin|openjdk|amazoncorretto|sapmachine|zulu-openjdk(?:-\w+)?|liberica-open(?:jdk|jre)-\w+|openjdk/jdk)$`)

// base finds repositories of a JVM by itself, on which others build.
//
//	https://github.com/GoogleContainerTools/distroless/blob/main/java/README.md
//	https://catalog.redhat.com/software/base-images (openjdk-17-runtime)
//	https://hub.docker.com/_/ibm-semeru-runtimes
var base = lazyregexp.New(`^java$|(?:^|/)(?:eclipse-temurin|openjdk|amazoncorretto|sapmachine|zulu-openjdk(?:-\w+)?|liberica-open(?:jdk|jre)-\w+|openjdk/jdk` +
	`|adoptopenjdk(?:/openjdk\d+)?|distroless/java(?:\d[\w-]*|-[\w-]+|)|(?:ubi\d+?/)?openjdk-\d+(?:-runtime)?|graalvm(?:-community|-ce)?|jdk-community|ibm-semeru-runtimes|ibmjava)$`)

// named finds the release where a name gives it behind the word for a JVM:
// distroless/java17-debian12, ubi9/openjdk-21-runtime, maven:3.9-eclipse-temurin-17,
// app:1.4-jre17.
var named = lazyregexp.New(`(?:^|[/.:_-])(?:java|jdk|jre|open-?jdk|temurin|corretto|zulu|liberica)[-_]?(?:1\.)?(\d{1,2})(?:$|[^\d])`)

// update finds an update of JDK 8: 8u252.
var update = lazyregexp.New(`(?:^|[.:_-])8u\d`)

var release = lazyregexp.New(`^(?:1\.)?(\d{1,2})(?:$|[^\d])`)

// JDK is the release that the name of an image tells, and whether it does.
func JDK(r Reference) (int, bool) {
	if leading.MatchString(r.Repository) {
		if m := release.FindStringSubmatch(r.Tag); m != nil {
			return number(m[1]), true
		}
	}
	for _, s := range []string{r.Tag, r.Repository} {
		if m := named.FindStringSubmatch(s); m != nil && number(m[1]) >= 6 {
			return number(m[1]), true
		}
	}
	if update.MatchString(r.Tag) {
		return 8, true
	}
	return 0, false
}

// otherJVM finds images whose JVM is OpenJ9, which reads other options.
var otherJVM = lazyregexp.New(`openj9|semeru|ibmjava|(?:^|/)(?:open-liberty|websphere-liberty)$`)

// vendors are words for builds of OpenJDK in the names of images that bring one.
var vendors = lazyregexp.New(`temurin|corretto|zulu|liberica|sapmachine|adoptopenjdk`)

// BringsOpenJDK reports whether an image is known to bring a build of OpenJDK with HotSpot: a
// release alone, as in acme/jdk-8, does not say whose.
func BringsOpenJDK(r Reference) bool {
	if OtherJVM(r) != "" {
		return false
	}
	_, named := JDK(r)
	return base.MatchString(r.Repository) || vendors.MatchString(r.Repository+":"+r.Tag) || named && !strings.Contains(r.Repository, "/")
}

// OtherJVM names the JVM of an image that does not run HotSpot; empty where
// nothing says so.
func OtherJVM(r Reference) string {
	if otherJVM.MatchString(r.Repository) || otherJVM.MatchString(r.Tag) {
		return "OpenJ9"
	}
	return ""
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// Update is the update of a release of the JDK that the tag names, 5 of 17.0.5_8-jre; 0 where
// it names none.
func (r Reference) Update(jdk int) int {
	for _, m := range updates.FindAllStringSubmatch(r.Tag, -1) {
		if m[1] == strconv.Itoa(jdk) {
			n, _ := strconv.Atoi(m[2]) // digits
			return n
		}
	}
	return 0
}

var updates = lazyregexp.New(`(?:^|[^\d.])(\d+)\.0\.(\d{1,3})(?:$|\D)`)
