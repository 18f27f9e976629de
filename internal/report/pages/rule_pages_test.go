package pages_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// themes of the index. Each begins with the rule that stands first in it and ends before the next.
var themes = []struct{ title, first string }{
	{"Will it start, and what counts", "unknown-flag"},
	{"Memory of the container and of the heap", "container-memory-sum"},
	{"G1", "g1-region-count"},
	{"Other collectors", "parallel-in-cluster"},
	{"What a GC log shows", "gc-log-to-space-exhausted"},
	{"Hazelcast", "hazelcast-schema"},
	{"Comments", "suppression-malformed"},
}

// buildsPage is the page whose section says which build sees which limit.
const buildsPage = "accuracy.md"

var buildsSection = regexp.MustCompile("(?s)(\n<!-- builds: [^\n]*-->\n).*(<!-- /builds -->\n)")

// withBuilds replaces the section of a page that says which build sees which limit.
func withBuilds(page string) (string, error) {
	at := buildsSection.FindStringSubmatchIndex(page)
	if at == nil {
		return "", fmt.Errorf("%s has no marks around the section of builds", buildsPage)
	}
	builds, err := buildsMarkdown()
	return page[:at[3]] + "\n" + builds + "\n" + page[at[4]:], err
}

// pagesOf makes the pages by their file names.
func pagesOf(rules []*lint.Rule) (map[string]string, error) {
	written := map[string]string{}
	for _, r := range rules {
		page, err := pages.RulePageMarkdown(r, func(e lint.Example) (string, error) { return show(r, e) })
		if err != nil {
			return nil, err
		}
		written[r.ID+".md"] = page
	}
	grouped, err := byTheme(rules)
	written["README.md"] = pages.RuleIndexMarkdown(grouped)
	return written, err
}

// buildsMarkdown is the section that says which build sees which limit, from the table that the rules follow.
func buildsMarkdown() (string, error) {
	t, err := template.New("builds.tmpl").Funcs(template.FuncMap{"firstOf": firstOf}).ParseFiles("testdata/builds.tmpl")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, struct {
		Cgroups  any
		Releases []int
	}{hotspot.Cgroups, []int{8, 11, 17, 21, 25}})
	return b.String(), err
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
	for _, r := range release.Changes() {
		if r.Change == c && r.Release == jdk && r.Vendor != "" {
			text += fmt.Sprintf(" (%s: %s)", r.Vendor, r.Since)
		}
	}
	return text
}

func byTheme(rules []*lint.Rule) ([]pages.Theme, error) {
	var grouped []pages.Theme
	for _, r := range rules {
		if n := len(grouped); n < len(themes) && themes[n].first == r.ID {
			grouped = append(grouped, pages.ThemeOf(themes[n].title))
		}
		if len(grouped) == 0 {
			return nil, fmt.Errorf("%s stands before the first theme", r.ID)
		}
		last := &grouped[len(grouped)-1]
		last.Rules = append(last.Rules, r)
	}
	if n := len(grouped); n < len(themes) {
		return nil, fmt.Errorf("no rule %s, which the theme %q begins with, behind those of the theme before", themes[n].first, themes[n].title)
	}
	return grouped, nil
}

// write puts the pages into a folder, and removes those of rules that are gone.
func write(folder string, pages map[string]string) error {
	old, err := filepath.Glob(filepath.Join(folder, "*.md"))
	for _, name := range old {
		if _, stays := pages[filepath.Base(name)]; !stays {
			err = errors.Join(err, os.Remove(name))
		}
	}
	err = errors.Join(err, os.MkdirAll(folder, 0o755))
	for name, page := range pages {
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), []byte(page), 0o644))
	}
	return err
}
