package images

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// A day that is none would leave its release without an end.
func TestDays(t *testing.T) {
	days := 0
	for _, kind := range []string{"Distribution", "Red Hat images"} {
		for _, f := range catalogue.Facts(kind) {
			name := f.Subject()
			assert.True(t, kind == "Red Hat images" || distributions[name].names != nil, name)
			for _, field := range f.Fields()[1 : len(f.Fields())-1] {
				_, err := time.Parse(time.DateOnly, field.Value)
				assert.NoError(t, err, "%s %s", name, field.Key)
				days++
			}
		}
	}
	assert.Equal(t, 48, days)
}

func TestPackaged(t *testing.T) {
	newest := func(jdk int, of release.Vendor) release.Build {
		return release.Build{Release: jdk, Bound: release.Newest, Vendor: of}
	}
	before := func(jdk, update int, of release.Vendor, why string) release.Build {
		return release.Build{Release: jdk, Update: release.Update{Number: update}, Bound: release.AtMost, Vendor: of, Why: why}
	}
	const alpines, debians, ubuntus = "https://alpinelinux.org/releases/", "https://wiki.debian.org/DebianReleases", "https://wiki.ubuntu.com/Releases"
	for name, want := range map[string]release.Build{
		"alpine":                          newest(11, release.Alpine),
		"alpine:3":                        newest(11, release.Alpine),
		"alpine:3.22":                     newest(11, release.Alpine),
		"alpine:3.14":                     before(11, 19, release.Alpine, alpines),
		"docker.io/library/alpine:3.14.2": before(11, 19, release.Alpine, alpines),
		"alpine:3.11":                     before(11, 13, release.Alpine, alpines),
		"python:3.7.9-alpine3.13":         before(11, 17, release.Alpine, alpines),
		"alpine:3.1":                      newest(11, release.Alpine), // nothing is known of it
		"debian:bullseye-20210816-slim":   newest(11, release.Debian), // apt-get asks for what there is today
		"debian:buster-slim":              before(11, 24, release.Debian, debians),
		"debian:10.9":                     before(11, 24, release.Debian, debians),
		"node:16-buster":                  before(11, 24, release.Debian, debians),
		"ubuntu:22.04":                    newest(11, release.Ubuntu),
		"ubuntu:20.04":                    before(11, 28, release.Ubuntu, ubuntus),
		"ubuntu:focal-20210416":           before(11, 28, release.Ubuntu, ubuntus),
		"ubuntu:18.04":                    before(11, 20, release.Ubuntu, ubuntus),
		"centos:7":                        newest(11, ""),
		"acme/app:1.0":                    newest(11, ""),
	} {
		assert.Equal(t, want, Packaged(Parse(name), 11), name)
	}
}

func TestForksCommand(t *testing.T) {
	for image, dash := range map[string]bool{
		"eclipse-temurin:21": true, "docker.io/library/eclipse-temurin:17-jre-jammy": true, "eclipse-temurin:21-alpine": false,
		"openjdk:11-jre-slim": true, "openjdk:8u212-jdk": true, "openjdk:17": false, "openjdk:17-slim": true, "openjdk:11-oracle": false,
		"acme/ubuntu-22-jdk:1": false, "registry.access.redhat.com/ubi9/openjdk-21:1.20": false, "amazoncorretto:21": false,
	} {
		assert.Equal(t, dash, ForksCommand(Parse(image)), image)
	}
}
