// Package pages writes what jvmlint says of its rules, and of its settings.
package pages

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
)

// RuleTable writes the table of rules for a terminal.
func RuleTable(w io.Writer, rules []*lint.Rule) error {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options.DrawBorder = false
	t.Style().Options.SeparateColumns = false
	t.AppendHeader(table.Row{"RULE", "SEVERITY", "GROUPS", "TRIGGERS WHEN"})
	for _, r := range rules {
		t.AppendRow(table.Row{r.ID, r.Severity, r.GroupNames(), r.Title})
	}
	_, err := fmt.Fprintf(w, "%s\n\nA rule's page: jvmlint explain RULE\n", report.TrimLines(t.Render()))
	return err
}

// Homepage is where people find jvmlint.
const Homepage = "https://github.com/jvmlint/jvmlint"

// RulePageURL is where the page of a rule can be read; of a project's own, what
// such rules are.
func RulePageURL(r *lint.Rule) string {
	if !r.At.IsZero() {
		return Homepage + "/blob/main/docs/configuration.md#rules-of-your-own"
	}
	return Homepage + "/blob/main/docs/rules/" + r.ID + ".md"
}

// Section is a part of a rule's page.
type Section struct{ Title, Body string }

// Sections are the parts of a rule's page. A project need not say all of its
// own.
func Sections(r *lint.Rule) []Section {
	all := []Section{
		{"What", r.What}, {"Why", r.Why}, {"Fix", r.FixSafety},
		{"When to ignore it", r.Exceptions}, {"Evidence", r.Evidence},
	}
	return slices.DeleteFunc(all, func(s Section) bool { return s.Body == "" })
}

// wrapped is a line end within a paragraph; lists and tables keep theirs.
var wrapped = lazyregexp.New(`([^\n])\n([^\s|*-])`)

// Unwrapped puts the lines of each paragraph together, for outputs that take a
// line end for a break.
func Unwrapped(s string) string { return wrapped.ReplaceAllString(strings.TrimSpace(s), "$1 $2") }

// RulePage writes a rule's page for a terminal.
func RulePage(w io.Writer, r *lint.Rule) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n%s, %s, %s%s\n", r.ID, r.Title, r.Severity, r.Confidence, r.Brought(), groupsOf(r))
	for _, s := range Sections(r) {
		fmt.Fprintf(&b, "\n%s\n%s\n", s.Title, indented(s.Body, "  "))
	}
	if len(r.Parameters) > 0 {
		fmt.Fprintf(&b, "\nParameters that .jvmlint.yaml may set under rules: %s\n", r.ID)
		for _, q := range r.Parameters {
			fmt.Fprintf(&b, "  %s\n", parameter(q))
		}
	}
	for _, e := range r.Examples {
		fmt.Fprintf(&b, "\nExample%s\n", exampleFacts(e))
		fmt.Fprintf(&b, "  raises it:\n%s\n  does not:\n%s\n", withLog(e.Bad, e.BadLog), withLog(e.Good, e.GoodLog))
	}
	if len(r.References) > 0 {
		b.WriteString("\nReferences\n")
	}
	for _, ref := range r.References {
		fmt.Fprintf(&b, "  %s\n", ref)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// groupsOf says which groups a rule belongs to.
func groupsOf(r *lint.Rule) string {
	switch len(r.Groups) {
	case 0:
		return ""
	case 1:
		return ", group " + r.GroupNames()
	}
	return ", groups " + r.GroupNames()
}

// withLog is one side of an example.
func withLog(text, log string) string {
	if log == "" {
		return indented(text, "    ")
	}
	return indented(text, "    ") + "\n    with this GC log:\n" + indented(log, "      ")
}

// logMarkdown is the GC log of one side of an example, if it has one.
func logMarkdown(b *strings.Builder, log string) {
	if log != "" {
		b.WriteString("\nWith this `gc.log`:\n\n")
		fenced(b, "", log)
	}
}

// parameter says what a parameter is, its default and its range.
func parameter(q lint.Parameter) string {
	return fmt.Sprintf("%s: %s; %s, from %s to %s", q.Name, q.Doc, q.Text(q.Default), q.Text(q.Least), q.Text(q.Most))
}

func exampleFacts(e lint.Example) string {
	if e.Args == "" {
		return ""
	}
	return " (with " + e.Args + ")"
}

func indented(s, by string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = by + line
		}
	}
	return strings.Join(lines, "\n")
}

// RulesMarkdown writes all pages as one Markdown document.
func RulesMarkdown(w io.Writer, rules []*lint.Rule) error {
	var b strings.Builder
	b.WriteString("# Rules\n\n")
	ruleRows(&b, rules, func(r *lint.Rule) string { return "#" + r.ID })
	for _, r := range rules {
		fmt.Fprintf(&b, "\n## %s\n\n%s", r.ID, RuleMarkdown(r))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ruleRows writes a table of rules, each with a link to its page.
func ruleRows(b *strings.Builder, rules []*lint.Rule, page func(*lint.Rule) string) {
	b.WriteString("| rule | severity | confidence | groups | triggers when |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range rules {
		fmt.Fprintf(b, "| [%s](%s) | %s | %s | %s | %s |\n", r.ID, page(r), r.Severity, r.Confidence, r.GroupNames(), r.Title)
	}
}

// RuleMarkdown is a rule's page below its heading.
func RuleMarkdown(r *lint.Rule) string {
	b := &strings.Builder{}
	writeRuleText(b, r)
	for _, e := range r.Examples {
		fmt.Fprintf(b, "\nRaises it%s:\n\n", exampleFacts(e))
		fenced(b, "", e.Bad)
		logMarkdown(b, e.BadLog)
		b.WriteString("\nDoes not:\n\n")
		fenced(b, "", e.Good)
		logMarkdown(b, e.GoodLog)
	}
	writeReferences(b, r)
	return b.String()
}

// writeRuleText writes what stands above the examples of a page.
func writeRuleText(b *strings.Builder, r *lint.Rule) {
	fmt.Fprintf(b, "%s. %s%s.\n", Capital(r.Title), Capital(r.Brought()), groupsOf(r))
	for _, s := range Sections(r) {
		fmt.Fprintf(b, "\n**%s.** %s\n", s.Title, strings.TrimSpace(s.Body))
	}
	if len(r.Parameters) > 0 {
		b.WriteString("\n**Parameters**, which `.jvmlint.yaml` may set:\n\n")
	}
	for _, q := range r.Parameters {
		fmt.Fprintf(b, "- `%s`%s\n", q.Name, strings.TrimPrefix(parameter(q), q.Name))
	}
}

func writeReferences(b *strings.Builder, r *lint.Rule) {
	if len(r.References) == 0 {
		return
	}
	b.WriteString("\nReferences:\n\n")
	for _, ref := range r.References {
		fmt.Fprintf(b, "- <%s>\n", ref)
	}
}

// fenced writes a block of code.
func fenced(b *strings.Builder, language, text string) {
	fmt.Fprintf(b, "```%s\n%s\n```\n", language, strings.TrimRight(strings.TrimLeft(text, "\n"), "\n"))
}

// Capital begins a sentence.
func Capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

type jsonRule struct {
	ID         string       `json:"id"`
	Severity   string       `json:"severity"`
	Confidence string       `json:"confidence"`
	Since      string       `json:"since"`
	Groups     []lint.Group `json:"groups"`
	Title      string       `json:"title"`
	What       string       `json:"what"`
	Why        string       `json:"why"`
	Fix        string       `json:"fix"`
	Exceptions string       `json:"exceptions"`
	Evidence   string       `json:"evidence"`
	References []string     `json:"references"`

	Parameters []jsonParameter `json:"parameters,omitempty"`
}

type jsonParameter struct {
	Name    string `json:"name"`
	Doc     string `json:"doc"`
	Unit    string `json:"unit"`
	Default int64  `json:"default"`
	Least   int64  `json:"least"`
	Most    int64  `json:"most"`
}

func jsonParameters(r *lint.Rule) []jsonParameter {
	var all []jsonParameter
	for _, q := range r.Parameters {
		all = append(all, jsonParameter{q.Name, q.Doc, q.Unit.String(), q.Default, q.Least, q.Most})
	}
	return all
}

// RulesJSON writes all pages for machines.
func RulesJSON(w io.Writer, rules []*lint.Rule) error {
	out := []jsonRule{}
	for _, r := range rules {
		out = append(out, jsonRule{
			ID: r.ID, Severity: r.Severity.String(), Confidence: r.Confidence.String(), Since: r.Since, Groups: append([]lint.Group{}, r.Groups...), Title: r.Title,
			What: r.What, Why: r.Why, Fix: r.FixSafety, Exceptions: r.Exceptions, Evidence: r.Evidence, References: r.References,
			Parameters: jsonParameters(r),
		})
	}
	return report.Encode(w, out)
}
