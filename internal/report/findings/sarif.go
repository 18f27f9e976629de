package findings

import (
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// object is one of JSON that is written and never read.
type object map[string]any

// semantic matches a version as semantic versioning has it.
var semantic = lazyregexp.New(`^v?(\d+\.\d+\.\d+(?:[-+][\w.+-]*)?)$`)

// writeSARIF writes SARIF 2.1.0 as GitHub's code scanning takes it. It shows places
// that the message links only, and no fixes: the message says them, too.
//
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
func writeSARIF(w io.Writer, r report.Report) error {
	rules := lists.With(slices.Clip(r.Rules), lists.Of(r.Findings, func(f report.Finding) *lint.Rule { return f.Rule })...)
	results := []object{}
	fingerprints, hashes := r.Fingerprints(), report.LineHashes{}
	for i, f := range r.Findings {
		known := map[string]string{"jvmlint/v1": fingerprints[i]}
		if hash := hashes.Of(f.At); hash != "" {
			known["primaryLocationLineHash"] = hash
		}
		result := sarifResult(r, f)
		result["ruleIndex"], result["partialFingerprints"] = slices.Index(rules, f.Rule), known
		results = append(results, result)
	}
	driver := object{"name": "jvmlint", "version": r.Version, "informationUri": pages.Homepage, "rules": lists.Of(rules, sarifRule)}
	if m := semantic.FindStringSubmatch(r.Version); m != nil {
		driver["semanticVersion"] = m[1]
	}
	return report.Encode(w, object{
		"$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		"version": "2.1.0",
		"runs": []object{{
			"tool": object{"driver": driver}, "invocations": []object{sarifInvocation(r)},
			"columnKind": "utf16CodeUnits", "results": results,
		}},
	})
}

func sarifText(text string) object { return object{"text": text} }

func sarifResult(r report.Report, f report.Finding) object {
	at := sarifPlace(r, f.At)
	if name := f.Workload.Name.String(); name != "" {
		at["logicalLocations"] = []object{{"name": name, "kind": "resource"}}
	}
	result := object{"ruleId": f.Rule.ID, "level": sarifLevel(f.Severity), "locations": []object{at}}
	text := []string{unlinked(f.Message.String())}
	var related []object
	var links, closed []string // closed is what stands in no file that somebody can open
	for _, p := range f.Related {
		part := unlinked(p.Message.String())
		if !p.Opens() {
			closed = append(closed, fmt.Sprintf("%s: %s (%s)", part, unlinked(strings.TrimSpace(p.Line())), unlinked(p.String())))
			continue
		}
		at := sarifPlace(r, p)
		at["id"], at["message"] = len(related)+1, sarifText(part)
		related = append(related, at)
		links = append(links, fmt.Sprintf("[%s](%d)", part, len(related)))
	}
	if len(links) > 0 {
		text = append(text, "See "+strings.Join(links, ", "))
		result["relatedLocations"] = related
	}
	text = slices.Concat(text, closed, lists.Of(f.Details(), unlinked))
	if fixes := lists.Where(f.Fixes, func(fix report.Fix) bool { return len(fix.Edits) > 0 }); fixes != nil {
		result["fixes"] = lists.Of(fixes, func(fix report.Fix) object {
			return object{"description": sarifText(unlinked(fix.String())), "artifactChanges": sarifChanges(r, fix)}
		})
	}
	result["message"] = sarifText(strings.Join(text, "\n"))
	return result
}

// unlinked keeps brackets from being read as links.
var unlinked = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace

func sarifLevel(s lint.Severity) string { return level(s, "note", "warning", "error") }

func sarifRule(rule *lint.Rule) object {
	var text, markdown []string
	for _, s := range pages.Sections(rule) {
		body := pages.Unwrapped(s.Body)
		text = append(text, s.Title+": "+body)
		markdown = append(markdown, "**"+s.Title+".** "+body)
	}
	for _, ref := range rule.Words().References {
		text, markdown = append(text, ref), append(markdown, "<"+ref+">")
	}
	tags := []string{"jvm"}
	if strings.HasPrefix(rule.ID, "hazelcast-") {
		tags = append(tags, "hazelcast")
	}
	return object{
		"id": rule.ID, "shortDescription": sarifText(rule.Title), "fullDescription": sarifText(pages.Unwrapped(rule.Words().What)),
		"help":    object{"text": strings.Join(text, "\n\n"), "markdown": strings.Join(markdown, "\n\n")},
		"helpUri": pages.RulePageURL(rule), "defaultConfiguration": object{"level": sarifLevel(rule.Severity)},
		"properties": object{
			"precision":        map[lint.Confidence]string{lint.Certain: "very-high", lint.Likely: "medium"}[rule.Confidence],
			"problem.severity": level(rule.Severity, "recommendation", "warning", "error"), "tags": tags,
		},
	}
}

// sarifChanges are the edits of a fix by file.
func sarifChanges(r report.Report, fix report.Fix) []object {
	files, of := lists.By(fix.Edits, func(e report.Edit) string { return sarifURI(r, e.At) })
	replacement := func(e report.Edit) object {
		return object{"deletedRegion": e.At.Region(), "insertedContent": sarifText(e.New)}
	}
	return lists.Of(files, func(uri string) object {
		return object{"artifactLocation": object{"uri": uri}, "replacements": lists.Of(of[uri], replacement)}
	})
}

// sarifInvocation says what could not be read, and which rules lack facts.
func sarifInvocation(r report.Report) object {
	var all []object
	add := func(level string, problems []report.Problem) {
		for _, p := range problems {
			at := sarifPlace(r, p.At)
			if p.Whole {
				at = object{"physicalLocation": object{"artifactLocation": object{"uri": sarifURI(r, p.At)}}}
			}
			message := sarifText(unlinked(p.Message.String()))
			all = append(all, object{"level": level, "message": message, "locations": []object{at}})
		}
	}
	add("error", r.Problems)
	add("note", r.Notes())
	for _, want := range r.WantsByRule() {
		message := sarifText(unlinked("not judged: needs " + want.Needs + ": " + want.Where))
		all = append(all, object{"level": "note", "message": message, "associatedRule": object{"id": want.Rules}})
	}
	out := object{"executionSuccessful": len(r.Problems) == 0}
	if all != nil {
		out["toolExecutionNotifications"] = all
	}
	return out
}

// sarifURI is where a file is: relative to the root of the repository, or absolute outside of it.
func sarifURI(r report.Report, p report.Place) string {
	u := url.URL{Path: relative(r, p)}
	switch {
	case strings.HasPrefix(u.Path, "/"):
		u.Scheme = "file"
	case len(u.Path) > 2 && u.Path[1:3] == ":/": // with the letter of a drive
		u.Scheme, u.Path = "file", "/"+u.Path
	}
	return u.String()
}

// sarifPlace is a place, with its line where no viewer can open the file: a command line.
func sarifPlace(r report.Report, p report.Place) object {
	region := p.Wide().Region()
	at := object{"artifactLocation": object{"uri": sarifURI(r, p)}, "region": region}
	if !p.Opens() {
		at["contextRegion"] = object{"startLine": region.StartLine, "snippet": sarifText(p.Line())}
	}
	return object{"physicalLocation": at}
}
