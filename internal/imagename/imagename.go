// Package imagename compares names of container images: do two of them mean the same image? An image is known by its
// whole name: one of the same last part may be anything.
package imagename

import (
	"slices"
	"strings"
)

// hub are the names of the registry that a name without one means.
var hub = []string{"docker.io/", "index.docker.io/", "registry-1.docker.io/", "registry.hub.docker.com/"}

// Local is a repository without the name of Docker Hub, which is often left out.
func Local(repository string) string {
	for _, name := range hub {
		if rest, is := strings.CutPrefix(repository, name); is {
			return strings.TrimPrefix(rest, "library/")
		}
	}
	return strings.TrimPrefix(repository, "library/")
}

// Candidates are the names that a repository may have where it was mirrored from: its own, and, of one in another
// registry, what stands behind the registry and folders of it. A name of one part is never one: in a registry that is
// not its own it may be anything.
func Candidates(repository string) []string {
	local := Local(repository)
	all := []string{local}
	registry, rest, has := strings.Cut(local, "/")
	if !has || !isRegistry(registry) {
		return all
	}
	for strings.Contains(rest, "/") {
		all = append(all, rest)
		_, rest, _ = strings.Cut(rest, "/")
	}
	return all
}

// isRegistry tells a host from the first part of a path, as Docker does.
//
// https://github.com/distribution/reference/blob/v0.6.0/normalize.go, splitDockerDomain
func isRegistry(part string) bool { return part == "localhost" || strings.ContainsAny(part, ".:") }

// Is reports whether a repository is an official one, or a mirror of it.
func Is(repository, official string) bool {
	return strings.HasSuffix(repository, official) && slices.Contains(Candidates(repository), official)
}
