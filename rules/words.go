package rules

import (
	"embed"
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
)

//go:embed words/*.md
var words embed.FS

var (
	sectionBegins = lazyregexp.New(`(?m)^\*\*(What|Why|Fix|When to ignore it|Evidence|Example|References)\.\*\*`)
	exampleNamed  = lazyregexp.New("^`([^`]+)`(?: with `([^`]+)`)?:\n")
	exampleText   = lazyregexp.New("(?s)(With this `gc.log`|This is not reported|`):\n\n```\n(.*?\n)```")
	reference     = lazyregexp.New(`(?m)^- <(.*)>$`)
)

// wordsOf reads what the page of a rule says, from words/ID.md.
func wordsOf(id string) func() lint.Words {
	return func() lint.Words {
		data, err := words.ReadFile("words/" + id + ".md")
		if err != nil {
			panic(fmt.Sprintf("rule %s has no words: %v", id, err)) // a test asks each
		}
		text, sections := string(data), map[string]string{}
		var examples []lint.Example
		begins := sectionBegins.FindAllStringSubmatchIndex(text, -1)
		for i, m := range begins {
			end := len(text)
			if i+1 < len(begins) {
				end = begins[i+1][0]
			}
			name, body := text[m[2]:m[3]], strings.TrimSpace(text[m[1]:end])
			if sections[name] = body; name == "Example" {
				examples = append(examples, exampleOf(body))
			}
		}
		w := lint.Words{
			What: sections["What"], Why: sections["Why"], Fix: sections["Fix"],
			Exceptions: sections["When to ignore it"], Evidence: sections["Evidence"], Examples: examples,
		}
		for _, m := range reference.FindAllStringSubmatch(sections["References"], -1) {
			w.References = append(w.References, m[1])
		}
		return w
	}
}

// exampleOf is an example that raises the rule, and what it is mended to.
func exampleOf(body string) lint.Example {
	var e lint.Example
	if m := exampleNamed.FindStringSubmatch(body); m != nil {
		e.Name, e.Args = m[1], m[2]
	}
	text, log := &e.Bad, &e.BadLog
	for _, m := range exampleText.FindAllStringSubmatch(body, -1) {
		switch m[1] {
		case "With this `gc.log`":
			*log = m[2]
			continue
		case "This is not reported":
			text, log = &e.Good, &e.GoodLog
		}
		*text = m[2]
	}
	return e
}
