package report

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// semantic is a version as semantic versioning has it; empty for others.
func semantic(version string) string {
	m := regexp.MustCompile(`^v?(\d+\.\d+\.\d+(?:[-+][\w.+-]*)?)$`).FindStringSubmatch(version)
	if m == nil {
		return ""
	}
	return m[1]
}

// SARIF writes SARIF 2.1.0 as GitHub's code scanning takes it. It shows places
// that the message links only, and no fixes: the message says them, too.
//
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
func SARIF(w io.Writer, r Report) error {
	run := sarifRun{
		Tool:        sarifTool{Driver: sarifDriver{Name: "jvmlint", Version: r.Version, SemanticVersion: semantic(r.Version), InformationURI: homepage, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{r.sarifInvocation()},
		ColumnKind:  "utf16CodeUnits", Results: []sarifResult{},
	}
	rules := r.Rules
	findings := shownFindings(r.Result.Findings)
	for _, f := range findings {
		if !slices.Contains(rules, f.rule) {
			rules = append(rules[:len(rules):len(rules)], f.rule)
		}
	}
	for _, rule := range rules {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(rule))
	}
	fingerprints, hashes := r.fingerprints(findings), map[*source.File][]string{}
	for i, f := range findings {
		result := r.sarifResult(f)
		result.RuleIndex = slices.Index(rules, f.rule)
		result.Fingerprints = map[string]string{"jvmlint/v1": fingerprints[i]}
		if hash := lineHash(f.at, hashes); hash != "" {
			result.Fingerprints["primaryLocationLineHash"] = hash
		}
		run.Results = append(run.Results, result)
	}
	return encode(w, sarifLog{Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func (r Report) sarifResult(f shown) sarifResult {
	result := sarifResult{
		RuleID: f.rule.ID, Level: sarifLevel(f.severity),
		Locations: []sarifLocation{r.sarifLocation(f.at)},
	}
	if f.workload != "" {
		result.Locations[0].Logical = []sarifLogicalLocation{{Name: f.workload, Kind: "resource"}}
	}
	text := []string{unlinked(f.message)}
	var links []string
	for i, p := range f.related {
		at := r.sarifLocation(p)
		at.ID, at.Message = new(int), &sarifText{Text: unlinked(p.message)}
		*at.ID = i + 1
		result.Related = append(result.Related, at)
		if !isNoFile(p.File) {
			links = append(links, fmt.Sprintf("[%s](%d)", unlinked(p.message), i+1))
		}
	}
	if len(links) > 0 {
		text = append(text, "See "+strings.Join(links, ", "))
	}
	for _, n := range f.notes {
		text = append(text, unlinked(n))
	}
	for _, fix := range f.fixes {
		text = append(text, unlinked(fix.String()))
		if changes := r.sarifChanges(fix); len(changes) > 0 {
			result.Fixes = append(result.Fixes, sarifFix{Description: sarifText{Text: unlinked(fix.String())}, Changes: changes})
		}
	}
	for _, line := range f.context {
		text = append(text, unlinked(line))
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
	for _, s := range sections(rule) {
		if body := unwrapped(s.body); body != "" {
			text = append(text, s.title+": "+body)
			markdown = append(markdown, "**"+s.title+".** "+body)
		}
	}
	for _, ref := range rule.References {
		text, markdown = append(text, ref), append(markdown, "<"+ref+">")
	}
	tags := []string{"jvm"}
	if strings.HasPrefix(rule.ID, "hazelcast-") {
		tags = append(tags, "hazelcast")
	}
	return sarifRule{
		ID: rule.ID, ShortDescription: sarifText{Text: rule.Title}, FullDescription: sarifText{Text: unwrapped(rule.What)},
		Help:    sarifText{Text: strings.Join(text, "\n\n"), Markdown: strings.Join(markdown, "\n\n")},
		HelpURI: RulePageURL(rule), Default: sarifConfiguration{Level: sarifLevel(rule.Severity)},
		Properties: sarifRuleProperties{
			Precision: map[lint.Confidence]string{lint.Certain: "very-high", lint.Likely: "medium"}[rule.Confidence],
			Severity:  level(rule.Severity, "recommendation", "warning", "error"), Tags: tags,
		},
	}
}

// sarifChanges are the edits of a fix by file; none where it cannot be shown.
func (r Report) sarifChanges(fix shownFix) []sarifArtifactChange {
	var changes []sarifArtifactChange
	for _, e := range fix.edits {
		at := r.sarifArtifact(show(e.Span.File.Name))
		if len(changes) == 0 || changes[len(changes)-1].Artifact != at {
			changes = append(changes, sarifArtifactChange{Artifact: at})
		}
		last := &changes[len(changes)-1]
		last.Replacements = append(last.Replacements, sarifReplacement{
			Deleted: sarifRegionOf(e.Span.File, e.Span.Start, e.Span.End), Inserted: sarifText{Text: e.New}})
	}
	return changes
}

// sarifInvocation tells what could not be read, and which rules lack facts.
func (r Report) sarifInvocation() sarifInvocation {
	out := sarifInvocation{Successful: len(r.Problems) == 0}
	for _, group := range []struct {
		level    string
		problems []shownProblem
	}{{"error", shownProblems(r.Problems)}, {"note", shownProblems(r.Notes)}} {
		for _, p := range group.problems {
			at := sarifLocation{Physical: sarifPhysicalLocation{Artifact: r.sarifArtifact(p.file)}}
			if p.at != nil {
				at = r.sarifLocation(*p.at)
			}
			out.Notifications = append(out.Notifications, sarifNotification{Level: group.level, Message: sarifText{Text: unlinked(p.message)}, Locations: []sarifLocation{at}})
		}
	}
	for _, want := range wantsByRule(r.Result.NotJudged) {
		out.Notifications = append(out.Notifications, sarifNotification{
			Level: "note", Message: sarifText{Text: unlinked(show("not judged: needs " + want.needs + ": " + want.where))}, Rule: &sarifReference{ID: want.rules}})
	}
	return out
}
