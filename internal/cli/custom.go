package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/custom"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// configs are all configurations that were read, by their paths.
func (p *project) configs() []*config.Config {
	if p.only != nil {
		return []*config.Config{p.only}
	}
	var paths []string
	for path := range p.byPath {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var all []*config.Config
	for _, path := range paths {
		all = append(all, p.byPath[path])
	}
	return all
}

// rules are those to judge by.
func (a *app) rules() []*lint.Rule {
	a.known = a.everyRule()
	return a.options.rules(a.known)
}

// everyRule are jvmlint's own, and those of each configuration, which judge the
// workloads that it holds for.
func (a *app) everyRule() []*lint.Rule {
	if a.customOf == nil {
		a.customOf = map[*lint.Rule]*config.Config{}
	}
	all := slices.Clone(rules.All())
	for _, c := range a.project.configs() {
		for _, r := range c.CustomRules() {
			if a.customOf[r] == nil {
				a.customOf[r] = c
				check := r.Check
				r.Check = func(p *lint.Pass) {
					if a.holdsFor(r, p.Workload) {
						check(p)
					}
				}
			}
			all = append(all, r)
		}
	}
	return all
}

// holdsFor tells whether a rule may judge a workload: a custom one where its
// configuration holds.
func (a *app) holdsFor(r *lint.Rule, w *workload.Workload) bool {
	c := a.customOf[r]
	return c == nil || c == a.said[w].config
}

// ruleIDs are the names of all rules that there are for this run.
func (a *app) ruleIDs() []string {
	ids := ruleIDs()
	for _, c := range a.project.configs() {
		for _, r := range c.Custom {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// checkRules refuses rules of the command line that nothing brings.
func (a *app) checkRules() error {
	ids := a.ruleIDs()
	for _, id := range slices.Concat(a.options.selected, a.options.ignored) {
		if !slices.Contains(ids, id) {
			return spelling.Unknown("rule", id, ids)
		}
	}
	return nil
}

// customHere are the rules of the configuration that holds in the current
// folder, or of that of --config.
func (a *app) customHere() ([]*custom.Rule, error) {
	if err := a.project.open(&a.options); err != nil {
		return nil, err
	}
	c := a.project.of(".")
	return c.Custom, a.faulty()
}

// completeRules are the names of all rules that hold in the current folder. A
// configuration that is at fault adds none: this is no time to speak of it.
func (a *app) completeRules(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if a.project.open(&a.options) == nil {
		a.project.of(".")
	}
	return toCompletions(a.ruleIDs()), cobra.ShellCompDirectiveNoFileComp
}

// testRules runs the examples of custom rules, and says which of them come out
// otherwise than they should.
func (a *app) testRules() error {
	all, err := a.customHere()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return errors.New("there are no custom-rules in the configuration")
	}
	examples, wrong := 0, 0
	for _, r := range all {
		for _, of := range []struct {
			list []custom.Example
			bad  bool
			says string
		}{{r.Bad, true, "does not trigger on the bad example"}, {r.Good, false, "triggers on the good example"}} {
			for _, e := range of.list {
				examples++
				outcome, failed := tried(r, e)
				if failed == "" && outcome == of.bad {
					continue
				}
				wrong++
				says := fmt.Sprintf("%s %s %q", r.ID, of.says, e.Options)
				if failed != "" {
					says = fmt.Sprintf("%s does not judge the example %q: %s", r.ID, e.Options, failed)
				}
				at := e.Options.Span()
				fmt.Fprintln(a.stdout, report.Plain((&source.Problem{File: at.File, Span: at, Message: says}).Error()))
			}
		}
		if len(r.Bad)+len(r.Good) == 0 {
			fmt.Fprintf(a.stdout, "%s has no examples\n", r.ID)
		}
	}
	fmt.Fprintf(a.stdout, "%s of %s, %d wrong\n", plural(examples, "example", "examples"), plural(len(all), "rule", "rules"), wrong)
	if wrong > 0 {
		return errFindings
	}
	return nil
}

// tried tells whether a rule triggers on an example, or why it cannot say.
func tried(r *custom.Rule, e custom.Example) (triggers bool, failed string) {
	in := input.Read(source.NewFile("example.options", []byte(e.Options.String()+"\n")))
	if len(in.Workloads) == 0 {
		return false, "these are no JVM options"
	}
	for _, w := range in.Workloads {
		e.Facts.Apply(w)
	}
	result, err := lint.Check(in.Workloads[:1:1], []*lint.Rule{r.Rule})
	switch {
	case err != nil:
		return false, err.Error()
	case len(result.NotJudged) > 0:
		return false, "it needs " + needsOf(result.NotJudged[0])
	}
	return len(result.Findings) > 0, ""
}

func needsOf(n lint.NotJudged) string {
	words := ""
	for i, f := range n.Needs {
		if i > 0 {
			words += " and "
		}
		words += f.String()
	}
	return words
}
