package hazelcast

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseVersion(t *testing.T) {
	type result struct {
		version Version
		ok      bool
	}
	for in, want := range map[string]result{
		"5.3.1":      {Version{5, 3, 1}, true},
		"v5.3.1":     {Version{5, 3, 1}, true},
		"5.3":        {Version{5, 3, 0}, true},
		"5.10.12":    {Version{5, 10, 12}, true},
		"05.03.01":   {Version{5, 3, 1}, true},
		"5":          {},
		"":           {},
		"latest":     {},
		"v":          {},
		"5.":         {},
		" 5.3.1":     {},
		"5.3.99999":  {Version{5, 3, 9999}, false},
		"5.3.1-slim": {Version{5, 3, 1}, false},
		"5.3.1.2":    {Version{5, 3, 1}, false},
		"5.3.x":      {Version{5, 3, 0}, false},
		"V5.3.1":     {},
		"-5.3.1":     {},
	} {
		version, ok := ParseVersion(in)
		assert.Equal(t, want, result{version, ok}, "%q", in)
	}
}

func TestVersionString(t *testing.T) {
	assert.Equal(t, "5.3.0", Version{5, 3, 0}.String())
}

func TestBefore(t *testing.T) {
	ordered := []Version{{}, {4, 2, 8}, {5, 0, 5}, {5, 3, 1}, {5, 3, 8}, {5, 4, 0}, {5, 10, 0}, {6, 0, 0}}
	for i, a := range ordered {
		for j, b := range ordered {
			assert.Equal(t, i < j, a.Before(b), "%s before %s", a, b)
		}
	}
}

// What each release of the image brings, as its Dockerfile says it.
func TestOfficialImage(t *testing.T) {
	const (
		five     = "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0 -XX:MaxGCPauseMillis=5"
		none     = "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0"
		parallel = none + " -XX:+UseParallelGC"
	)
	for _, c := range []struct {
		tag                 string
		major, minor, patch int
		jdk                 int
		options             string
	}{
		{"5.0.5", 5, 0, 5, 11, five},
		{"5.1.7", 5, 1, 7, 11, five},
		{"5.2.5", 5, 2, 5, 11, five},
		{"5.3.0", 5, 3, 0, 11, five},
		{"5.3.1", 5, 3, 1, 11, five},
		{"5.3.2", 5, 3, 2, 11, five},
		{"5.3.5", 5, 3, 5, 11, five},
		{"5.3.6", 5, 3, 6, 11, five},
		{"5.3.7", 5, 3, 7, 11, five},
		{"5.3.8", 5, 3, 8, 11, five},
		{"5.4.0", 5, 4, 0, 21, none},
		{"5.4.1", 5, 4, 1, 21, none},
		{"5.4.5", 5, 4, 5, 21, none},
		{"5.5.0", 5, 5, 0, 21, none},
		{"5.5.1", 5, 5, 1, 21, none},
		{"5.5.2", 5, 5, 2, 21, none},
		{"5.5.10", 5, 5, 10, 21, none},
		{"5.6.0", 5, 6, 0, 21, none},
		{"5.6.1", 5, 6, 1, 21, none},
		{"5.7.0", 5, 7, 0, 25, none},
		{"5.7.1", 5, 7, 1, 25, none},
		{"5.0.0", 5, 0, 0, 11, five},
		{"4.2.8", 4, 2, 8, 11, five},
		{"4.1.1", 4, 1, 1, 11, five},
		{"4.1", 4, 1, 0, 11, parallel},
		{"4.0.4", 4, 0, 4, 11, five},
		{"4.0.3", 4, 0, 3, 11, parallel},
		{"5.3", 5, 3, 0, 11, five},
		{"v5.3.1", 5, 3, 1, 11, five},
		{"5.3.8-slim", 5, 3, 8, 11, five},
		{"5.3.8-jdk17", 5, 3, 8, 17, five},
		{"5.3.8-slim-jdk17", 5, 3, 8, 17, five},
		{"5.6.1-jdk17", 5, 6, 1, 17, none},
	} {
		for _, repository := range []string{
			"hazelcast/hazelcast", "hazelcast/hazelcast-enterprise", "docker.io/hazelcast/hazelcast",
			"registry.example.com:5000/mirror/hazelcast/hazelcast-enterprise", "localhost/hazelcast/hazelcast",
		} {
			image, ok := OfficialImage(repository, c.tag)
			assert.True(t, ok, "%s:%s", repository, c.tag)
			assert.Equal(t, Image{Version: Version{c.major, c.minor, c.patch}, JDK: c.jdk, Options: c.options}, image, "%s:%s", repository, c.tag)
		}
	}
}

// Red Hat's catalogue has a repository of the same images for each major release, from 4.2 on.
func TestCertifiedImages(t *testing.T) {
	for _, repository := range []string{"registry.connect.redhat.com/hazelcast/hazelcast-enterprise-5-rhel8", "hazelcast/hazelcast-5-rhel9"} {
		assert.True(t, IsOfficial(repository), repository)
		assert.False(t, IsOpenSource(repository), repository)
		image, ok := OfficialImage(repository, "5.5.0")
		assert.True(t, ok, repository)
		assert.Equal(t, Image{Version: Version{5, 5, 0}, JDK: 21, Options: "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0"}, image, repository)
		_, named := TaggedRelease(repository, "latest")
		assert.False(t, named, repository)
	}
	const older = "registry.connect.redhat.com/hazelcast/hazelcast-4-rhel8"
	_, ok := OfficialImage(older, "4.2.8")
	assert.True(t, ok)
	_, ok = OfficialImage(older, "4.1.1")
	assert.False(t, ok, "it was built elsewhere")
	v, named := TaggedRelease(older, "latest")
	assert.True(t, named)
	assert.Equal(t, "4", v.String())
	for _, other := range []string{"hazelcast/management-center-4-rhel8", "hazelcast/hazelcast-enterprise-operator", "team/hazelcast-5-rhel8", "hazelcast/hazelcast-jet-enterprise-4"} {
		assert.False(t, IsOfficial(other), other)
	}
}

// Of any other image nothing may be claimed.
func TestOtherImages(t *testing.T) {
	for _, image := range [][2]string{
		{"hazelcast/hazelcast", "latest"}, {"hazelcast/hazelcast", ""}, {"hazelcast/hazelcast", "latest-slim"},
		{"hazelcast/hazelcast", "6.0"}, {"hazelcast/hazelcast", "6.0.0"}, {"hazelcast/hazelcast", "4.3"},
		{"hazelcast/hazelcast", "4"}, {"hazelcast/hazelcast", "4.x"}, {"hazelcast/hazelcast", "3.12.13"}, {"hazelcast/hazelcast", "5.8.0"},
		{"hazelcast/hazelcast", "5.5.0-SNAPSHOT"}, {"hazelcast/hazelcast", "5.3.1-jdk"}, {"hazelcast/hazelcast", "5.3.1-jdk17-slim"},
		{"hazelcast/hazelcast", "5.3.1 "}, {"hazelcast/hazelcast", "5.3.1.2"}, {"hazelcast/hazelcast", "5"},
		{"hazelcast/management-center", "5.3.1"}, {"hazelcast/hazelcast-jet", "5.3.1"},
		{"bitnami/hazelcast", "5.3.1"}, {"docker.io/bitnami/hazelcast", "5.3.1"}, {"example/hazelcast-hazelcast", "5.3.1"}, {"streamreactor/hazelcast", "5.3.1"}, {"team/hazelcast", "5.3.1"}, {"team/hazelcast/hazelcast", "5.3.1"},
		{"mirror.example.com/hazelcast", "5.3.1"}, {"hazelcast", "5.3.1"}, {"hazelcast/hazelcast/", "5.3.1"}, {"", "5.3.1"},
	} {
		got, ok := OfficialImage(image[0], image[1])
		assert.False(t, ok, "%s:%s", image[0], image[1])
		assert.Equal(t, Image{}, got, image)
	}
}

// Where no release is named, only what all of them bring may be claimed.
func TestAnyOfficialImage(t *testing.T) {
	jdks, options := AnyOfficialImage()
	assert.Equal(t, []int{11, 21, 25}, jdks)
	assert.Equal(t, "-Djava.net.preferIPv4Stack=true -XX:MaxRAMPercentage=80.0", options)
	for _, d := range imageDefaults {
		assert.Contains(t, jdks, d.jdk)
		assert.True(t, strings.HasPrefix(d.options, options), "%s: the common options come first", d.from)
	}
}

// What a tag names has a schema only where it names a minor release.
func TestHasSchema(t *testing.T) {
	for tag, want := range map[string]bool{
		"5.3.1": true, "5.9.0": false, "4.2.8-slim": true, "4.1": true, "4.3": false, "4": false, "4.x": false, "3.12.x": true, "3.8": true, "3.7.8": false,
		"3.13": false, "3": false, "2.6": false,
	} {
		v, named := TaggedRelease("", tag)
		assert.True(t, named, tag)
		assert.Equal(t, want, v.HasSchema(), tag)
	}
}

// The table says what later releases have instead of a key of Hazelcast 3, or nothing.
func TestInsteadOf(t *testing.T) {
	assert.Equal(t, "=cluster-name", InsteadOf()["group"])
	now, is := InsteadOf()["map.eviction-percentage"]
	assert.True(t, is)
	assert.Empty(t, now)
	assert.NotContains(t, InsteadOf(), "eviction-percentage")
}
