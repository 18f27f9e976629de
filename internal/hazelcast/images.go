package hazelcast

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// Version is a Hazelcast release. The zero Version is not known.
type Version struct{ Major, Minor, Patch int }

// ParseVersion reads "5.3.1", "v5.3.1" or "5.3", and reports whether it is one.
func ParseVersion(s string) (Version, bool) {
	v, rest, ok := cutVersion(s)
	return v, ok && rest == ""
}

// String writes the version with three numbers, or with one where only that is known.
func (v Version) String() string {
	if v.Minor < 0 {
		return strconv.Itoa(v.Major)
	}
	return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch)
}

// Short writes the version with two numbers.
func (v Version) Short() string { return fmt.Sprintf("%d.%d", v.Major, v.Minor) }

// Before reports whether v is older than o.
func (v Version) Before(o Version) bool {
	return cmp.Or(cmp.Compare(v.Major, o.Major), cmp.Compare(v.Minor, o.Minor), cmp.Compare(v.Patch, o.Patch)) < 0
}

var versionPattern = lazyregexp.New(`^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?`)

func cutVersion(s string) (Version, string, bool) {
	m := versionPattern.FindStringSubmatch(s)
	if m == nil {
		return Version{}, s, false
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	return Version{number(m[1]), number(m[2]), number(m[3])}, s[len(m[0]):], true
}

// Image is what an official member image brings to the JVM it starts.
type Image struct {
	Version Version
	JDK     int
	// Options is the image's JAVA_OPTS_DEFAULT, which its start script puts before JAVA_OPTS.
	Options string
}

type imageDefault struct {
	from    Version
	jdk     int
	options string
}

// imageDefaults holds, from each release on, what the Dockerfiles of https://github.com/hazelcast/hazelcast-docker set,
// for the open source and the enterprise image alike.
var imageDefaults = []imageDefault{
	{Version{5, 7, 0}, 25, "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0"},
	{Version{5, 4, 0}, 21, "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0"},
	{Version{4, 1, 1}, 11, "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0 -XX:MaxGCPauseMillis=5"},
	{Version{4, 1, 0}, 11, "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0 -XX:+UseParallelGC"},
	{Version{4, 0, 4}, 11, "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0 -XX:MaxGCPauseMillis=5"},
	{Version{4, 0, 0}, 11, "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0 -XX:+UseParallelGC"},
}

// Modelled reports whether it is known what members of a release do, whatever its patch.
func (v Version) Modelled() bool {
	return v.Current() || v.Major == oldestModelled.Major && v.Minor == oldestModelled.Minor
}

// oldestModelled is the release that those of 5 came from.
var oldestModelled = Version{Major: 4, Minor: 2}

// Current reports whether a release of 5 is known: these have a schema for YAML.
func (v Version) Current() bool { return v.Major == 5 && v.Minor <= newestKnownMinor }

// HasSchema reports whether it is known which configuration a release takes. Of those that are not modelled nothing else
// is.
func (v Version) HasSchema() bool {
	return v.Current() || v.Major == 4 && v.Minor >= 0 && v.Minor <= 2 || v.Major == 3 && v.Minor >= 8 && v.Minor <= 12
}

// newestKnownMinor is the newest minor release that is modelled. Of later ones nothing is known.
const newestKnownMinor = 7

// Releases are those that are modelled, in words.
func Releases() string { return ReleasesFrom(oldestModelled) }

// ReleasesFrom are those from a release on, else from 5.0, to the newest that is known, in words.
func ReleasesFrom(oldest Version) string {
	if !oldest.HasSchema() {
		oldest = Version{Major: 5}
	}
	return fmt.Sprintf("%s to 5.%d", oldest.Short(), newestKnownMinor)
}

// TaggedRelease is the release that the tag of a member image begins with, or that its repository is of, and reports
// whether there is one: 3.12.x and 4.2.8-slim name it, latest does not.
func TaggedRelease(repository, tag string) (Version, bool) {
	v, _, ok := cutVersion(tag)
	if major := certifiedMajor(repository); !ok && major != "" {
		tag = major
	}
	if m := majorTag.FindStringSubmatch(tag); !ok && m != nil {
		major, _ := strconv.Atoi(m[1])
		return Version{Major: major, Minor: -1}, major != 5 // 5 alone is some modelled release, or a newer one
	}
	return v, ok
}

// majorTag is a tag of a whole major release: 3, 4.x.
var majorTag = lazyregexp.New(`^v?(\d{1,2})(?:\.x|-.*)?$`)

// AnyOfficialImage is what the member images of all releases have in common,
// and the JDKs that they bring: what is left where the tag names no release.
func AnyOfficialImage() (jdks []int, options string) {
	jdks = lists.Of(imageDefaults, func(d imageDefault) int { return d.jdk })
	slices.Sort(jdks)
	return slices.Compact(jdks), imageDefaults[0].options // older releases add to them
}

// The repositories of the member images. Registries may mirror them under these names.
const (
	openSource = "hazelcast/hazelcast"
	enterprise = "hazelcast/hazelcast-enterprise"
	jet        = "hazelcast/hazelcast-jet"
)

// certified matches the repositories of the member images in Red Hat's catalogue: one for each major release.
//
// https://github.com/hazelcast/hazelcast-docker/blob/v5.7.0/.github/workflows/test_published_images.yml
var certified = lazyregexp.New(`^hazelcast/hazelcast-(?:enterprise-)?(\d)-rhel\d$`)

// IsOfficial reports whether a repository is that of the member images, or a
// mirror of it. An image of the same last name may be anything.
func IsOfficial(repository string) bool {
	return imagename.Is(repository, openSource) || imagename.Is(repository, enterprise) || certifiedMajor(repository) != ""
}

// certifiedMajor is the major release that a certified repository has; empty where it is none.
func certifiedMajor(repository string) string {
	for _, name := range imagename.Candidates(repository) {
		if m := certified.FindStringSubmatch(name); m != nil {
			return m[1]
		}
	}
	return ""
}

// IsJet reports whether a repository is that of Hazelcast Jet 3 or 4, the engine
// for pipelines before it became a part of members.
func IsJet(repository string) bool {
	return imagename.Is(repository, jet) || imagename.Is(repository, jet+"-enterprise")
}

// IsOpenSource reports whether a repository is that of the open-source member, in whatever registry.
func IsOpenSource(repository string) bool { return imagename.Is(repository, openSource) }

var jdkVariant = lazyregexp.New(`^(?:-slim)?(?:-jdk(\d{1,3}))?$`)

// OfficialImage tells what a member image brings, by its repository (of any registry) and its tag. Other images, and
// tags that name no known release, are not known.
func OfficialImage(repository, tag string) (Image, bool) {
	if !IsOfficial(repository) {
		return Image{}, false
	}
	version, rest, ok := cutVersion(tag)
	variant := jdkVariant.FindStringSubmatch(rest)
	brings, known := lists.First(imageDefaults, func(d imageDefault) bool { return !version.Before(d.from) })
	if !ok || variant == nil || !version.HasSchema() || !known || certifiedMajor(repository) == "4" && version.Minor < 2 { // which were built elsewhere
		return Image{}, false
	}
	image := Image{Version: version, JDK: brings.jdk, Options: brings.options}
	if variant[1] != "" {
		image.JDK, _ = strconv.Atoi(variant[1])
	}
	return image, true
}

// OldestJDK is the oldest JDK that loads the classes of a release: those of 5.4 and later are compiled for Java 17,
// those of 5.0 to 5.3 for Java 8. It is 0 where the release is not known.
func OldestJDK(v Version) int {
	switch {
	case !v.Known() || v.Major < 5:
		return 0
	case v.Before(Version{5, 4, 0}):
		return 8
	}
	return 17
}

// StartsMember reports whether a class is one that starts a member, and nothing else.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/core/server/HazelcastMemberStarter.java (4.0 to 5.7)
func StartsMember(class string) bool {
	return class == "com.hazelcast.core.server.HazelcastMemberStarter"
}
