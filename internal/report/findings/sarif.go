package findings

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// semantic is a version as semantic versioning has it; empty for others.
func semantic(version string) string {
	m := regexp.MustCompile(`^v?(\d+\.\d+\.\d+(?:[-+][\w.+-]*)?)$`).FindStringSubmatch(version)
	if m == nil {
		return ""
	}
	return m[1]
}

// writeSARIF writes SARIF 2.1.0 as GitHub's code scanning takes it. It shows places
// that the message links only, and no fixes: the message says them, too.
//
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
func writeSARIF(w io.Writer, r report.Report) error {
	run := sarifRun{
		Tool:        sarifTool{Driver: sarifDriver{Name: "jvmlint", Version: r.Version, SemanticVersion: semantic(r.Version), InformationURI: pages.Homepage, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{sarifInvocationOf(r)},
		ColumnKind:  "utf16CodeUnits", Results: []sarifResult{},
	}
	rules := r.Rules
	for _, f := range r.Findings {
		if !slices.Contains(rules, f.Rule) {
			rules = append(rules[:len(rules):len(rules)], f.Rule)
		}
	}
	for _, rule := range rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(rule))
	}
	fingerprints, hashes := r.Fingerprints(), report.LineHashes{}
	for i, f := range r.Findings {
		result := sarifResultOf(r, f)
		result.RuleIndex = slices.Index(rules, f.Rule)
		result.Fingerprints = map[string]string{"jvmlint/v1": fingerprints[i]}
		if hash := hashes.Of(f.At); hash != "" {
			result.Fingerprints["primaryLocationLineHash"] = hash
		}
		run.Results = append(run.Results, result)
	}
	return report.Encode(w, sarifLog{Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifResultOf(r report.Report, f report.Finding) sarifResult {
	result := sarifResult{
		RuleID: f.Rule.ID, Level: sarifLevel(f.Severity),
		Locations: []sarifLocation{sarifPlace(r, f.At)},
	}
	if name := f.Workload.Name.String(); name != "" {
		result.Locations[0].Logical = []sarifLogicalLocation{{Name: name, Kind: "resource"}}
	}
	text := []string{unlinked(f.Message.String())}
	var links []string
	var closed []string // what stands in no file that somebody can open
	for _, p := range f.Related {
		part := unlinked(p.Message.String())
		if !p.Opens() {
			closed = append(closed, fmt.Sprintf("%s: %s (%s)", part, unlinked(strings.TrimSpace(p.Line())), unlinked(p.String())))
			continue
		}
		at := sarifPlace(r, p)
		at.ID, at.Message = new(int), &sarifText{Text: part}
		*at.ID = len(result.Related) + 1
		result.Related = append(result.Related, at)
		links = append(links, fmt.Sprintf("[%s](%d)", part, *at.ID))
	}
	if len(links) > 0 {
		text = append(text, "See "+strings.Join(links, ", "))
	}
	text = append(text, closed...)
	for _, detail := range f.Details() {
		text = append(text, unlinked(detail))
	}
	for _, fix := range f.Fixes {
		if changes := sarifChanges(r, fix); len(changes) > 0 {
			result.Fixes = append(result.Fixes, sarifFix{Description: sarifText{Text: unlinked(fix.String())}, Changes: changes})
		}
	}
	result.Message.Text = strings.Join(text, "\n")
	return result
}

// unlinked keeps brackets from being read as links.
func unlinked(s string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace(s)
}

func sarifLevel(s lint.Severity) string { return level(s, "note", "warning", "error") }

func sarifRuleOf(rule *lint.Rule) sarifRule {
	var text, markdown []string
	for _, s := range pages.Sections(rule) {
		body := pages.Unwrapped(s.Body)
		text = append(text, s.Title+": "+body)
		markdown = append(markdown, "**"+s.Title+".** "+body)
	}
	for _, ref := range rule.References {
		text, markdown = append(text, ref), append(markdown, "<"+ref+">")
	}
	tags := []string{"jvm"}
	if strings.HasPrefix(rule.ID, "hazelcast-") {
		tags = append(tags, "hazelcast")
	}
	return sarifRule{
		ID: rule.ID, ShortDescription: sarifText{Text: rule.Title}, FullDescription: sarifText{Text: pages.Unwrapped(rule.What)},
		Help:    sarifText{Text: strings.Join(text, "\n\n"), Markdown: strings.Join(markdown, "\n\n")},
		HelpURI: pages.RulePageURL(rule), Default: sarifConfiguration{Level: sarifLevel(rule.Severity)},
		Properties: sarifRuleProperties{
			Precision: map[lint.Confidence]string{lint.Certain: "very-high", lint.Likely: "medium"}[rule.Confidence],
			Severity:  level(rule.Severity, "recommendation", "warning", "error"), Tags: tags,
		},
	}
}

// sarifChanges are the edits of a fix by file; none where it cannot be shown.
func sarifChanges(r report.Report, fix report.Fix) []sarifArtifactChange {
	var changes []sarifArtifactChange
	for _, e := range fix.Edits {
		at := sarifArtifact(r, e.At)
		if len(changes) == 0 || changes[len(changes)-1].Artifact != at {
			changes = append(changes, sarifArtifactChange{Artifact: at})
		}
		last := &changes[len(changes)-1]
		last.Replacements = append(last.Replacements, sarifReplacement{
			Deleted: sarifRegion(e.At.Region()), Inserted: sarifText{Text: e.New}})
	}
	return changes
}

// sarifInvocationOf says what could not be read, and which rules lack facts.
func sarifInvocationOf(r report.Report) sarifInvocation {
	out := sarifInvocation{Successful: len(r.Problems) == 0}
	for _, group := range []struct {
		level    string
		problems []report.Problem
	}{{"error", r.Problems}, {"note", r.Notes()}} {
		for _, p := range group.problems {
			at := sarifLocation{Physical: sarifPhysicalLocation{Artifact: sarifArtifact(r, p.At)}}
			if !p.Whole {
				at = sarifPlace(r, p.At)
			}
			out.Notifications = append(out.Notifications, sarifNotification{Level: group.level, Message: sarifText{Text: unlinked(p.Message.String())}, Locations: []sarifLocation{at}})
		}
	}
	for _, want := range r.WantsByRule() {
		out.Notifications = append(out.Notifications, sarifNotification{
			Level: "note", Message: sarifText{Text: unlinked("not judged: needs " + want.Needs + ": " + want.Where)}, Rule: &sarifReference{ID: want.Rules}})
	}
	return out
}
