package pages

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// BuildsMarkdown is the section that says which build sees which limit, from
// the table that the rules follow.
func BuildsMarkdown() string {
	return page("builds.tmpl", struct {
		Cgroups  any
		Releases []int
	}{hotspot.Cgroups, []int{8, 11, 17, 21, 25}})
}

// firstOf names the first build of a release that has a change, and those of vendors
// that had it earlier.
func firstOf(c release.Change, jdk int) string {
	since, some := c.Since(release.Build{Release: jdk})
	if !some {
		return "no update known"
	}
	text := since.Of(jdk)
	if (since == release.Update{}) {
		text = "all"
	}
	for _, r := range release.Changes {
		if r.Change == c && r.Release == jdk && r.Vendor != "" {
			text += fmt.Sprintf(" (%s: %s)", r.Vendor, r.Since)
		}
	}
	return text
}
