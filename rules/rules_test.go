package rules_test

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

const cases = "../testdata/rules"

var (
	kebab   = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	version = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

	// name is what a title or a message may begin with in upper case.
	name    = regexp.MustCompile(`^(?:Hazelcast|Kubernetes|Shenandoah|Native Memory Tracking|[A-Z][a-z]+[A-Z]\w+)\b`)
	capital = regexp.MustCompile(`^[A-Z][a-z]`)
)

func TestCatalogue(t *testing.T) {
	ids := map[string]bool{}
	for _, r := range rules.All() {
		t.Run(r.ID, func(t *testing.T) {
			assert.Regexp(t, kebab, r.ID)
			assert.False(t, ids[r.ID], "an id is used once")
			ids[r.ID] = true
			assert.FileExists(t, strings.ReplaceAll(r.ID, "-", "_")+".go")
			assert.Regexp(t, version, r.Since)
			assert.Equal(t, r.CheckIgnore == nil, len(r.Groups) > 0, "a rule belongs to a group, unless it is about comments")
			assert.NotContains(t, lint.Groups(), r.ID, "the name of a group chooses all its rules")
			w := r.Words()
			for part, text := range map[string]string{
				"title": r.Title, "what": w.What, "why": w.Why, "fix": w.Fix, "exceptions": w.Exceptions, "evidence": w.Evidence,
			} {
				assert.NotEmpty(t, strings.TrimSpace(text), part)
			}
			assert.NotContains(t, r.Title, "\n")
			assert.False(t, strings.HasSuffix(r.Title, "."), "a title ends without a full stop")
			assert.NotRegexp(t, capital, name.ReplaceAllString(r.Title, ""), "a title begins in lower case, but for a name such as G1")
			assert.NotEmpty(t, w.Examples)
			assert.NotEmpty(t, w.References)
			for _, ref := range w.References {
				assert.True(t, strings.HasPrefix(ref, "https://"), ref)
			}
			require.NotEqual(t, r.Check == nil, r.CheckIgnore == nil, "a rule is about workloads, or about comments")
			for _, pattern := range []string{"bad*.txtar", "good*.txtar"} {
				files, err := filepath.Glob(filepath.Join(cases, r.ID, pattern))
				require.NoError(t, err, pattern)
				assert.NotEmpty(t, files, pattern)
			}
		})
	}
	pages, err := filepath.Glob("words/*.md")
	require.NoError(t, err)
	assert.Len(t, pages, len(ids), "each page belongs to a rule")
	folders, err := os.ReadDir(cases)
	require.NoError(t, err)
	for _, f := range folders {
		assert.True(t, ids[f.Name()], "%s/%s belongs to no rule", cases, f.Name())
	}
}

// facts reads the arguments of an example.
func facts(t *testing.T, args string) workload.Facts {
	var f workload.Facts
	words := strings.Fields(args)
	require.Zero(t, len(words)%2, args)
	for i := 0; i < len(words); i += 2 {
		if words[i] == "--jdk" {
			jdk, err := workload.StatedJDK(words[i+1])
			require.NoError(t, err, args)
			f.JDK = workload.StateJDK([]release.Build{jdk}, "--jdk")
			continue
		}
		at := slices.IndexFunc(workload.AllStated, func(s workload.Stated) bool { return "--"+s.Name == words[i] })
		require.GreaterOrEqual(t, at, 0, "an example cannot have %s", words[i])
		v, err := workload.AllStated[at].State(words[i+1], words[i])
		require.NoError(t, err, args)
		*workload.AllStated[at].Of(&f) = v
	}
	return f
}

// measure reads the GC log of an example, if it has one.
func measure(t *testing.T, f *workload.Facts, text string) {
	if text == "" {
		return
	}
	log, err := gclog.ReadFiles([]gclog.File{{Name: "gc.log", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}}, nil)
	require.NoError(t, err)
	f.Measure(log)
}

// checking judges files as the command line does.
func checking(t *testing.T, f workload.Facts, rule *lint.Rule) func([]*source.File) (*lint.Result, error) {
	run := []*lint.Rule{rule}
	if rule.CheckIgnore != nil { // what a comment leaves out depends on all of them
		run = rules.All()
	}
	return func(files []*source.File) (*lint.Result, error) {
		var all []*workload.Workload
		comments := lint.Comments{Rules: idsOf(rules.All()), Judged: func(*suppression.Comment, *lint.Rule) bool { return true },
			Settings: func(*source.File) lint.Settings { return nil }}
		for _, file := range files {
			in := input.Read(file)
			require.Empty(t, in.Problems)
			require.NotEmpty(t, in.Workloads)
			for _, w := range in.Workloads {
				f.Apply(w)
				all = append(all, w)
			}
			comments.All = append(comments.All, in.Suppressions...)
		}
		result, err := lint.Check(all, run)
		require.NoError(t, err)
		result.Suppress(comments, run)
		result.Findings = slices.DeleteFunc(result.Findings, func(f *lint.Finding) bool { return f.Rule != rule })
		if rule.Check != nil {
			require.Empty(t, result.NotJudged, "an example says all that its rule needs")
		}
		for _, r := range result.Refused {
			require.True(t, r.Reported, "an example starts, or its rule says why not: %v", r.Refusal)
		}
		return result, nil
	}
}

func idsOf(rules []*lint.Rule) []string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	return ids
}

func raised(result *lint.Result) []string {
	var ids []string
	for _, f := range result.Findings {
		ids = append(ids, f.Rule.ID)
	}
	return ids
}

// hasEdits reports whether there is a fix that jvmlint can make.
func hasEdits(result *lint.Result) bool {
	for _, f := range result.Findings {
		for _, fix := range f.Fixes {
			if len(fix.Edits) > 0 {
				return true
			}
		}
	}
	return false
}

// Each Bad raises its rule, its first fix clears it, and Good does not raise it.
func TestExamples(t *testing.T) {
	for _, r := range rules.All() {
		for _, e := range r.Words().Examples {
			t.Run(r.ID, func(t *testing.T) {
				f, withGood := facts(t, e.Args), facts(t, e.Args)
				measure(t, &f, e.BadLog)
				measure(t, &withGood, e.GoodLog)
				check := checking(t, f, r)
				bad, good := source.NewFile(e.Name, []byte(e.Bad)), source.NewFile(e.Name, []byte(e.Good))
				judged, _ := checking(t, withGood, r)([]*source.File{good})
				assert.Empty(t, raised(judged), "good")
				judged, _ = check([]*source.File{bad})
				assert.Equal(t, []string{r.ID}, raised(judged), "bad")
				for _, finding := range judged.Findings {
					assert.LessOrEqual(t, finding.Severity, r.Severity, "the page names the highest")
					assert.NotRegexp(t, capital, name.ReplaceAllString(finding.Message, ""))
					assert.NotRegexp(t, `\.$`, finding.Message)
				}

				result, err := fix.Settle([]*source.File{bad}, lint.Unsafe, check, fix.EachFile(fix.Splice))
				require.NoError(t, err)
				assert.Empty(t, result.Problems)
				if hasEdits(judged) {
					require.Len(t, result.Changes, 1)
					assert.Equal(t, 1, result.Changes[0].Fixed, "one fix is enough")
					judged, _ = check([]*source.File{result.Changes[0].After})
					assert.Empty(t, raised(judged), "fixed: %s", result.Changes[0].After.Data)
				} else {
					assert.Empty(t, result.Changes, "a person must choose")
				}

				if r.Check == nil {
					return
				}
				// Beside the other rules it is still reported.
				all, err := lint.Check(workloadsOf(bad, f), rules.All())
				require.NoError(t, err)
				assert.Contains(t, raised(all), r.ID)
			})
		}
	}
}

func predictedOf(file *source.File, f workload.Facts) []*predict.Predictions {
	var all []*predict.Predictions
	for _, w := range input.Read(file).Workloads {
		all = append(all, predict.For(w, f))
	}
	return all
}

func workloadsOf(file *source.File, f workload.Facts) []*workload.Workload {
	workloads := input.Read(file).Workloads
	for _, w := range workloads {
		f.Apply(w)
	}
	return workloads
}
