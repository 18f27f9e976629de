// Package pages writes what jvmlint says of its rules.
package pages

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/report"
)

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

const Homepage = "https://github.com/jvmlint/jvmlint"

// RulePageURL is where the page of a rule can be read; of a project's own, what such rules are.
func RulePageURL(r *lint.Rule) string {
	if !r.At.IsZero() {
		return Homepage + "/blob/main/docs/configuration.md#rules-of-your-own"
	}
	return Homepage + "/blob/main/docs/rules/" + r.ID + ".md"
}

// Section is a part of a rule's page.
type Section struct{ Title, Body string }

// Sections are the parts of a rule's page. A project need not say all of its own.
func Sections(r *lint.Rule) []Section {
	w := r.Words()
	all := []Section{{"What", w.What}, {"Why", w.Why}, {"Fix", w.Fix}, {"When to ignore it", w.Exceptions}, {"Evidence", w.Evidence}}
	return slices.DeleteFunc(all, func(s Section) bool { return s.Body == "" })
}

// wrapped is a line end within a paragraph; lists and tables keep theirs.
var wrapped = lazyregexp.New(`([^\n])\n([^\s|*-])`)

// Unwrapped puts the lines of each paragraph together, for outputs that take a line end for a break.
func Unwrapped(s string) string { return wrapped.ReplaceAllString(strings.TrimSpace(s), "$1 $2") }

//go:embed rules.tmpl
var templates string

// pages are the templates of all texts about rules.
var pages = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{
		"sections": Sections, "groups": groupsOf, "values": values, "capital": Capital,
		"trim": strings.TrimSpace, "indented": indented, "folded": folded, "fenced": fenced,
	}
	return template.Must(template.New("").Funcs(functions).Parse(templates))
})

func page(name string, of any) string {
	var b strings.Builder
	if err := pages().ExecuteTemplate(&b, name, of); err != nil {
		panic(err) // it writes into memory
	}
	return b.String()
}

// rows are a table of rules, each with a link to its page, whose name is between the two.
type rows struct {
	Rules          []*lint.Rule
	Before, Behind string
}

func RulePage(w io.Writer, r *lint.Rule) error {
	return report.Print(w, page("terminal", r))
}

// RuleMarkdown is a rule's page below its heading.
func RuleMarkdown(r *lint.Rule) string { return page("markdown", r) }

// RulesMarkdown writes all pages as one Markdown document.
func RulesMarkdown(w io.Writer, rules []*lint.Rule) error {
	return report.Print(w, page("document", rows{rules, "#", ""}))
}

func groupsOf(r *lint.Rule) string {
	return lint.If(len(r.Groups) > 0, lint.Verb(len(r.Groups), ", group ", ", groups ")+r.GroupNames())
}

func values(q lint.Parameter) string {
	return fmt.Sprintf("%s; %s, from %s to %s", q.Doc, q.Text(q.Default), q.Text(q.Least), q.Text(q.Most))
}

// folded is the text of a section in lines for a terminal.
func folded(s string) string { return report.TrimLines(text.WrapSoft(Unwrapped(s), mostCells)) }

const mostCells = 98 // of a line of text

func indented(s, by string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = by + line
		}
	}
	return strings.Join(lines, "\n")
}

func fenced(language, text string) string {
	return report.Fenced(language, strings.TrimLeft(text, "\n"))
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
	lint.Words
	Parameters []lint.Parameter `json:"parameters,omitempty"`
}

func RulesJSON(w io.Writer, rules []*lint.Rule) error {
	return report.Encode(w, lists.Of(rules, func(r *lint.Rule) jsonRule {
		return jsonRule{
			ID: r.ID, Severity: r.Severity.String(), Confidence: r.Confidence.String(), Since: r.Since,
			Groups: append([]lint.Group{}, r.Groups...), Title: r.Title, Words: r.Words(), Parameters: r.Parameters,
		}
	}))
}
