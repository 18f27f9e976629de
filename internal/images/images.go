// Package images tells which JVM a container image brings, as far as its name
// says so.
package images

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
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

// leading are repositories whose tags begin with the version of the JDK, as
// their documentation says.
//
//	https://hub.docker.com/_/eclipse-temurin
//	https://hub.docker.com/_/openjdk
//	https://hub.docker.com/_/adoptopenjdk
//	https://hub.docker.com/_/amazoncorretto
//	https://hub.docker.com/_/sapmachine
//	https://hub.docker.com/r/azul/zulu-openjdk
//	https://hub.docker.com/u/bellsoft
//	https://mcr.microsoft.com/en-us/artifact/mar/openjdk/jdk/about
//	https://github.com/GoogleContainerTools/distroless/blob/main/java/README.md
//	https://container-registry.oracle.com/ords/ocr/ba/java
//	https://github.com/graalvm/container/pkgs/container/jdk-community
var leading = lazyregexp.New(`^java$|(?:^|/)(?:distroless/java(?:-debian\d+)?|java/(?:jdk|serverjre)|oracle/serverjre|eclipse-temurin|openjdk|adoptopenjdk|amazoncorretto|sapmachine|zulu-openjdk(?:-\w+)?|liberica-(?:open|runtime|native)[\w-]*|openjdk/jdk|graalvm/(?:jdk|jdk-community|graalvm-community))$`)

// base finds repositories of a JVM by itself, on which others build.
//
//	https://github.com/GoogleContainerTools/distroless/blob/main/java/README.md
//	https://catalog.redhat.com/software/base-images (openjdk-17-runtime)
//	https://hub.docker.com/_/ibm-semeru-runtimes
var base = lazyregexp.New(`^java$|(?:^|/)(?:eclipse-temurin|openjdk|amazoncorretto|sapmachine|zulu-openjdk(?:-\w+)?|liberica-(?:open|runtime)[\w-]*|openjdk/jdk` +
	`|adoptopenjdk(?:/openjdk\d+)?|java/(?:jdk|serverjre)|oracle/serverjre|distroless/java(?:\d[\w-]*|-[\w-]+|)|(?:ubi\d+?/)?openjdk-\d+(?:-runtime)?|graalvm(?:-community|-ce)?|jdk-community|ibm-semeru-runtimes|ibmjava)$`)

// otherJVM tells an image by its name or its tag whose JVM is OpenJ9, which reads other options.
func otherJVM(name string) bool {
	last := name[strings.LastIndexByte(name, '/')+1:]
	return last == "open-liberty" || last == "websphere-liberty" || strings.Contains(name, "openj9") ||
		strings.Contains(name, "semeru") || strings.Contains(name, "ibmjava")
}

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
	if otherJVM(r.Repository) || otherJVM(r.Tag) {
		return "OpenJ9"
	}
	for _, f := range catalogue.Facts("Native image") { // of a program that was compiled ahead of time
		if path.Base(r.Repository) == f.Subject() {
			return "a native image of GraalVM"
		}
	}
	return ""
}
