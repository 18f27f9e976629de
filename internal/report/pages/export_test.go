package pages

import (
	"fmt"
	"path"
	"strings"

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
	for _, e := range r.Words().Examples {
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
