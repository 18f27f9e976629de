package pages

import (
	"fmt"
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// shownExample is an example, and the session in which jvmlint reports it.
type shownExample struct {
	lint.Example
	Language, Session string
}

// RulePageMarkdown is the page of one rule, with a session for each of its examples.
func RulePageMarkdown(r *lint.Rule, session func(lint.Example) (string, error)) (string, error) {
	var shown []shownExample
	for _, e := range r.Examples {
		said, err := session(e)
		if err != nil {
			return "", fmt.Errorf("the example of %s: %w", r.ID, err)
		}
		shown = append(shown, shownExample{e, languageOf(e.Name), said})
	}
	return page("page", struct {
		*lint.Rule
		Shown []shownExample
	}{r, shown}), nil
}

// Theme is a group of rules in the index of pages.
type Theme struct {
	Title string
	rows
}

// ThemeOf is one without rules yet.
func ThemeOf(title string) Theme { return Theme{title, rows{Behind: ".md"}} }

// RuleIndexMarkdown is the index of the pages by theme.
func RuleIndexMarkdown(themes []Theme) string { return page("index", themes) }

// languageOf is how a block of a file of that name is coloured.
func languageOf(name string) string {
	switch ext := path.Ext(name); {
	case strings.HasPrefix(name, "Dockerfile"):
		return "dockerfile"
	case ext == ".yaml" || ext == ".yml":
		return "yaml"
	}
	return ""
}

// BuildsMarkdown is the section that says which build sees which limit, from the table that the rules follow.
func BuildsMarkdown() string {
	return page("builds.tmpl", struct {
		Cgroups  any
		Releases []int
	}{hotspot.Cgroups, []int{8, 11, 17, 21, 25}})
}

// firstOf names the first build of a release that has a change, and those of vendors that had it earlier.
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
